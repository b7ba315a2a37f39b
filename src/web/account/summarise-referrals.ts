import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'

export type OwnReferral = AnswerOf<Endpoints['listOwnReferrals']>[number]
export type OwnReward = NonNullable<OwnReferral['rewards']>[number]

export type Summary = {
  paidCents: number // without clawed-back money
  claimedBackCents: number // paid or on its way, to be repaid: the contract was cancelled
  comingCents: number // collected, not yet paid
  expectedCents: number // in addition: from confirmed contracts that may still be cancelled
  next: { on: string; cents: number } | null // the next expected payment
  atTheBank: boolean // the payment day has passed without news from the bank
  preparing: boolean // earned, not yet provided: in preparation or review
  checking: boolean // collected and in review
  // `product` is null for goodwill
  toCollect: {
    id: string
    cents: number
    product: string | null
    until: string | null
    problem: string | null // why the bank returned the last payment
  }[]
}

/** The personal area's summary: what was paid, what is on its way, and when it arrives. */
export function summarise(referrals: OwnReferral[]): Summary {
  const all = referrals.flatMap(({ rewards: own = [] }) => own)
  const rewards = all.filter(({ claimedBack }) => !claimedBack)
  const collected = rewards.filter(({ status }) => status === 'Abgeholt')
  const expected = collected.flatMap(({ expectedOn, cents }) =>
    expectedOn ? [{ on: expectedOn, cents }] : [],
  )
  const first = expected.map(({ on }) => on).sort()[0]
  const expectedCents = sum(referrals.map(({ expectedCents: cents = 0 }) => ({ cents })))
  return {
    claimedBackCents: sum(all.filter(({ claimedBack }) => claimedBack)),
    paidCents: sum(rewards.filter(({ status }) => status === 'Ausgezahlt')),
    comingCents: sum(collected),
    expectedCents,
    next: first ? { on: first, cents: sum(expected.filter(({ on }) => on === first)) } : null,
    atTheBank: collected.some(({ expectedOn, dueOn }) => dueOn !== null && !expectedOn),
    preparing: rewards.some(({ status }) => status === 'Offen'),
    checking: collected.some(({ expectedOn, dueOn }) => dueOn === null && !expectedOn),
    toCollect: referrals.flatMap(({ rewards: own = [], product, goodwill }) =>
      own
        .filter(({ status }) => status === 'Bereitgestellt')
        .map(({ id, cents, expiresOn, product: ordered, payoutProblem }) => ({
          id,
          cents,
          product: goodwill ? null : (ordered ?? product),
          until: expiresOn,
          problem: payoutProblem ?? null,
        })),
    ),
  }
}

/** Whether another one is for the same product, so that only the code tells them apart. */
export const hasTwin = ({ number, product }: OwnReferral, all: readonly OwnReferral[]): boolean =>
  all.some((other) => other.product === product && other.number !== number)

const sum = (amounts: { cents: number }[]) => amounts.reduce((all, { cents }) => all + cents, 0)

const finished = new Set(['Gezahlt', 'Abgelaufen', 'Storniert'])

export const isFinished = ({ status }: Pick<OwnReferral, 'status'>) => finished.has(status)
