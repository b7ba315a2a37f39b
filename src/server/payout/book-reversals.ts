import { lineReference, reversedBy } from '../../domain/bank-line.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { takeBackPayment } from '../billing/mark-invoice.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { lockClosedTo } from './bank-line-store.ts'
import { setLikelyInvoice } from './likely-store.ts'
import { openLineWords } from './line-words.ts'
import {
  assignReversal,
  listOpenDebitsOf,
  listUnreversedCredits,
  type OpenDebit,
} from './reversal-store.ts'

/**
 * The bank takes back what had paid an invoice: it is owed again, as far as that line paid it. Which of the two lines came first does not
 * matter. Where a debit fits no credit or several ones it is an open item. @returns how many lines were explained
 */
export async function bookReversals(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: string,
  lineIds: readonly string[],
  by: { actor: Actor; isOwnInvoice: (tx: Tx, number: string) => Promise<boolean> },
): Promise<number> {
  await lockClosedTo(tx, tenant, 'share')
  let done = 0
  for (const debit of await listOpenDebitsOf(tx, tenant, lineIds)) {
    const credits = await listUnreversedCredits(tx, tenant, debit)
    const found = reversedBy({ ...debit, text: textOf(deps, tenant, debit) }, credits)
    const [credit, ...others] = found
    if (!credit) continue
    if (others.length === 0 && !(await by.isOwnInvoice(tx, credit.number))) {
      const to = { debit, credit, reason: null }
      if (await takeBack(tx, deps, tenant, to, by.actor)) done += 1
    } else if (others.every(({ number }) => number === credit.number))
      await setLikelyInvoice(tx, tenant, debit.lineId, credit.number)
  }
  return done
}

/** False: another line took the credit back already, or a person did. */
export async function takeBack(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  {
    debit,
    credit,
    reason,
  }: {
    debit: { lineId: string; cents: number }
    credit: { lineId: string; number: string; bookedOn: string }
    reason: string | null
  },
  actor: Actor,
): Promise<boolean> {
  const reference = lineReference(credit.bookedOn, credit.lineId)
  const taken = await takeBackPayment(tx, { clock }, tenant, credit.number, actor, reference)
  const at = clock.now()
  const to = { creditId: credit.lineId, reason, by: reason === null ? null : actor.id, at }
  if (!(await assignReversal(tx, tenant, debit.lineId, to))) {
    if (taken.kind === 'taken-back') throw new Error('A line was assigned meanwhile')
    return false
  }
  await audit(tx, tenant, {
    at,
    actor,
    action: 'bank-line-assigned',
    subjectKind: 'bank-file',
    subjectId: debit.lineId,
    details: { cents: debit.cents },
    change: { before: { bankLine: null }, after: { bankLine: 'reversal' } },
  })
  return true
}

function textOf({ keys }: Pick<Deps, 'keys'>, tenant: string, { lineId, words }: OpenDebit) {
  return openLineWords({ keys }, tenant, { line_id: lineId, words_encrypted: words }).text
}
