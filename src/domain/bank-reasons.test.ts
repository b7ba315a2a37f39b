import { expect, test } from 'vitest'
import { afterFailure, payoutReason, reasonCodes } from './bank-reasons.ts'

test('only a reason on the payee’s side asks for an account; one of our file or account pays again', () => {
  for (const code of [
    'AC01',
    'AC03',
    'AC04',
    'AC06',
    'AC07',
    'BE01',
    'BE06',
    'CNOR',
    'RC04',
    'MD07',
  ])
    expect([code, afterFailure(code, 'rejected')]).toEqual([code, 'ask'])
  const ours = [
    'FF01',
    'AM04',
    'AG01',
    'AC02',
    'AC05',
    'AC13',
    'AG07',
    'DNOR',
    'RR01',
    'RR02',
    'TM01',
    'DT01',
    'DS0H',
    'AB05',
  ]
  for (const code of ours) expect([code, afterFailure(code, 'rejected')]).toEqual([code, 'retry'])
})

test('what could pay twice or the wrong person, and what nobody knows, is held', () => {
  const held = [
    'AM05',
    'DUPL',
    'DU01',
    'DS15',
    'FOCR',
    'FRAD',
    'AM07',
    'RR04',
    'MS02',
    'MS03',
    'NARR',
    'CUST',
  ]
  for (const code of [...held, 'ZZ99', 'X-77', '', 'constructor', '__proto__', null])
    for (const how of ['rejected', 'returned'] as const)
      expect([code, afterFailure(code, how)]).toEqual([code, 'hold'])
})

test('a kind of account is ours when our bank refuses, and the payee’s when theirs sends the money back', () => {
  expect(afterFailure('AG01', 'rejected')).toBe('retry')
  expect(afterFailure('AG01', 'returned')).toBe('ask')
  expect(payoutReason('AG01', 'en')).toContain('savings account')
})

test('each code of the published lists stands in the table once', () => {
  expect(reasonCodes.length).toBe(new Set(reasonCodes).size)
  for (const code of reasonCodes)
    expect(code).toMatch(/^([A-Z0-9]{4}|iban-(invalid|missing)|holder-letters)$/)
  // ExternalStatusReason1Code and ExternalReturnReason1Code together, and three of our own.
  expect(reasonCodes).toHaveLength(316)
})

test('a reason that asks has words of its own in both languages; any other says that there was no payment', () => {
  const none = [payoutReason(null, 'de'), payoutReason('FF01', 'de'), payoutReason('ZZ99', 'de')]
  expect(new Set(none)).toEqual(new Set(['Die Bank hat die Zahlung nicht ausgeführt.']))
  for (const code of reasonCodes.filter((one) => afterFailure(one, 'rejected') === 'ask')) {
    expect(payoutReason(code, 'de')).not.toBe(none[0])
    expect(payoutReason(code, 'en')).not.toBe(payoutReason(code, 'de'))
  }
})
