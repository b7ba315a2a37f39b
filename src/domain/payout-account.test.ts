import { expect, test } from 'vitest'
import {
  accountUseFrom,
  cannotApproveAccount,
  isAccountUsed,
  readPayoutAccount,
} from './payout-account.ts'

const current = {
  name: 'Sonnseite GmbH',
  iban: 'DE89 3704 0044 0532 0130 00',
  bic: 'COBADEFFXXX',
}
const other = { name: 'Sonnseite GmbH', iban: 'DE02500105170137075030', bic: 'INGDDEFFXXX' }

test('an account is kept as banks spell it', () => {
  const typed = {
    name: ' Sonnseite   GmbH ',
    iban: 'de02 5001 0517 0137 0750 30',
    bic: 'ingddeffxxx ',
  }
  expect(readPayoutAccount(typed, current)).toEqual({ account: other })
})

test.each([
  ['no name', { name: ' ' }, [{ field: 'name', problem: 'missing' }]],
  ['a long name', { name: 'x'.repeat(71) }, [{ field: 'name', problem: 'long' }]],
  ['a name in another script', { name: 'Компания' }, [{ field: 'name', problem: 'letters' }]],
  ['a wrong IBAN', { iban: 'DE03500105170137075030' }, [{ field: 'iban', problem: 'invalid' }]],
  ['no BIC', { bic: '' }, [{ field: 'bic', problem: 'missing' }]],
  ['no BIC at all', { bic: 'X' }, [{ field: 'bic', problem: 'invalid' }]],
  [
    'a bank of another country',
    { bic: 'BKAUATWWXXX' },
    [{ field: 'bic', problem: 'other-country' }],
  ],
])('%s is refused', (_, wrong, problems) => {
  expect(readPayoutAccount({ ...other, ...wrong }, current)).toEqual({ problems })
})

test('the account that pays already is no change, however it is spelled', () => {
  const typed = { ...current, iban: 'DE89370400440532013000' }
  expect(readPayoutAccount(typed, current)).toEqual({
    problems: [{ field: 'iban', problem: 'same' }],
  })
})

test('nobody approves what they proposed, nor what is over', () => {
  const open = { state: 'open', proposedBy: 'mia' } as const
  expect(cannotApproveAccount(open, 'mia')).toBe('own-proposal')
  expect(cannotApproveAccount(open, 'jan')).toBeNull()
  for (const state of ['approved', 'used', 'stopped'] as const)
    expect(cannotApproveAccount({ ...open, state }, 'jan')).toBe('over')
})

test('it is used seven whole days after the approval, also over a change of the clocks', () => {
  for (const at of ['2026-10-22T10:00:00Z', '2027-03-25T10:00:00Z', '2026-12-29T23:59:59Z']) {
    const approved = Temporal.Instant.from(at)
    const from = accountUseFrom(approved)
    expect(from.since(approved).total('hours')).toBe(168)
    expect(isAccountUsed(from, from.subtract({ milliseconds: 1 }))).toBe(false)
    expect(isAccountUsed(from, from)).toBe(true)
  }
})
