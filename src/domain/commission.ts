import type { Account, Posting } from './ledger.ts'
import type { Cents } from './money.ts'

// A sales partner's commission, net: by the newest plan of the product group on the contract day. Credit notes pay it monthly
// (decisions 227 and 229).

export type CommissionPlan = {
  planId: string
  group: string // of products
  cents: Cents
  validFrom: string // ISO date
}

/** The plan of a product group on the contract date: the newest valid one; null: the group earns nothing. */
export function planOn(
  plans: readonly CommissionPlan[],
  group: string,
  contractOn: string,
): CommissionPlan | null {
  return plans
    .filter((plan) => plan.group === group && plan.validFrom <= contractOn)
    .reduce<CommissionPlan | null>(
      (newest, plan) => (newest && newest.validFrom >= plan.validFrom ? newest : plan),
      null,
    )
}

/** VAT on a partner's commissions; none for a small business (section 19 UStG). */
export const partnerVat = (partner: { smallBusiness: boolean }, percent: number): number =>
  partner.smallBusiness ? 0 : percent

/** Events of a credit note or correction; each has a posting (with VAT) in the ledger of documents. */
const noteMoves = {
  written: ['programme', 'payable'],
  'claimed-for-payout': ['payable', 'in-transit'],
  settled: ['in-transit', 'paid-bank'],
  'settled-undone': ['paid-bank', 'in-transit'],
  rejected: ['in-transit', 'payable'],
  returned: ['paid-bank', 'payable'],
} as const satisfies Record<string, readonly [Account, Account]>
export type NoteEvent = keyof typeof noteMoves

/** Two postings with sum zero. @param signed the document's total; negative for a correction */
export function postingsForNote(event: NoteEvent, signed: Cents): Posting[] {
  if (!Number.isSafeInteger(signed) || signed === 0)
    throw new RangeError(`nothing to post: ${signed}`)
  const [from, to] = noteMoves[event]
  return [
    { account: from, cents: -signed },
    { account: to, cents: signed },
  ]
}

/** A document's total with its sign for the partner. */
export const signedTotal = (note: { kind: string; totalCents: Cents }): Cents =>
  note.kind === 'self-billed' ? note.totalCents : -note.totalCents
