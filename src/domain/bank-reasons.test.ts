import { expect, test } from 'vitest'
import {
  afterFailure,
  bankReasonWords,
  payoutReason,
  reasonCodes,
  reasonsFor,
  reasonText,
} from './bank-reasons.ts'

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
    expect([code, afterFailure([code], 'rejected')]).toEqual([code, 'ask'])
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
  for (const code of ours) expect([code, afterFailure([code], 'rejected')]).toEqual([code, 'retry'])
})

test('reasons that risk paying twice or the wrong person, and unknown reasons, hold the payment', () => {
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
  for (const code of [...held, 'ZZ99', 'X-77', '', 'constructor', '__proto__'])
    for (const how of ['rejected', 'returned'] as const)
      expect([code, afterFailure([code], how)]).toEqual([code, 'hold'])
})

test('several reasons with one that holds or with different consequences hold the payment; so does no reason', () => {
  for (const how of ['rejected', 'returned'] as const)
    for (const codes of [
      [],
      ['FF01', 'AM05'],
      ['AC04', 'AM05'],
      ['AC04', 'ZZ99'],
      ['FF01', 'AC04'],
    ])
      expect([codes, afterFailure(codes, how)]).toEqual([codes, 'hold'])
  expect(afterFailure(['FF01', 'AM04'], 'rejected')).toBe('retry')
  expect(afterFailure(['AC04', 'AC06', 'AC04'], 'rejected')).toBe('ask')
  // Ours and the payee's when our bank refuses; both the payee's when theirs sends it back.
  expect(afterFailure(['AG01', 'AC04'], 'rejected')).toBe('hold')
  expect(afterFailure(['AG01', 'AC04'], 'returned')).toBe('ask')
})

test('a status has the reasons of every level that gives it; reasons beside PART or no status do not count', () => {
  const file = { status: 'RJCT', reasonCodes: ['AM05', 'FF01'] }
  const own = { status: 'RJCT', reasonCodes: ['FF01'] }
  expect(reasonsFor('RJCT', [own, file])).toEqual(['FF01', 'AM05'])
  expect(reasonsFor('ACSC', [own, file])).toEqual([])
  for (const status of ['PART', undefined]) {
    const vague = { status, reasonCodes: ['DU01'] }
    expect(reasonsFor('RJCT', [own, vague])).toEqual(['FF01', 'DU01'])
    expect(reasonsFor('RJCT', [{ status: 'RJCT' }, vague])).toEqual([])
  }
  expect(reasonsFor('RJCT', [own, { status: 'ACCP', reasonCodes: ['NARR'] }])).toEqual(['FF01'])
})

test('several reasons are stored as one text, and the first that asks for an account is shown', () => {
  expect([reasonText([]), reasonText(['AC04']), reasonText(['AC04', 'AM05'])]).toEqual([
    null,
    'AC04',
    'AC04, AM05',
  ])
  expect(reasonText(Array.from({ length: 12 }, (_, at) => `C${at}`))).toMatch(/C9, and 2 more$/)
  for (const kept of ['AC04, AM05', 'AM05, AC04', 'AC04, AC06'])
    expect(payoutReason(kept, 'en')).toBe('The account is closed.')
})

test('a kind of account is ours when our bank refuses, and the payee’s when theirs sends the money back', () => {
  expect(afterFailure(['AG01'], 'rejected')).toBe('retry')
  expect(afterFailure(['AG01'], 'returned')).toBe('ask')
  expect(payoutReason('AG01', 'en')).toContain('savings account')
})

test('each code of the published lists stands in the table once', () => {
  expect(reasonCodes.length).toBe(new Set(reasonCodes).size)
  for (const code of reasonCodes)
    expect(code).toMatch(
      /^([A-Z0-9]{4}|iban-(invalid|missing)|bic-missing|holder-letters|payee-(no|close)-match|cancelled-at-bank|not-sent)$/,
    )
  // ExternalStatusReason1Code and ExternalReturnReason1Code together, and eight of our own.
  expect(reasonCodes).toHaveLength(321)
})

test('a reason that asks for an account has its own text in both languages; all others share one', () => {
  const none = [payoutReason(null, 'de'), payoutReason('FF01', 'de'), payoutReason('ZZ99', 'de')]
  expect(new Set(none)).toEqual(new Set(['Die Bank hat die Zahlung nicht ausgeführt.']))
  for (const code of reasonCodes.filter((one) => afterFailure([one], 'rejected') === 'ask')) {
    expect(payoutReason(code, 'de')).not.toBe(none[0])
    expect(payoutReason(code, 'en')).not.toBe(payoutReason(code, 'de'))
  }
})

test('what a bank gave is said in words that can be read aloud, with its codes; a code without words is said as it is', () => {
  expect(bankReasonWords('AC04', 'de')).toBe('Das angegebene Konto ist geschlossen. (AC04)')
  expect(bankReasonWords('MS03, AM05', 'en')).toBe(
    'The bank gives no reason. (MS03) The bank takes the payment for a duplicate. (AM05)',
  )
  expect(bankReasonWords('X-77', 'de')).toBe('X-77')
  for (const locale of ['de', 'en'] as const)
    for (const code of reasonCodes)
      expect(bankReasonWords(code, locale)).not.toMatch(/\b(du|dein|Sie|Ihr|you)\b/)
})
