import * as contract from '../../contract/betrieb-team.ts'
import { beyondReach } from '../../domain/beyond-reach.ts'
import { platformCode } from '../../domain/platform.ts'
import { audit, auditElsewhere } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { elsewhere, onPlatform, type Tx } from '../db/connection.ts'
import { conflict, retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { viewAccess } from './access-view.ts'
import { isOwnMailbox, sendInvitation, tellAdmins } from './invite.ts'
import { isLinked } from './linked.ts'
import { countPasskeys, endPasskeys } from './passkey-store.ts'
import { keepAnAdmin, lastElsewhere, managingRole, needMember, reachOf } from './places.ts'
import { personOf } from './sign-in.ts'
import { findOperator, lockTeam, shutOutOperator } from './store.ts'

const nothing = { passkeys: 0, sessions: 0, tokens: 0, linked: false }

export const renewOperator = serve(contract.renewOperator, async (call) => {
  const { deps, tenant, params, body, now, realNow } = call
  const { code } = tenant
  const { operator: id } = params
  const { operatorId: own } = personOf(call)
  if (id === own) throw fail('own-right')
  const asked = { id, by: own, need: ['update', 'team'] as const }
  const renew = async (tx: Tx) => {
    await needMember(tx, code, id, realNow)
    const seen = await reachOf(tx, code, asked, realNow)
    // Always in the same order.
    for (const place of seen.places) await elsewhere(tx, code, place, () => lockTeam(tx, place))
    const { grants, places, isWhole } = await reachOf(tx, code, asked, realNow)
    if (!places.includes(code)) throw fail('not-found')
    if (places.some((place) => !seen.places.includes(place)))
      throw conflict('Somebody got a right elsewhere meanwhile')
    const known = await onPlatform(tx, code, async () => {
      const operator = await findOperator(tx, id)
      if (operator && (await isOwnMailbox(tx, own, operator.email))) throw fail('own-right')
      return operator
    })
    if (!known) throw fail('not-found')
    const entry = {
      at: now,
      actor: actorOf(call.caller),
      action: 'renew-operator',
      subjectKind: 'operator',
      subjectId: id,
      reason: body.reason,
    } as const
    if (known.joined_at === null) {
      // Nobody is shut out: the link is sent again.
      await sendInvitation(tx, { deps, tenant }, known)
      await audit(tx, code, { ...entry, change: { before: nothing, after: nothing } })
      return
    }
    if (!isWhole) throw fail('not-authorised', { said: beyondReach })
    const before = await onPlatform(tx, code, () => shutOut(tx, id, realNow))
    const change = {
      before: { ...before, linked: isLinked(deps, known.sso_subject) },
      after: nothing,
    }
    for (const { tenant: place, role, expires_at } of grants)
      if (role === managingRole(place) && expires_at === null)
        await elsewhere(tx, code, place, () =>
          keepAnAdmin(tx, place, realNow, place === code ? undefined : lastElsewhere),
        )
    await sendInvitation(tx, { deps, tenant }, known)
    // The old passkeys opened all of that person's tenants, so the admins of each are told, and what was mailed there ends.
    for (const place of places) {
      await elsewhere(tx, code, place, async () => {
        if (place !== code) await revokeTokens(tx, place, 'operator-invitation', id, realNow)
        await tellAdmins(tx, { deps, tenant: { code: place } }, 'operatorRenewed', known, {})
      })
      if (place === code) await audit(tx, code, { ...entry, change })
      else await auditElsewhere(tx, code, place, { ...entry, change, details: { at: code } })
    }
  }
  await retryConflict(() => call.transaction(renew))
  return {}
})

/** Ends every way in, and says what there was. In a transaction of the platform. */
async function shutOut(tx: Tx, id: string, now: Temporal.Instant) {
  const { sessions, moreSessions, tokens } = await viewAccess(tx, id, now)
  const [passkeys] = await countPasskeys(tx, [id])
  await endPasskeys(tx, id, now)
  await shutOutOperator(tx, id)
  for (const kind of ['operator-session', 'operator-token', 'operator-command'] as const)
    await revokeTokens(tx, platformCode, kind, id, now)
  return {
    passkeys: passkeys?.passkeys ?? 0,
    sessions: sessions.length + moreSessions,
    tokens: tokens.length,
  }
}
