import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { applyWord } from './apply-word.ts'
import { applyLink, deleteLink, findLink, lockClosedTo, matchLines } from './bank-line-store.ts'
import { nobodys } from './own-payment.ts'
import { findPayoutById } from './store.ts'

/**
 * Confirms or refuses, as the second person, that a payment's money came back. Confirmed, it is returned as the bank's word would
 * have made it; refused, its line is an open item. Throws `second-person`, `own-case`, `not-found`.
 */
export async function decideReturn(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  asked: { payoutId: string; lineId?: string; isConfirmed: boolean },
  actor: Actor,
  isOwn = nobodys,
): Promise<void> {
  const { code } = tenant
  const { payoutId, lineId, isConfirmed } = asked
  const payout = await findPayoutById(tx, code, payoutId)
  const link = payout && (await findLink(tx, code, payoutId, 'returned'))
  if (!link || (lineId !== undefined && link.line_id !== lineId)) throw fail('not-found')
  if (link.applied_at !== null) throw fail('changed-meanwhile')
  if (link.proposed_by === actor.id) throw fail('second-person')
  if (await isOwn(tx, payout)) throw fail('own-case')
  const at = deps.clock.now()
  if (!isConfirmed) {
    await deleteLink(tx, code, payoutId)
    await audit(tx, code, {
      at,
      actor,
      action: 'bank-return-refused',
      subjectKind: 'payout',
      subjectId: payoutId,
      change: { before: { proposedBy: link.proposed_by }, after: { proposedBy: null } },
    })
    return
  }
  const reasonCodes = link.reasons?.split(', ') ?? []
  const word = { payout, says: 'returned', bankStatus: 'BOOK', reasonCodes } as const
  const done = await applyWord(tx, deps, tenant, word, actor)
  if (typeof done === 'object') throw fail('changed-meanwhile')
  await applyLink(tx, code, payoutId, { at, by: actor.id })
  await lockClosedTo(tx, code, 'share')
  await matchLines(tx, code, [link.line_id], at)
}
