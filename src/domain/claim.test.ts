import { expect, test } from 'vitest'
import {
  claimFrom,
  claimProblem,
  claimReasonTexts,
  claimReasons,
  claimRefusals,
  claimRefusalText,
  claimStates,
  claimUntil,
  isFound,
  isSameContract,
  likelihood,
  likenessOf,
  orderKey,
} from './claim.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test.each([
  ['2026-11-17', '2026-11-19', '2027-02-17'],
  ['2026-11-30', '2026-12-02', '2027-02-28'], // a shorter month
  ['2028-11-30', '2028-12-02', '2029-02-28'],
  ['2027-11-29', '2027-12-01', '2028-02-29'],
  ['2026-10-24', '2026-10-26', '2027-01-24'], // the clocks change
])('a contract of %s is claimed from %s until %s', (contractOn, from, until) => {
  expect(claimFrom(day(contractOn)).toString()).toBe(from)
  expect(claimUntil(day(contractOn), 3).toString()).toBe(until)
})

test.each([
  ['2026-11-17', '2026-11-18', 'too-early'],
  ['2026-11-17', '2026-11-19', null],
  ['2026-11-17', '2027-02-17', null],
  ['2026-11-17', '2027-02-18', 'too-late'],
  ['2026-11-01', '2026-11-19', 'before-referral'],
  ['2026-12-24', '2026-11-19', 'too-early'],
  [null, '2026-11-11', 'too-early'],
  [null, '2026-11-12', null],
  [null, '2029-01-01', null],
])('of a contract of %s a claim on %s is %s', (contractOn, today, problem) => {
  const claim = {
    contractOn: contractOn === null ? null : day(contractOn),
    since: day('2026-11-10'),
  }
  expect(claimProblem(claim, day(today), 3)).toBe(problem)
})

test.each([
  ['V-4711/b', 'V4711B'],
  [' v 4711 b ', 'V4711B'],
  ['ÄÖ-ß', 'ÄÖSS'],
  ['--', ''],
  [null, ''],
])('%j is spelled %j', (number, key) => expect(orderKey(number)).toBe(key))

const claim = (more: object = {}) => ({
  externalNumber: null as string | null,
  productId: '101',
  contractOn: '2026-11-17' as string | null,
  ...more,
})

test.each([
  [{ externalNumber: 'v-1' }, { externalNumber: 'V 1' }, true, true],
  [{ externalNumber: 'v-1' }, { externalNumber: 'V 2' }, false, true],
  [{}, { externalNumber: 'V 2' }, false, true],
  [{}, { contractOn: '2026-12-01' }, false, true],
  [{}, { contractOn: '2026-12-02' }, false, false],
  [{}, { contractOn: '2026-11-03' }, false, true],
  [{}, { contractOn: '2026-11-02' }, false, false],
  [{}, { productId: '102' }, false, false],
  [{ contractOn: null, externalNumber: 'V1' }, { externalNumber: 'V2' }, false, false],
  [{ contractOn: null, externalNumber: 'V1' }, { externalNumber: 'V1' }, true, false],
])('%j and an order %j: same number %s, same deal %s', (made, order, sameNumber, sameDeal) =>
  expect(likenessOf(claim(made), claim(order))).toEqual({ sameNumber, sameDeal }),
)

test('the number says more than the deal, and the deal more than whose it is', () => {
  const of = (sameNumber: boolean, sameDeal: boolean, whose: 'claimant' | 'nobody' | 'other') =>
    likelihood({ sameNumber, sameDeal }, whose)
  expect(of(true, true, 'claimant')).toBe(8)
  expect(of(false, false, 'other')).toBe(0)
  expect(of(true, false, 'other')).toBeGreaterThan(of(false, true, 'nobody'))
  expect(of(false, true, 'other')).toBeGreaterThan(of(false, false, 'nobody'))
  expect(of(false, true, 'claimant')).toBeGreaterThan(of(false, true, 'nobody'))
})

test('a new order is the claimed one by number or deal; a known one by number, or by deal where no number was given', () => {
  const found = (made: object, order: object, isNew: boolean) =>
    isFound(claim(made), claim({ externalNumber: 'V-9', ...order }), isNew)
  for (const isNew of [true, false]) {
    expect(found({ externalNumber: 'v9', contractOn: null }, { productId: '7' }, isNew)).toBe(true)
    expect(found({}, {}, isNew)).toBe(true)
    expect(found({}, { productId: '7' }, isNew)).toBe(false)
    expect(found({ externalNumber: 'v8' }, { productId: '7' }, isNew)).toBe(false)
  }
  expect(found({ externalNumber: 'v8' }, {}, true)).toBe(true)
  expect(found({ externalNumber: 'v8' }, {}, false)).toBe(false)
})

test('one contract is claimed once, a withdrawn claim may be made again', () => {
  const same = (made: object, again: object, state: (typeof claimStates)[number] = 'open') =>
    isSameContract(
      { ...claim(made), referralNumber: 'R1', state },
      { ...claim(), referralNumber: 'R1', ...again },
    )
  expect(same({}, {})).toBe(true)
  expect(same({}, { contractOn: '2026-11-18' })).toBe(false)
  expect(same({}, { productId: '102' })).toBe(false)
  expect(same({}, { referralNumber: 'R2' })).toBe(false)
  expect(same({}, { externalNumber: 'V1' })).toBe(true)
  expect(same({ externalNumber: 'V1' }, { externalNumber: 'v-1', referralNumber: 'R2' })).toBe(true)
  expect(same({ externalNumber: 'V1' }, { externalNumber: 'V2' })).toBe(false)
  for (const state of claimStates) {
    const isOver = state === 'withdrawn'
    expect(same({ externalNumber: 'V1' }, { externalNumber: 'V1' }, state)).toBe(!isOver)
    expect(same({}, {}, state)).toBe(state === 'open' || state === 'refused')
  }
})

test('every reason is a sentence in both languages, and a note stands behind it', () => {
  for (const locale of ['de', 'en'] as const) {
    for (const reason of claimRefusals) {
      expect(claimRefusalText(reason, null, locale)).toMatch(/^[A-ZÄÖÜ].+\.$/)
      expect(claimRefusalText(reason, 'Bitte melden.', locale)).toMatch(/Bitte melden\.$/)
    }
    for (const reason of claimReasons) expect(claimReasonTexts[reason][locale]).toMatch(/\.$/)
  }
  expect(claimRefusalText('other', 'Bitte melden.', 'de')).toBe('Bitte melden.')
})
