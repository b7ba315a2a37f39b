import { importOrders as endpoint } from '../../contract/auftraege.ts'
import { readKeyMaker } from '../base/audit-store.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { importLines, type LineCheck } from './import-lines.ts'

export const mostLines = 1000

/**
 * The provider's order feed. Lines are imported in order, some in a transaction, with results in the same order. An
 * interrupted call can be repeated. What concerns the operator who made the key is refused, as in a file of theirs (decision 665).
 * @param checkOf of an operator
 */
export const importOrdersWith = (
  checkOf: (
    deps: Deps,
    tenant: string,
    operatorId: string,
  ) => (...of: Parameters<LineCheck['of']>) => Promise<void>,
) =>
  serve(endpoint, async (call) => {
    const { deps, tenant, locale, body, caller } = call
    if (body.length > mostLines) {
      const message =
        locale === 'de'
          ? `Höchstens ${mostLines} Aufträge je Aufruf.`
          : `At most ${mostLines} orders in a call.`
      throw fail('not-accepted', { status: 413, fields: [{ field: '', message }] })
    }
    const actor = actorOf(caller)
    const maker = await withTenant(deps.db, tenant.code, (tx) =>
      readKeyMaker(tx, tenant.code, actor),
    )
    const isAllowed = maker ? checkOf(deps, tenant.code, maker) : null
    const imported = await importLines(deps, tenant, body, {
      source: 'feed',
      actor,
      locale,
      check: {
        of: async (...of) => {
          await isAllowed?.(...of)
          return { cents: 0, lostCents: 0 }
        },
      },
    })
    const results = imported.map(({ result }) => result)
    return {
      results,
      created: results.filter(({ result }) => result === 'neu').length,
      failed: results.filter(({ result }) => result === 'fehler').length,
    }
  })
