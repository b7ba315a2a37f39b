import { expect, test } from 'vitest'
import { afterFailure, payoutReason } from './bank-reasons.ts'
import { isPayeeCheck, payeeResult, payeeResults, reasonAfterCheck } from './payee-check.ts'
import { bankStatus } from './payout.ts'

test('no word of the check of payees is one about the order', () => {
  for (const code of ['RCVC', 'RVMC', 'RVNM', 'RVNA', 'RVCM', 'RVNC']) {
    expect(isPayeeCheck(code)).toBe(true)
    expect(bankStatus(code)).toBe('unknown')
  }
  for (const code of ['ACSC', 'RJCT', 'CANC', 'PART', 'PDNG', 'RCVD'])
    expect(isPayeeCheck(code)).toBe(false)
  expect(['RCVC', 'RVMC', 'RVNM', 'RVNA'].map(payeeResult)).toEqual(payeeResults)
  expect(payeeResult('RVCM')).toBeUndefined()
})

test('a cancelled order asks only those whose name the bank did not find, and a close match only with a name to confirm', () => {
  const after = payeeResults.map((result) =>
    [null, 'Mira Stern'].map((bank_spells) => reasonAfterCheck({ result, bank_spells })),
  )
  expect(after).toEqual([
    [null, null],
    ['payee-no-match', 'payee-close-match'],
    ['payee-no-match', 'payee-no-match'],
    [null, null],
  ])
  expect(reasonAfterCheck(undefined)).toBeNull()
  for (const code of ['payee-no-match', 'payee-close-match']) {
    expect(afterFailure([code], 'rejected')).toBe('ask')
    expect(payoutReason(code, 'en')).toContain('name')
  }
  expect(afterFailure(['cancelled-at-bank'], 'rejected')).toBe('retry')
})
