import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { applyWord } from './apply-word.ts'
import { lockClosedTo, lockLine, matchLines } from './bank-line-store.ts'
import { dropBack } from './drop-back.ts'
import { applyLink, findLink, listRejections, type Back } from './line-payout-store.ts'
import { nobodys, type Payee } from './own-payment.ts'
import { bookReturnFees } from './return-fee-store.ts'
import { findPayoutById } from './store.ts'

/**
 * Confirms or refuses, as the second person, that a payment's money came back, or never left. Confirmed, it is returned or rejected as
 * the bank's word would have made it; refused, the line of a return is an open item. Throws `second-person`, `own-case`, `not-found`.
 */
export async function decideReturn(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  asked: { payoutId: string; says: Back; lineId?: string; isConfirmed: boolean },
  actor: Actor,
  isOwn = nobodys,
): Promise<void> {
  const { code } = tenant
  const { payoutId, says, lineId, isConfirmed } = asked
  const payout = await findPayoutById(tx, code, payoutId)
  const link = payout && (await findLink(tx, code, payoutId, says))
  if (!link || (lineId !== undefined && link.line_id !== lineId)) throw fail('not-found')
  if (link.applied_at !== null) throw fail('changed-meanwhile')
  if (link.proposed_by === actor.id) throw fail('second-person')
  if (await isOwn(tx, payout)) throw fail('own-case')
  const at = deps.clock.now()
  if (!isConfirmed) {
    await dropBack(tx, code, { ...link, says }, { at, actor })
    return
  }
  const reasonCodes = link.reasons?.split(', ') ?? []
  const line = link.line_id === null ? undefined : await lockLine(tx, code, link.line_id)
  // Whoever confirms it later changes nothing of the bank's day.
  const bookedOn = line?.booked_on ?? null
  const word = { payout, says, bankStatus: link.bank_status ?? 'BOOK', reasonCodes, bookedOn }
  const done = await applyWord(tx, deps, tenant, word, actor)
  if (typeof done === 'object') throw fail('changed-meanwhile')
  await applyLink(tx, code, { payoutId, says }, { at, by: actor.id, reason: actor.reason })
  if (link.line_id === null) return
  await lockClosedTo(tx, code, 'share')
  await bookReturnFees(tx, code, [link.line_id], at)
  await matchLines(tx, code, [link.line_id], at)
}

/**
 * The same of all rejections of one report that others handed in, each in its own transaction: what was done stays so. `count`: how many
 * were seen. `refuseOwn` throws if one of them is the person's own.
 */
export async function decideRejections(
  deps: Deps,
  code: string,
  { fileHash, count, isConfirmed }: { fileHash: string; count: number; isConfirmed: boolean },
  actor: Actor,
  refuseOwn: (tx: Tx, payees: readonly Payee[]) => Promise<void>,
): Promise<void> {
  const tenant = await deps.tenants.get(code)
  const others = await withTenant(deps.db, code, async (tx) => {
    const found = await listRejections(tx, code, fileHash)
    const others = found.filter(({ proposed_by: by }) => by !== actor.id)
    if (found.length > 0 && others.length === 0) throw fail('second-person')
    if (others.length === 0 || others.length !== count) throw fail('changed-meanwhile')
    await refuseOwn(tx, others)
    return others
  })
  for (const { payout_id: payoutId } of others)
    await retryConflict(() =>
      withTenant(deps.db, code, (tx) =>
        decideReturn(tx, deps, tenant, { payoutId, says: 'rejected', isConfirmed }, actor),
      ),
    )
}
