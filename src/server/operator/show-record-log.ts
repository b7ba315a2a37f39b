import { actionWord } from '../../contract/audit-words.ts'
import { listRecordLog as endpoint } from '../../contract/betrieb-protokoll.ts'
import { recordRights } from '../../contract/console-words.ts'
import { loggedReason } from '../../domain/logged-reason.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { missingRight } from '../../domain/operator-words.ts'
import { listRecordRows } from '../base/audit-rows-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { idsIn, namesOf, operatorNames } from '../team/operator-names.ts'

export const listRecordLog = serve(
  endpoint,
  async ({ tenant, params, caller, locale, transaction }) => {
    if (caller.kind !== 'operator') throw fail('session-missing')
    const right = recordRights[params.kind]
    const ability = operatorAbilities(caller.roles)
    if (ability.cannot('read', right))
      throw fail('not-authorised', { said: missingRight(['read', right]) })
    return transaction(async (tx) => {
      const rows = await listRecordRows(tx, tenant.code, params)
      const operators = rows.filter(({ actor_kind }) => actor_kind === 'operator')
      const mayReadLog = ability.can('read', 'audit')
      const named = mayReadLog ? rows.flatMap(({ details }) => idsIn(details)) : []
      const names = await operatorNames(tx, tenant.code, [
        ...operators.map(({ actor_id }) => actor_id),
        ...named,
      ])
      return {
        names: namesOf(named, names),
        events: rows.map(({ at, action, actor_kind, actor_id, reason, details }) => ({
          at: at.toString(),
          action,
          title: actionWord(action, locale, tenant.rewardWord),
          by: names.get(actor_id) ?? null,
          byKind: actor_kind,
          reason: loggedReason({ action, reason }, locale),
          details: mayReadLog ? (details as Record<string, unknown>) : null,
        })),
      }
    })
  },
)
