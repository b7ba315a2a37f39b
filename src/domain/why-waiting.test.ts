import { expect, test } from 'vitest'
import { endReasons, type EndReason, type Wait } from './wait.ts'
import type { OpenReward } from './why-reward.ts'
import {
  whyWaiting,
  type EmptyOrder,
  type OpenOrder,
  type OpenReferral,
  type Situation,
} from './why-waiting.ts'

const today = Temporal.PlainDate.from('2026-11-10')
const at = (day: string) => Temporal.Instant.from(`${day}T09:00:00Z`)

const open: OpenReward = {
  side: 'referrer',
  cents: 5_000,
  setOffCents: 0,
  state: 'open',
  review: 'none',
  reviewReasons: [],
  answerBy: null,
  askedUntil: null,
  appealed: false,
  refusal: null,
  objection: null,
  owned: true,
  releasedAt: at('2026-11-01'),
  expiresOn: null,
  dueOn: null,
  atBank: false,
  executionOn: null,
  problem: null,
  claimedBackAt: null,
  claimSettledAt: null,
  claimOutcome: null,
  repaidOn: null,
  contractCancelled: false,
  clawback: null,
  takenAs: null,
  shop: null,
  reportedAt: null,
  endedAt: null,
}
const made: OpenReferral = {
  side: 'referrer',
  cents: 5_000,
  hasShare: true,
  isOver: false,
  contacts: 0,
  confirmed: 0,
  until: '2026-12-31',
}
const received: OpenReferral = { ...made, side: 'recipient', contacts: 1 }

const ordered = { side: 'recipient', cents: 1, hasShare: true } as const

const tell = (more: Partial<Situation>) =>
  whyWaiting({
    today,
    blockedOn: null,
    unclaimedDays: 14,
    rewardMonths: 12,
    claimMonths: 6,
    setsOffByItself: false,
    rewards: [],
    orders: [],
    referrals: [],
    empty: [],
    cancelled: [],
    claims: [],
    ...more,
  })
const reward = (more: Partial<OpenReward>, all: Partial<Situation> = {}) =>
  tell({ rewards: [{ ...open, ...more }], ...all }).first
const facts = ({ why, until, decides, next }: Wait) => [why, until, decides, next]

const due = { state: 'collected', dueOn: '2026-11-20' } as const
const refused = {
  state: 'cancelled',
  review: 'refused',
  endedAt: at('2026-11-03'),
  appealed: true,
} as const
const provided = { state: 'provided', expiresOn: '2027-11-09' } as const

const settled = (claimOutcome: OpenReward['claimOutcome'], repaidOn: string | null = null) => ({
  ...open,
  state: 'paid' as const,
  claimedBackAt: at('2026-07-20'),
  claimSettledAt: at('2026-08-01'),
  claimOutcome,
  repaidOn,
})

/** Somebody of whom each end is true. */
const ends: Record<Exclude<EndReason, 'ended'>, Partial<Situation>> = {
  refused: { rewards: [{ ...open, ...refused, appealed: false }] },
  capped: { empty: [{ side: 'referrer', on: '2026-08-01', hasShare: true }] },
  kept: { empty: [{ side: 'recipient', on: '2026-08-01', hasShare: false }] },
  given: { empty: [{ side: 'referrer', on: '2026-08-01', hasShare: false }] },
  'no-share-kept': {
    orders: [{ ...ordered, state: 'reported', hasShare: false, releasableOn: null }],
  },
  'no-share-given': {
    orders: [
      { ...ordered, side: 'referrer', state: 'reported', hasShare: false, releasableOn: null },
    ],
  },
  cancelled: { rewards: [{ ...open, state: 'cancelled', endedAt: at('2026-08-01') }] },
  'contract-cancelled': {
    rewards: [{ ...open, state: 'cancelled', endedAt: at('2026-08-01'), contractCancelled: true }],
  },
  'paid-back': { rewards: [settled('recovered', '2026-07-31')] },
  returned: { rewards: [settled('recovered')] },
  'set-off': { rewards: [settled('set-off')] },
  'written-off': { rewards: [settled('written-off')] },
  'order-cancelled': { cancelled: [{ cents: 5_000, on: '2026-08-01', refusal: null }] },
  expired: { rewards: [{ ...open, state: 'expired', expiresOn: '2026-08-01' }] },
  paid: { rewards: [{ ...open, state: 'paid', endedAt: at('2026-08-01') }] },
}

test.each<[string, Partial<OpenReward>, unknown[]]>([
  ['was just earned', {}, ['providing', '2026-11-10', 'nobody', null]],
  [
    'is under review',
    { review: 'held', answerBy: '2026-11-24' },
    ['review', '2026-11-24', 'review', null],
  ],
  ['was approved', { review: 'approved' }, ['providing', '2026-11-10', 'nobody', null]],
  ['can be collected', provided, ['collect', '2027-11-09', 'person', 'reward-mail']],
  [
    'can be collected today for the last time',
    { ...provided, expiresOn: '2026-11-10' },
    ['collect', '2026-11-10', 'person', 'reward-mail'],
  ],
  [
    'could be collected until yesterday',
    { ...provided, expiresOn: '2026-11-09' },
    ['expired', '2026-11-09', 'nobody', null],
  ],
  ['expired', { ...provided, state: 'expired' }, ['expired', '2027-11-09', 'nobody', null]],
  [
    'needs another account',
    { ...provided, problem: 'AC04' },
    ['bank-data', '2027-11-09', 'person', 'reward-mail'],
  ],
  ['is due', due, ['due', '2026-11-23', 'nobody', null]], // a Friday: executed on Monday
  [
    'was due, and no batch has been made',
    { ...due, dueOn: '2026-11-02' },
    ['due-late', '2026-11-02', 'payouts', null],
  ],
  [
    'is under review, as the bank account is shared',
    { ...due, review: 'held', answerBy: '2026-11-24' },
    ['review', '2026-11-24', 'review', null],
  ],
  ['is due today', { ...due, dueOn: '2026-11-10' }, ['due', '2026-11-11', 'nobody', null]],
  [
    'is under review until today',
    { review: 'held', answerBy: '2026-11-10' },
    ['review', '2026-11-10', 'review', null],
  ],
  [
    'is under review, and can be collected meanwhile',
    { ...provided, review: 'held', answerBy: '2026-11-24' },
    ['review', '2026-11-24', 'review', null],
  ],
  [
    'is under review for longer than promised',
    { review: 'held', answerBy: '2026-11-09' },
    ['review-late', '2026-11-09', 'review', null],
  ],
  [
    'failed for a reason of the bank',
    { ...due, dueOn: null },
    ['payment-held', null, 'payouts', null],
  ],
  [
    'is at the bank',
    { ...due, atBank: true, executionOn: '2026-11-11' },
    ['at-bank', '2026-11-11', 'bank', null],
  ],
  [
    'should have arrived',
    { ...due, atBank: true, executionOn: '2026-11-09' },
    ['bank-late', '2026-11-09', 'payouts', null],
  ],
  [
    'came to nothing by a file, which nobody has confirmed',
    { ...due, atBank: true, executionOn: '2026-11-09', backAt: at('2026-11-08') },
    ['bank-back', '2026-11-08', 'approver', null],
  ],
  [
    'was paid and came back by a file, which nobody has confirmed',
    { state: 'paid', endedAt: at('2026-11-03'), backAt: at('2026-11-08') },
    ['bank-back', '2026-11-08', 'approver', null],
  ],
  [
    'was paid',
    { state: 'paid', endedAt: at('2026-11-03') },
    ['paid', '2026-11-03', 'nobody', null],
  ],
  [
    'was cancelled',
    { state: 'cancelled', endedAt: at('2026-11-03') },
    ['cancelled', '2026-11-03', 'nobody', null],
  ],
  [
    'was refused',
    { state: 'cancelled', review: 'refused', refusal: 'duplicate', endedAt: at('2026-11-03') },
    ['refused', '2026-11-03', 'nobody', null],
  ],
  [
    'is under review, and its owner is asked something',
    { review: 'held', answerBy: '2026-11-24', askedUntil: '2026-11-17' },
    ['question', '2026-11-17', 'person', null],
  ],
  [
    'is under review again, as nobody answered in time',
    { review: 'held', answerBy: '2026-11-24', askedUntil: '2026-11-10' },
    ['review', '2026-11-24', 'review', null],
  ],
  [
    'was refused, and who objected is asked something',
    { ...refused, answerBy: '2026-11-24', askedUntil: '2026-11-17' },
    ['question', '2026-11-17', 'person', null],
  ],
  [
    'was refused, and its owner objected',
    { ...refused, answerBy: '2026-11-24' },
    ['appeal', '2026-11-24', 'second', null],
  ],
  [
    'was refused, and the objection is not answered by the promised day',
    { ...refused, answerBy: '2026-11-09' },
    ['appeal-late', '2026-11-09', 'second', null],
  ],
  [
    'is asked back',
    { state: 'paid', endedAt: at('2026-11-03'), claimedBackAt: at('2026-11-05') },
    ['claimed-back', '2026-11-05', 'support', null],
  ],
  [
    'is asked back while at the bank',
    { ...due, atBank: true, claimedBackAt: at('2026-11-05') },
    ['claimed-back', '2026-11-05', 'bank', null],
  ],
  [
    'was given back',
    { state: 'paid', claimedBackAt: at('2026-11-05'), claimSettledAt: at('2026-11-08') },
    ['contract-cancelled', '2026-11-08', 'nobody', null],
  ],
  [
    'is of a recommendation that nobody took over',
    { owned: false },
    ['claim', '2027-11-01', 'person', 'access-mail'],
  ],
  [
    'is a contact’s, whose referrer did not take over',
    { owned: false, side: 'recipient' },
    ['unclaimed', '2026-11-15', 'nobody', null],
  ],
  [
    'is a contact’s, and the days of waiting are over',
    { owned: false, side: 'recipient', releasedAt: at('2026-10-01') },
    ['unclaimed', '2026-11-10', 'nobody', null],
  ],
])('a reward that %s says why, until when and who decides', (_, more, expected) => {
  expect(facts(reward(more))).toEqual(expected)
})

test('a refusal, a review and a refused account say their reasons', () => {
  const refusal = reward({ state: 'cancelled', review: 'refused', refusal: 'own-contract' })
  expect(refusal.refusal).toBe('own-contract')
  expect(
    reward({ review: 'held', reviewReasons: ['yearly-limit', 'same-household'] }).reasons,
  ).toEqual(['same-household', 'yearly-limit'])
  expect(reward({ ...provided, problem: 'AC04' }).problem).toBe('AC04')
  const held = { review: 'held', answerBy: '2026-11-24' } as const
  expect(reward({ ...provided, ...held }).collectBy).toBe('2027-11-09')
  expect(reward({ ...due, ...held }).collectBy).toBe(null)
})

test('a refusal says until when its person may object: to the last day, once, and not what the programme cancelled', () => {
  const said = (objection: OpenReward['objection'], today = '2026-11-10') => {
    const { objection: is, objectBy } = reward(
      { state: 'cancelled', review: 'refused', objection, endedAt: at('2026-11-03') },
      { today: Temporal.PlainDate.from(today) },
    )
    return [is, objectBy]
  }
  expect(said('possible')).toEqual(['open', '2026-11-17'])
  expect(said('possible', '2026-11-17')).toEqual(['open', '2026-11-17'])
  expect(said('possible', '2026-11-18')).toEqual(['over', '2026-11-17'])
  for (const decided of ['granted', 'rejected'] as const)
    expect(said(decided)).toEqual([decided, null])
  expect(said(null)).toEqual([null, null])
  // At 23:30 UTC it is the next day in Berlin.
  const late = { state: 'cancelled', review: 'refused', objection: 'possible' } as const
  expect(reward({ ...late, endedAt: Temporal.Instant.from('2026-11-03T23:30:00Z') }).objectBy).toBe(
    '2026-11-18',
  )
  for (const [state, more] of [
    ['paid', { endedAt: at('2026-11-03') }],
    ['cancelled', { endedAt: at('2026-11-03') }],
  ] as const)
    expect(reward({ state, ...more, objection: 'possible' }).objection).toBe(null)
})

test('what is asked back comes before what may be set off with it, with what is left of it, and says what its person was told', () => {
  const reference = { de: 'Rückzahlung A12', en: 'Repayment A12' }
  const owed = { leftCents: 3_000, remindedAt: null, proposed: null, reference }
  const asked = (clawback: OpenReward['clawback'], more: Partial<OpenReward> = {}) => ({
    ...open,
    state: 'paid' as const,
    claimedBackAt: at('2026-11-05'),
    clawback,
    ...more,
  })
  const { first, rest } = tell({
    rewards: [{ ...open, ...provided }, { ...open, review: 'held' }, asked(owed)],
  })
  expect([first.why, first.cents, first.decides]).toEqual(['claimed-back', 3_000, 'support'])
  expect(rest.map(({ why }) => why)).toEqual(['review', 'collect'])
  const said = (one: OpenReward, setsOffByItself = false) =>
    tell({ rewards: [one], setsOffByItself }).first
  const none = { repaid: null, toldOn: null, setOffFrom: null, byItself: false, reference: null }
  const untold = { state: 'untold', ...none }
  expect(first.repayment).toEqual(untold)
  const told = { ...owed, remindedAt: at('2026-11-05') }
  const days = { repaid: null, toldOn: '2026-11-05', setOffFrom: '2026-11-19', reference }
  expect(said(asked(told)).repayment).toEqual({ state: 'told', ...days, byItself: false })
  expect(said(asked(told), true).repayment).toEqual({ state: 'told', ...days, byItself: true })
  // Each is a transfer of its own.
  const another = { ...told, reference: { de: 'Rückzahlung B34', en: 'Repayment B34' } }
  const both = tell({ rewards: [asked(told), asked(another), asked(told)] })
  expect(
    [both.first, ...both.rest].map((one) => [one.count, one.repayment?.reference?.de]),
  ).toEqual([
    [2, 'Rückzahlung A12'],
    [1, 'Rückzahlung B34'],
  ])
  const proposed = said(asked({ ...told, proposed: 'write-off' }))
  expect([proposed.decides, proposed.repayment?.state, proposed.repayment?.reference]).toEqual([
    'approver',
    'proposed',
    null,
  ])
  const repayment = { cents: 3_000, paidOn: '2026-11-09' }
  const repaid = said(asked({ ...told, proposed: repayment }))
  expect([repaid.decides, repaid.repayment?.state, repaid.repayment?.repaid]).toEqual([
    'approver',
    'repaid',
    repayment,
  ])
  const atBank = said(asked(null, { ...due, atBank: true, executionOn: '2026-11-11' }))
  expect([atBank.decides, atBank.cents, atBank.repayment?.state]).toEqual([
    'bank',
    5_000,
    'at-bank',
  ])
  for (const more of [{}, provided, due])
    expect(reward({ ...more, clawback: null }).repayment).toBe(null)
})

test('what was claimed back says how it came back, and what was cancelled with its contract says so', () => {
  const said = (more: Partial<OpenReward>) => {
    const { why, until } = reward({ state: 'paid', claimedBackAt: at('2026-11-01'), ...more })
    return [why, until]
  }
  const settled = { claimSettledAt: at('2026-11-08') }
  const paid = { ...settled, claimOutcome: 'recovered', repaidOn: '2026-11-06' } as const
  expect(said(paid)).toEqual(['paid-back', '2026-11-06'])
  expect(said({ ...paid, repaidOn: null })).toEqual(['returned', '2026-11-08'])
  for (const claimOutcome of ['set-off', 'written-off'] as const)
    expect(said({ ...paid, claimOutcome })).toEqual([claimOutcome, '2026-11-08'])
  const cancelled = { state: 'cancelled', endedAt: at('2026-11-03') } as const
  expect(reward({ ...cancelled, contractCancelled: true }).why).toBe('contract-cancelled')
  expect(reward(cancelled).why).toBe('cancelled')
})

test('of a voucher with a reported code a second person decides', () => {
  const paid = { state: 'paid', endedAt: at('2026-11-03'), takenAs: 'voucher' } as const
  const { why, decides, reportedOn } = reward({ ...paid, reportedAt: at('2026-11-05') })
  expect([why, decides, reportedOn]).toEqual(['paid', 'approver', '2026-11-05'])
  expect(reward(paid).reportedOn).toBeNull()
})

test('what was paid says how it was taken, and a sentence names what comes to its person without what was set off', () => {
  const paid = { state: 'paid', endedAt: at('2026-11-03') } as const
  const shop = { de: 'Buchladen', en: 'Bookshop' }
  const said = (more: Partial<OpenReward>) => {
    const { why, takenAs, shop: of, cents } = reward({ ...paid, ...more })
    return [why, takenAs, of, cents]
  }
  expect(said({ takenAs: 'cash' })).toEqual(['paid', 'cash', null, 5_000])
  expect(said({ takenAs: 'voucher', shop, setOffCents: 2_000 })).toEqual([
    'paid',
    'voucher',
    shop,
    3_000,
  ])
  expect(said({ takenAs: 'set-off', setOffCents: 5_000 })).toEqual(['paid', 'set-off', null, 5_000])
  // As it was taken matters to nobody while it waits.
  expect(reward({ ...due, takenAs: 'cash', setOffCents: 2_000 })).toMatchObject({
    cents: 3_000,
    takenAs: null,
  })
})

test('a block holds what its account has, but not what is at the bank, and nothing expires', () => {
  const blockedOn = '2026-11-01'
  const blocked = ['blocked', null, 'support', 'unblock']
  for (const more of [
    {},
    provided,
    due,
    { review: 'held' } as const,
    { ...provided, expiresOn: '2026-11-02' },
  ])
    expect(facts(reward(more, { blockedOn }))).toEqual(blocked)
  const sent = { ...due, atBank: true, executionOn: '2026-11-11' }
  const { first, rest } = tell({ rewards: [{ ...open, ...sent }], blockedOn })
  expect([facts(first), facts(rest[0]!)]).toEqual([
    blocked,
    ['at-bank', '2026-11-11', 'bank', null],
  ])
  expect(first.cents).toBe(null)
  // What the person has as a contact goes on.
  expect(reward({ side: 'recipient', ...provided }, { blockedOn }).why).toBe('blocked')
  const contact = tell({ rewards: [{ ...open, side: 'recipient', ...provided }], blockedOn })
  expect(contact.rest.map(({ why }) => why)).toEqual(['collect'])
})

test.each<[OpenOrder, unknown[]]>([
  [
    { ...ordered, state: 'reported', releasableOn: null },
    ['order-reported', null, 'provider', null],
  ],
  [
    { ...ordered, state: 'confirmed', releasableOn: '2026-12-01' },
    ['order-confirmed', '2026-12-01', 'provider', null],
  ],
  [
    { ...ordered, state: 'confirmed', releasableOn: '2026-11-01' },
    ['order-confirmed', '2026-11-10', 'provider', null],
  ],
])('an order %o waits', (order, expected) => {
  expect(facts(tell({ orders: [order] }).first)).toEqual(expected)
})

test.each<[OpenReferral, unknown[]]>([
  [made, ['no-contact', '2026-12-31', 'contact', null]],
  [{ ...made, contacts: 1 }, ['contact-confirm', '2026-12-31', 'contact', null]],
  [{ ...made, contacts: 2, confirmed: 1 }, ['no-contract', null, 'provider', null]],
  [{ ...made, isOver: true }, ['ended', '2026-12-31', 'nobody', null]],
  [received, ['confirm', '2026-12-31', 'person', 'confirm-mail']],
  [{ ...received, confirmed: 1 }, ['own-contract', null, 'provider', null]],
  [{ ...received, confirmed: 1, hasShare: false }, ['no-share-kept', null, 'nobody', null]],
  [{ ...received, hasShare: false }, ['confirm', '2026-12-31', 'person', 'confirm-mail']],
  [{ ...received, isOver: true }, ['ended', '2026-12-31', 'nobody', null]],
])('a recommendation %o waits', (referral, expected) => {
  expect(facts(tell({ referrals: [referral] }).first)).toEqual(expected)
})

test('what is late says for how many days', () => {
  const late = (more: Partial<OpenReward>) => reward(more).daysLate
  expect(late({ ...due, dueOn: '2026-10-05' })).toBe(36)
  expect(late({ review: 'held', answerBy: '2026-11-09' })).toBe(1)
  expect(late(due)).toBe(null)
})

test.each<[EmptyOrder['side'], Wait['why'], Wait['why']]>([
  ['recipient', 'no-share-kept', 'kept'],
  ['referrer', 'no-share-given', 'given'],
])(
  'a contract that leaves the %s nothing waits for nothing, and counts once released',
  (side, before, after) => {
    const open: OpenOrder = {
      ...ordered,
      side,
      cents: null,
      hasShare: false,
      state: 'confirmed',
      releasableOn: '2026-12-01',
    }
    expect(facts(tell({ orders: [open] }).first)).toEqual([before, null, 'nobody', null])
    const done = { side, on: '2026-11-05', hasShare: false }
    expect(facts(tell({ empty: [done] }).first)).toEqual([after, '2026-11-05', 'nobody', null])
    const { first, rest } = tell({ orders: [open], empty: [done], referrals: [made] })
    expect([first, ...rest].map(({ why }) => why)).toEqual(['no-contact', after])
  },
)

test('a contract that was cancelled before it earned anything is said with its day and its refusal', () => {
  const { first } = tell({ cancelled: [{ cents: 5_000, on: '2026-11-05', refusal: 'duplicate' }] })
  expect([...facts(first), first.refusal]).toEqual([
    'order-cancelled',
    '2026-11-05',
    'nobody',
    null,
    'duplicate',
  ])
  expect([first.objection, first.objectBy]).toEqual(['open', '2026-11-19'])
  const byProvider = tell({ cancelled: [{ cents: 5_000, on: '2026-11-05', refusal: null }] }).first
  expect(byProvider.objection).toBe(null)
})

test('whose contract is not reported yet hears for how long it can be said to be missing', () => {
  const months = (one: OpenReferral) => tell({ referrals: [one] }).first.claimMonths
  expect(months({ ...made, contacts: 1, confirmed: 1 })).toBe(6)
  expect(months({ ...received, confirmed: 1 })).toBe(6)
  expect(months(made)).toBe(null)
})

test('of somebody who has nothing it says so', () => {
  expect(tell({})).toEqual({
    first: expect.objectContaining({ why: 'nothing', count: 0 }),
    rest: [],
  })
})

test('alike promises are added up; others stay apart', () => {
  const held = { ...open, review: 'held', answerBy: '2026-11-24' } as const
  const { first, rest } = tell({
    rewards: [held, { ...held, cents: 2_500 }, { ...held, answerBy: '2026-11-20' }],
  })
  expect([first, ...rest].map(({ until, count, cents }) => [until, count, cents])).toEqual([
    ['2026-11-20', 1, 5_000],
    ['2026-11-24', 2, 7_500],
  ])
  expect(tell({ referrals: [{ ...made, cents: null }] }).first.cents).toBe(null)
})

test('the most urgent comes first, and what goes on by itself after what somebody has to do', () => {
  const { first, rest } = tell({
    rewards: [open, { ...open, ...due }, { ...open, ...provided }, { ...open, review: 'held' }],
    orders: [{ ...ordered, state: 'reported', releasableOn: null }],
    referrals: [made],
  })
  expect([first, ...rest].map(({ why }) => why)).toEqual([
    'review',
    'collect',
    'due',
    'providing',
    'order-reported',
    'no-contact',
  ])
})

test('if nothing waits, the newest end is said first, and a recommendation that led to nothing never before money, nor with an amount', () => {
  const paid = (day: string) => ({ ...open, state: 'paid', endedAt: at(day) }) as const
  const { first, rest } = tell({
    rewards: [paid('2026-03-01'), paid('2026-09-01')],
    referrals: [{ ...made, isOver: true, until: '2026-10-01' }],
    empty: [{ side: 'recipient', on: '2026-08-01', hasShare: true }],
  })
  expect([first, ...rest].map(({ why, until }) => [why, until])).toEqual([
    ['paid', '2026-09-01'],
    ['capped', '2026-08-01'],
    ['paid', '2026-03-01'],
  ])
  const over = { ...made, isOver: true } as const
  for (const why of endReasons) {
    if (why === 'ended') continue
    const { first: said } = tell({ ...ends[why], referrals: [over] })
    expect([why, said.why]).toEqual([why, why])
  }
  const alone = tell({ referrals: [over, { ...over, until: '2026-11-01' }] })
  expect([alone.first.why, alone.first.cents, alone.first.until]).toEqual([
    'ended',
    null,
    '2026-12-31',
  ])
  expect(alone.rest).toEqual([])
})

test('beside what waits, a refusal is told for sixty days', () => {
  const refused = (day: string) =>
    ({ ...open, state: 'cancelled', review: 'refused', endedAt: at(day) }) as const
  const why = (day: string) =>
    tell({ rewards: [refused(day)], referrals: [made, { ...made, isOver: true }] }).rest.map(
      (wait) => wait.why,
    )
  expect(why('2026-09-11')).toEqual(['refused'])
  expect(why('2026-09-10')).toEqual([])
})
