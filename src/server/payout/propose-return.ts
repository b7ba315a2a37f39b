import { localDate } from '../../domain/dates.ts'
import { returnFee } from '../../domain/bank-line.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { applyWord } from './apply-word.ts'
import { findWaiting } from './apply-line-word.ts'
import { lockClosedTo, matchLines } from './bank-line-store.ts'
import { findLink, insertLinks } from './line-payout-store.ts'
import type { IsOwn } from './own-payment.ts'
import { bookReturnFees, lockReturnLine } from './return-fee-store.ts'
import { findPayout } from './store.ts'

export type ReturnProposed = 'proposed' | 'booked' | 'no-return' | 'no-payment' | 'no-fee'

/**
 * Says that an open line is the return of a payment, less a fee that the bank did not name. A second person confirms it as any return
 * (decide-return.ts); only then the line stands in full and the fee as a charge. Throws `not-found`, `changed-meanwhile`, `own-case`.
 * @param aloneReason of a tenant where nobody else could confirm it
 */
export async function proposeReturn(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  asked: { lineId: string; version: number; endToEndId: string },
  { actor, isOwn, aloneReason }: { actor: Actor; isOwn: IsOwn; aloneReason: string | null },
): Promise<ReturnProposed> {
  const { code } = tenant
  // Nobody closes the day meanwhile.
  await lockClosedTo(tx, code, 'share')
  const line = await lockReturnLine(tx, code, asked.lineId)
  if (!line) throw fail('not-found')
  if (line.kind !== null || line.version !== asked.version || line.links > 0)
    throw fail('changed-meanwhile')
  if (!line.is_return || line.direction !== 'CRDT' || line.currency !== 'EUR') return 'no-return'
  const payout = await findPayout(tx, code, asked.endToEndId)
  // The bank's file names another one.
  const isOther = line.likely_kind === 'payout' && line.likely_id !== payout?.payout_id
  if (!payout || isOther || !['in-transit', 'paid'].includes(payout.state)) return 'no-payment'
  if (line.booked_on < localDate(payout.created_at).toString()) return 'no-payment'
  const feeCents = returnFee(payout.cents, line.cents)
  if (feeCents === null) return 'no-fee'
  if (await isOwn(tx, payout)) throw fail('own-case')
  const { payout_id: payoutId } = payout
  if ((await findWaiting(tx, code, payoutId)) ?? (await findLink(tx, code, payoutId, 'returned')))
    throw fail('changed-meanwhile')
  const at = deps.clock.now()
  const link = {
    lineId: line.line_id,
    payoutId,
    says: 'returned' as const,
    bankStatus: null,
    fileHash: null,
    reasons: null,
    feeCents,
    at,
  }
  if (aloneReason === null) {
    await insertLinks(tx, code, [{ ...link, proposedBy: actor.id, proposedReason: actor.reason }])
    await audit(tx, code, {
      at,
      actor,
      action: 'bank-return-proposed',
      subjectKind: 'payout',
      subjectId: payoutId,
      details: { cents: feeCents },
      change: { before: { proposedBy: null }, after: { proposedBy: actor.id } },
    })
    return 'proposed'
  }
  const word = { payout, says: 'returned' as const, bankStatus: 'BOOK', reasonCodes: [] }
  const done = await applyWord(tx, deps, tenant, { ...word, bookedOn: line.booked_on }, actor)
  if (typeof done === 'object') throw fail('changed-meanwhile')
  const decided = { by: actor.id, reason: actor.reason }
  await insertLinks(tx, code, [{ ...link, proposedBy: null, decided }])
  await bookReturnFees(tx, code, [line.line_id], at)
  await matchLines(tx, code, [line.line_id], at)
  return 'booked'
}
