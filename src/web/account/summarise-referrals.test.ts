import { expect, test } from 'vitest'
import { summarise, type OwnReferral } from './summarise-referrals.ts'

const referral = (
  reward: Partial<OwnReferral['reward']>,
  more: Partial<OwnReferral> = {},
): OwnReferral => ({
  number: 'A',
  hex: 'b',
  product: 'Ökostrom',
  status: 'Freigegeben',
  createdOn: '2026-11-01',
  validUntil: '2026-12-31',
  clicks: 0,
  link: 'https://x.example',
  recipients: [],
  reward: { cents: 0, status: null, dueOn: null, id: null, ...reward },
  ...more,
})

test('money is counted once: as paid, as on its way, or not at all', () => {
  const { paidCents, comingCents } = summarise([
    referral({ cents: 5000, status: 'Ausgezahlt' }),
    referral({ cents: 100, status: 'Offen' }),
    referral({ cents: 20, status: 'Bereitgestellt' }),
    referral({ cents: 3, status: 'Abgeholt' }),
    referral({ cents: 70_000, status: 'Storniert' }),
    referral({ cents: 80_000, status: 'Abgelaufen' }),
    referral({ cents: 90_000, status: null }), // what one order would earn: nobody has earned it yet
  ])
  expect({ paidCents, comingCents }).toEqual({ paidCents: 5000, comingCents: 123 })
})

test('the next payment is everything that is due on the next day', () => {
  const { next } = summarise([
    referral({ cents: 1, status: 'Abgeholt', dueOn: '2027-01-05' }),
    referral({ cents: 20, status: 'Abgeholt', dueOn: '2026-12-15' }),
    referral({ cents: 300, status: 'Abgeholt', dueOn: '2026-12-15' }),
    referral({ cents: 4000, status: 'Ausgezahlt', dueOn: '2026-10-01' }),
  ])
  expect(next).toEqual({ on: '2026-12-15', cents: 320 })
  expect(summarise([]).next).toBeNull()
})

test('a reward that waits to be collected says until when', () => {
  const recipient = {
    initials: 'A. W.',
    step: 'reward-received',
    steps: [],
    waitsFor: 'choose-reward',
    nextOn: '2027-10-20',
  }
  const { toCollect } = summarise([
    referral({ cents: 2500, status: 'Bereitgestellt', id: 'R4' }, { recipients: [recipient] }),
  ])
  expect(toCollect).toEqual([{ id: 'R4', cents: 2500, product: 'Ökostrom', until: '2027-10-20' }])
})
