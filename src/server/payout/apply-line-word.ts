import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { reasonText } from '../../domain/bank-reasons.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { applyWord, type Applied } from './apply-word.ts'
import { dropBack } from './drop-back.ts'
import {
  alone,
  applyLink,
  explainedAs,
  findLink,
  insertLinks,
  lockExplained,
  type Back,
  type NewLink,
} from './line-payout-store.ts'
import { ownCase, type IsOwn } from './own-payment.ts'
import type { BankWord } from './read-bank-file.ts'
import { findPayout } from './store.ts'

const elsewhere = {
  settled: {
    refused: bankFileReason('paid-elsewhere'),
  },
  returned: {
    refused: bankFileReason('back-elsewhere'),
  },
}

const noLine = { refused: bankFileReason('no-line') }

export const undecided = {
  refused: bankFileReason('rejection-waits'),
}

/** Which line of the statement says it; null: a status report does. */
type Said<S extends BankWord['says']> = {
  word: BankWord & { says: S }
  lineId: string | null
  fileHash: string
}
type By = { actor: Actor; isOwn: IsOwn; returnsWait: boolean }

/**
 * Applies what the bank's file says of a payment, and notes which line of the statement is of it. What comes back, or never left, by a
 * file that a person handed in waits for a second one: who made such a file up would have a payment made twice.
 */
export async function applyLineWord(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  given: { word: BankWord; lineId: string | null; fileHash: string },
  by: By,
): Promise<Applied | 'waiting'> {
  const { word } = given
  const { says } = word
  if (await by.isOwn(tx, word.payout)) return ownCase
  if (says === 'pending') return applyWord(tx, deps, tenant, word, by.actor)
  if (says === 'settled')
    return applySettled(tx, deps, tenant, { ...given, word: { ...word, says } }, by)
  return applyBack(tx, deps, tenant, { ...given, word: { ...word, says } }, by)
}

async function applySettled(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { word, lineId }: Said<'settled'>,
  { actor, returnsWait }: By,
): Promise<Applied> {
  const { code } = tenant
  const { payout_id: payoutId } = word.payout
  const kind = (await lockExplained(tx, code, [lineId])).get(lineId ?? '')
  // Locked before the payment, as by whoever decides about it.
  const waiting = await findWaiting(tx, code, payoutId)
  // A booking is the bank's last word; a report by a person, beside another one, is not.
  if (waiting && lineId === null && returnsWait) return undecided
  const link = lineId === null ? undefined : await findLink(tx, code, payoutId, 'settled')
  if (link && link.line_id !== lineId) return elsewhere.settled
  if (kind && !link) return { refused: explainedAs(kind) }
  const done = await applyWord(tx, deps, tenant, word, actor)
  if (typeof done === 'object') return done
  const at = deps.clock.now()
  if (waiting) await dropBack(tx, code, { ...waiting, says: 'rejected' }, { at, actor })
  if (lineId !== null && !link) await insertLinks(tx, code, [{ ...linkOf(word, lineId), at }])
  return done
}

async function applyBack(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { word, lineId, fileHash }: Said<Back>,
  { actor, returnsWait }: By,
): Promise<Applied | 'waiting'> {
  const { code } = tenant
  const { says } = word
  const { payout_id: payoutId } = word.payout
  if (says === 'returned' && lineId === null && returnsWait) return noLine
  const kind = (await lockExplained(tx, code, [lineId])).get(lineId ?? '')
  const link = await findLink(tx, code, payoutId, says)
  if (link && says === 'returned' && link.line_id !== lineId) return elsewhere.returned
  if (kind && !link) return { refused: explainedAs(kind) }
  const at = deps.clock.now()
  const made = { ...linkOf(word, lineId), at }
  if (returnsWait && (link ? link.applied_at === null : await isNews(tx, code, word))) {
    if (link) return 'waiting'
    const report = says === 'rejected' ? { bankStatus: word.bankStatus, fileHash } : {}
    await insertLinks(tx, code, [
      { ...made, ...report, proposedBy: actor.id, proposedReason: actor.reason },
    ])
    await audit(tx, code, {
      at,
      actor,
      action: 'bank-return-proposed',
      subjectKind: 'payout',
      subjectId: payoutId,
      details: { reasonCode: made.reasons },
      change: { before: { proposedBy: null }, after: { proposedBy: actor.id } },
    })
    return 'waiting'
  }
  const done = await applyWord(tx, deps, tenant, word, actor)
  if (typeof done === 'object') return done
  if (!link && lineId !== null) await insertLinks(tx, code, [made])
  else if (link && link.applied_at === null) {
    const by = link.proposed_by === actor.id ? alone : actor.id
    await applyLink(tx, code, { payoutId, says }, { at, by, reason: actor.reason })
  }
  return done
}

export const linkOf = (
  { payout, says, reasonCodes, feeCents }: Said<'settled' | Back>['word'],
  lineId: string | null,
): Omit<NewLink, 'at'> => ({
  lineId,
  payoutId: payout.payout_id,
  says,
  bankStatus: null,
  fileHash: null,
  reasons: reasonText(reasonCodes),
  feeCents: feeCents ?? 0,
  proposedBy: null,
})

/** A rejection that waits for a second person. */
export async function findWaiting(tx: Tx, tenant: string, payoutId: string) {
  const link = await findLink(tx, tenant, payoutId, 'rejected')
  return link?.applied_at === null ? link : undefined
}

/** Of what is rejected or returned already nothing changes, and what was settled is never rejected. */
async function isNews(tx: Tx, tenant: string, { payout, says }: BankWord): Promise<boolean> {
  const found = await findPayout(tx, tenant, payout.end_to_end_id)
  return found?.state === 'in-transit' || (found?.state === 'paid' && says === 'returned')
}
