import { localDate } from './dates.ts'
import type { CustomerDays, ReviewReason } from './eligibility.ts'
import type { RefusalReason } from './refusal.ts'
import type { Localised } from './tenant.ts'

// What is said about money that has not come: why, until when, and who decides. The rules are in why-reward.ts and why-waiting.ts.

/** Why something waits, the most urgent first. */
export const waitReasons = [
  'payment-held', // only the bank can explain a failed payment
  'blocked',
  'claimed-back', // whatever else comes may be set off against it
  'review-late', // no answer by the promised day
  'review',
  'appeal-late', // an objection to a refusal, no answer by the promised day
  'appeal',
  'question', // the review waits for the person's answer
  'missing-late', // a contract said to be missing, no answer by the promised day
  'missing',
  'due-late', // its day is over, and it is in no batch
  'bank-data', // the bank refused the account that was given
  'collect',
  'claim', // made without log-in, and not taken over yet
  'bank-back', // failed or came back by somebody's file, which a second person has not confirmed
  'bank-late', // at the bank for longer than planned, without an answer
  'at-bank',
  'due',
  'unclaimed', // a contact's, whose referrer has not taken over
  'providing',
  'order-confirmed',
  'order-reported',
  'confirm', // the own entry as a contact
  'contact-confirm',
  'no-contract',
  'own-contract', // the person is the confirmed contact
  'no-contact',
] as const
export type WaitReason = (typeof waitReasons)[number]

/** How something ended. */
export const endReasons = [
  'refused',
  'capped',
  'kept', // released, and all of it went to the referrer
  'given', // released, and all of it went to the contact
  'no-share-kept', // nothing to wait for: all of it will go to the referrer
  'no-share-given',
  'cancelled',
  'contract-cancelled', // and the reward with it, before it was paid
  'order-cancelled', // before anything was earned
  'paid-back', // what was claimed back: by a transfer of its person
  'returned', // by the bank
  'set-off',
  'written-off',
  'expired',
  'paid',
  'ended',
] as const
export type EndReason = (typeof endReasons)[number]

export type Decider =
  | 'person'
  | 'contact'
  | 'provider'
  | 'review'
  | 'second' // who did not decide before
  | 'approver' // whoever approves what somebody proposed: of the review or of payouts
  | 'payouts'
  | 'bank'
  | 'support'
  | 'nobody' // it goes on by itself

export type ProposedRepayment = { cents: number; paidOn: string } // ISO day

/** How money is got back: nobody transfers anything, and nothing is set off, before they were told how. */
export type Repayment = {
  state: 'at-bank' | 'untold' | 'told' | 'proposed' | 'repaid' // at the bank: not paid yet; proposed: to write it off
  repaid: ProposedRepayment | null // has come, and a second person looks at it
  toldOn: string | null // ISO day of the last reminder
  setOffFrom: string | null // ISO day
  byItself: boolean // whether the tenant sets off then
  reference: Localised | null // of a transfer; null: none is to be made
}

/** What support can do about it. */
export type NextBest = 'unblock' | 'reward-mail' | 'access-mail' | 'confirm-mail'

export type Wait = {
  why: WaitReason | EndReason | 'nothing'
  count: number // promises of this kind
  cents: number | null // null: no amount yet
  until: string | null // ISO day; of an end, of what is late and of what is asked back: when it was
  daysLate: number | null // of what was promised for a day
  collectBy: string | null // ISO day; of what is reviewed and can be collected meanwhile
  decides: Decider
  claimMonths: number | null // after its contract, to say that it is missing
  next: NextBest | null
  reasons: ReviewReason[]
  days: CustomerDays | null // of a review because of an earlier contract
  problem: string | null // the bank's code
  refusal: RefusalReason | null
  takenAs: 'cash' | 'voucher' | 'set-off' | null // of what was paid
  shop: Localised | null // of a voucher
  objection: 'open' | 'over' | 'granted' | 'rejected' | null // of its person to the refusal
  objectBy: string | null // ISO day; the last one of it
  repayment: Repayment | null // of what is claimed back
  reportedOn: string | null // ISO day: a code of its voucher is said to be faulty, and a second person decides
  kept: { on: string; why: Localised } | null // that was reported, and is not replaced
}

/** Without how much it is about. */
export type Kind = Omit<Wait, 'count' | 'cents'>

export const kind = (
  why: Wait['why'],
  decides: Decider,
  more: Partial<Omit<Kind, 'why' | 'decides'>> = {},
): Kind => ({
  why,
  decides,
  until: null,
  daysLate: null,
  collectBy: null,
  claimMonths: null,
  next: null,
  reasons: [],
  days: null,
  problem: null,
  refusal: null,
  takenAs: null,
  shop: null,
  objection: null,
  objectBy: null,
  repayment: null,
  reportedOn: null,
  kept: null,
  ...more,
})

export const day = (text: string) => Temporal.PlainDate.from(text)
export const dayOf = (at: Temporal.Instant) => localDate(at).toString()

/** What was promised for a day that is over. */
export const late = (until: string, today: Temporal.PlainDate) => ({
  until,
  daysLate: day(until).until(today).days,
})
export const isBefore = (one: string | null, today: Temporal.PlainDate): one is string =>
  one !== null && one < today.toString()
