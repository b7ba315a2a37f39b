import { expect, test } from 'vitest'
import { hasTwin, summarise, type OwnReferral, type OwnReward } from './summarise-referrals.ts'

const reward = (own: Partial<OwnReward>): OwnReward => ({
  id: 'R1',
  cents: 0,
  status: 'Offen',
  dueOn: null,
  expiresOn: null,
  ...own,
})

const referral = (rewards: Partial<OwnReward>[], more: Partial<OwnReferral> = {}): OwnReferral => ({
  number: 'A',
  hex: 'b',
  code: 'AB2C-D3EF',
  product: 'Ökostrom',
  status: 'Freigegeben',
  createdOn: '2026-11-01',
  validUntil: '2026-12-31',
  clicks: 0,
  link: 'https://x.example',
  recipients: [],
  reward: { cents: 0, status: null, dueOn: null, id: null },
  rewards: rewards.map(reward),
  ...more,
})

test('on its way is what was collected and is not paid: what waits to be collected or made ready is not', () => {
  const { paidCents, comingCents } = summarise([
    referral([
      { cents: 5000, status: 'Ausgezahlt' },
      { cents: 100, status: 'Offen' }, // a second contract of the same referral
    ]),
    referral([{ cents: 20, status: 'Bereitgestellt' }]),
    referral([{ cents: 3, status: 'Abgeholt' }]),
    referral([{ cents: 70_000, status: 'Storniert' }]),
    referral([{ cents: 80_000, status: 'Abgelaufen' }]),
    // What one order would earn; nothing is earned yet.
    referral([], { reward: { cents: 90_000, status: null, dueOn: null, id: null } }),
  ])
  expect({ paidCents, comingCents }).toEqual({ paidCents: 5000, comingCents: 3 })
})

test('what a confirmed contract lets expect is told beside what is on its way', () => {
  const { comingCents, expectedCents } = summarise([
    referral([{ cents: 2500, status: 'Abgeholt' }], { expectedCents: 2500 }),
    referral([], { expectedCents: 0 }),
  ])
  expect({ comingCents, expectedCents }).toEqual({ comingCents: 2500, expectedCents: 2500 })
})

test('the next payment is everything that is expected on the next day', () => {
  const { next } = summarise([
    referral([{ cents: 1, status: 'Abgeholt', expectedOn: '2027-01-05' }]),
    referral([{ cents: 20, status: 'Abgeholt', expectedOn: '2026-12-15' }]),
    referral([{ cents: 300, status: 'Abgeholt', expectedOn: '2026-12-15' }]),
    referral([{ cents: 4000, status: 'Ausgezahlt', expectedOn: '2026-10-01' }]),
    referral([{ cents: 50_000, status: 'Abgeholt', expectedOn: '2026-12-01', claimedBack: true }]),
  ])
  expect(next).toEqual({ on: '2026-12-15', cents: 320 })
  expect(summarise([]).next).toBeNull()
})

test('a payment whose day has passed is at the bank, without a day', () => {
  const late = { status: 'Abgeholt', dueOn: '2026-12-15' } as const
  expect(summarise([referral([late])])).toMatchObject({ next: null, atTheBank: true })
  const onTime = { ...late, expectedOn: '2026-12-16' }
  expect(summarise([referral([onTime])])).toMatchObject({ atTheBank: false })
})

test('a collected reward without a payment day is being checked', () => {
  const held = referral([{ status: 'Abgeholt' }])
  expect(summarise([held])).toMatchObject({ next: null, atTheBank: false, checking: true })
  const approved = referral([{ status: 'Abgeholt', dueOn: '2026-12-15', expectedOn: '2026-12-16' }])
  expect(summarise([approved])).toMatchObject({ checking: false })
})

test('two referrals of one product look alike, one of each does not', () => {
  const [one, two] = [referral([]), referral([], { number: 'B' })]
  expect(hasTwin(one, [one, two])).toBe(true)
  expect(hasTwin(one, [one, referral([], { number: 'C', product: 'Gas' })])).toBe(false)
})

test('what is claimed back is neither received nor on its way', () => {
  const claimed = referral([
    { cents: 20, status: 'Ausgezahlt', claimedBack: true },
    { cents: 300, status: 'Abgeholt', expectedOn: '2026-12-15', claimedBack: true },
    { cents: 4000, status: 'Ausgezahlt' },
  ])
  expect(summarise([claimed])).toMatchObject({
    paidCents: 4000,
    comingCents: 0,
    claimedBackCents: 320,
    next: null,
  })
})

test('every reward that waits to be collected says until when, goodwill included', () => {
  const { toCollect, comingCents } = summarise([
    referral([
      { id: 'R4', cents: 2500, status: 'Bereitgestellt', expiresOn: '2027-10-20' },
      { id: 'R5', cents: 2500, status: 'Bereitgestellt', expiresOn: '2027-10-21' },
    ]),
    referral([{ id: 'R6', cents: 700, status: 'Bereitgestellt', expiresOn: '2027-10-22' }], {
      number: '',
      product: '',
      goodwill: true,
    }),
  ])
  expect(toCollect).toEqual([
    { id: 'R4', cents: 2500, product: 'Ökostrom', until: '2027-10-20', problem: null },
    { id: 'R5', cents: 2500, product: 'Ökostrom', until: '2027-10-21', problem: null },
    { id: 'R6', cents: 700, product: null, until: '2027-10-22', problem: null },
  ])
  expect(comingCents).toBe(0)
})
