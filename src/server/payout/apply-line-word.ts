import { reasonText } from '../../domain/bank-reasons.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { applyWord, type Applied } from './apply-word.ts'
import { applyLink, findLink, insertLink } from './bank-line-store.ts'
import { ownCase, type IsOwn } from './own-payment.ts'
import type { BankWord } from './read-bank-file.ts'
import { findPayout } from './store.ts'

const elsewhere = {
  settled: {
    refused: 'another line of the statement has booked it before: it may have been paid twice',
  },
  returned: {
    refused: 'another line of the statement has brought it back before: ask the bank',
  },
}

/** Whoever proposed it, at a tenant that has one person. */
const alone = 'alone'

/**
 * Applies what a line of the statement says of a payment, and notes that the line is of it. What comes back by a file that a
 * person handed in waits for a second one: who made such a file up would have a payment made twice.
 */
export async function applyLineWord(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { word, lineId }: { word: BankWord; lineId: string | null },
  { actor, isOwn, returnsWait }: { actor: Actor; isOwn: IsOwn; returnsWait: boolean },
): Promise<Applied | 'waiting'> {
  const { code } = tenant
  const { says } = word
  const { payout_id: payoutId, end_to_end_id: id } = word.payout
  if (await isOwn(tx, word.payout)) return ownCase
  if (lineId === null || says === 'pending' || says === 'rejected')
    return applyWord(tx, deps, tenant, word, actor)
  const link = await findLink(tx, code, payoutId, says)
  if (link && link.line_id !== lineId) return elsewhere[says]
  const at = deps.clock.now()
  const reasons = reasonText(word.reasonCodes)
  const made = { lineId, payoutId, says, reasons, feeCents: word.feeCents ?? 0, at }
  const isWaiting = link ? link.applied_at === null : await isNews(tx, code, id)
  if (says === 'returned' && returnsWait && isWaiting) {
    if (link) return 'waiting'
    await insertLink(tx, code, { ...made, proposedBy: actor.id })
    await audit(tx, code, {
      at,
      actor,
      action: 'bank-return-proposed',
      subjectKind: 'payout',
      subjectId: payoutId,
      details: { reasonCode: reasons },
      change: { before: { proposedBy: null }, after: { proposedBy: actor.id } },
    })
    return 'waiting'
  }
  const done = await applyWord(tx, deps, tenant, word, actor)
  if (typeof done === 'object') return done
  if (!link) await insertLink(tx, code, { ...made, proposedBy: null })
  else if (link.applied_at === null)
    await applyLink(tx, code, payoutId, {
      at,
      by: link.proposed_by === actor.id ? alone : actor.id,
    })
  return done
}

/** Of what is rejected or returned already nothing changes. */
async function isNews(tx: Tx, tenant: string, endToEndId: string): Promise<boolean> {
  const payout = await findPayout(tx, tenant, endToEndId)
  return payout?.state === 'in-transit' || payout?.state === 'paid'
}
