import { expect, test } from 'vitest'
import {
  bankLineKinds,
  canReopen,
  assignableKinds,
  fitsDirection,
  isBookedAhead,
  isBookedByWords,
  namedIn,
  needsSecond,
  returnFee,
  reversedBy,
} from './bank-line.ts'

const numbers = ['80001-2026-1', '80001-2026-10', '80002-2026-1']

test.each([
  ['RE 80001-2026-1, danke', ['80001-2026-1']],
  ['re.80001 2026 1', ['80001-2026-1']],
  ['80001/2026/1 52,98 EUR', ['80001-2026-1']],
  ['80001-2026-10', ['80001-2026-10']],
  // Wrapped by the bank: it could be either.
  ['80001-2026-1 0', ['80001-2026-1', '80001-2026-10']],
  ['8000 1-2026-1', ['80001-2026-1']],
  ['80001-2026-1 und 80002-2026-1', ['80001-2026-1', '80002-2026-1']],
  ['80001-2026-1-2', []],
  ['Kunde 7-80001-2026-1', []],
  ['180001-2026-1', []],
])('a text names whole numbers alone: %s', (text, named) => {
  expect(namedIn(text, numbers)).toEqual(named)
})

test('a fee that the bank did not name is more than nothing and at most fifteen euros', () => {
  for (const [payment, line, fee] of [
    [5_000, 4_999, 1],
    [5_000, 3_500, 1_500],
    [5_000, 3_499, null],
    [5_000, 5_000, null],
    [5_000, 5_001, null],
    [1_000, 0, null],
    [1_000, -1, null],
  ] as const)
    expect([payment, line, returnFee(payment, line)]).toEqual([payment, line, fee])
})

const credit = (more: object = {}) => ({
  account: 'A',
  cents: 5298,
  bookedOn: '2026-12-10',
  reference: 'R-1' as string | null,
  number: '80001-2026-1',
  ...more,
})
const debit = (more: object = {}) => ({
  ...credit({ bookedOn: '2026-12-12', reference: 'R-2' }),
  isReturn: true,
  text: 'Rückgabe 80001-2026-1',
  ...more,
})

test.each([
  ['by its number', {}, true],
  ['by the bank’s reference', { text: 'Rückruf', reference: 'R-1' }, true],
  ['on the day of the credit', { bookedOn: '2026-12-10' }, true],
  ['without a mark by both', { isReturn: false, reference: 'R-1' }, true],
  ['without a mark by its number', { isReturn: false }, false],
  ['without a mark by the reference', { isReturn: false, text: '', reference: 'R-1' }, false],
  ['by neither', { text: 'Rückruf' }, false],
  ['of another amount', { cents: 5297 }, false],
  ['of another account', { account: 'B' }, false],
  ['before the credit', { bookedOn: '2026-12-09' }, false],
  ['with a longer number', { text: '80001-2026-10' }, false],
])('a debit takes back a credit %s: %j, %s', (_, how, fits) => {
  expect(reversedBy(debit(how), [credit()])).toHaveLength(fits ? 1 : 0)
})

test('two lines without a reference of the bank are not the same for that, and what fits several names all', () => {
  const unnamed = debit({ text: '', reference: null })
  expect(reversedBy(unnamed, [credit({ reference: null })])).toEqual([])
  const other = credit({ number: '80002-2026-1', reference: 'R-2' })
  expect(reversedBy(debit(), [credit(), other])).toEqual([credit(), other])
})

test('money that left is no payment of an invoice, and what came in takes none back', () => {
  const fits = (kind: Parameters<typeof fitsDirection>[0]) =>
    (['CRDT', 'DBIT'] as const).filter((direction) => fitsDirection(kind, direction))
  expect(fits('reversal')).toEqual(['DBIT'])
  expect(fits('charge')).toEqual(['CRDT', 'DBIT'])
  expect(fits('invoice')).toEqual(['CRDT'])
  expect(fits('repayment')).toEqual(['CRDT'])
  expect(fits('other')).toEqual(['CRDT', 'DBIT'])
})

test.each([
  ['2026-12-24', '2020-01-01', false],
  ['2026-12-24', '2026-12-24', false],
  ['2026-12-24', '2026-12-29', false], // over the holidays
  ['2026-12-24', '2026-12-30', true],
  ['2026-12-31', '2027-01-05', false],
  ['2026-12-31', '2027-01-06', true],
  ['2028-02-27', '2028-03-03', false],
  ['2028-02-27', '2028-03-04', true],
  ['2026-12-24', '2027-12-24', true],
  ['2026-12-24', '9999-12-31', true],
])('on %s what is booked on %s cannot be: %s', (today, bookedOn, expected) => {
  expect(isBookedAhead(bookedOn, Temporal.PlainDate.from(today))).toBe(expected)
})

test('what names a payment or file of ours is said by two, whatever it is called; of one’s own file a charge, or nothing of ours; nothing else is', () => {
  const needed = (isOwnFile: boolean) =>
    [null, 'clawback', 'invoice', 'payout', 'batch'].flatMap((likelyKind) =>
      [0, 1].flatMap((payments) =>
        assignableKinds.flatMap((kind) =>
          needsSecond(kind, { likelyKind, payments, isOwnFile })
            ? [`${kind} ${likelyKind} ${payments}`]
            : [],
        ),
      ),
    )
  const names = ['null 1', 'clawback 1', 'invoice 1', 'payout 0', 'payout 1', 'batch 0', 'batch 1']
  const ours = names.flatMap((of) => assignableKinds.map((kind) => `${kind} ${of}`))
  expect(needed(false).toSorted()).toEqual(ours.toSorted())
  const alone = ['null', 'clawback', 'invoice'].flatMap((of) => [`charge ${of} 0`, `other ${of} 0`])
  expect(needed(true).toSorted()).toEqual([...ours, ...alone].toSorted())
})

test('what is no payment of a person is booked by its words', () => {
  const booked = (likelyKind: string | null) =>
    [null, ...bankLineKinds].filter((kind) => isBookedByWords({ kind, likelyKind }))
  for (const likelyKind of [null, 'invoice', 'clawback'])
    expect(booked(likelyKind)).toEqual(['charge', 'invoice', 'reversal'])
  for (const likelyKind of ['payout', 'batch']) expect(booked(likelyKind)).toEqual([])
})

test('somebody’s word that a line is a charge, or not ours, is taken back until its day is closed, of what names us by somebody else', () => {
  const asked = (line: object, by: string) =>
    [null, ...bankLineKinds].flatMap((kind) => {
      const given = {
        likelyKind: null,
        payments: 0,
        decidedBy: 'a',
        isClosed: false,
        kind,
        ...line,
      }
      return canReopen(given, by) ? [`${kind} ${canReopen(given, by)}`] : []
    })
  const free = ['charge moeglich', 'other moeglich']
  expect(asked({}, 'a')).toEqual(free)
  expect(asked({}, 'b')).toEqual(free)
  for (const ours of [{ payments: 1 }, { likelyKind: 'payout' }, { likelyKind: 'batch' }]) {
    expect(asked(ours, 'a')).toEqual(['charge eigene', 'other eigene'])
    expect(asked(ours, 'b')).toEqual(free)
    expect(asked({ ...ours, isClosed: true }, 'b')).toEqual([])
    expect(asked({ ...ours, decidedBy: null }, 'b')).toEqual([]) // the bank's own code
  }
})
