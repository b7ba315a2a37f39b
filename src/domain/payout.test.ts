import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  answeredBefore,
  bankStatus,
  changePayout,
  executionDay,
  expectedOn,
  isTargetDay,
  lostBefore,
  nextTargetDay,
  sepaText,
  sumCents,
} from './payout.ts'
import type { PayoutState } from './payout.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const states: PayoutState[] = ['in-transit', 'paid', 'rejected', 'returned']

describe('changePayout', () => {
  const matrix: Record<PayoutState, string[]> = {
    'in-transit': ['already', 'changed', 'changed', 'not-next'],
    paid: ['not-next', 'already', 'not-next', 'changed'],
    rejected: ['final', 'final', 'already', 'final'],
    returned: ['final', 'final', 'final', 'already'],
  }
  for (const from of states) {
    test.each(states.map((to, index) => [to, matrix[from][index]]))(
      `${from} to %s: %s`,
      (to, answer) => {
        const change = changePayout(from, to)
        expect(change.kind === 'refused' ? change.reason : change.kind).toBe(answer)
      },
    )
  }
})

describe('bankStatus', () => {
  test('only settled means paid', () => {
    for (const code of ['ACSC', 'ACCC', ' acsc ']) expect(bankStatus(code)).toBe('settled')
    for (const code of ['ACTC', 'ACCP', 'ACSP', 'PDNG', 'RCVD', 'ACWC', 'PART']) {
      expect(bankStatus(code)).toBe('pending')
    }
    expect(bankStatus('RJCT')).toBe('rejected')
    expect(bankStatus('CANC')).toBe('rejected')
    for (const code of ['', 'ACSX', 'constructor', '__proto__']) {
      expect(bankStatus(code)).toBe('unknown')
    }
  })
})

describe('TARGET days', () => {
  // Good Friday and Easter Monday as the calendar has them.
  test.each([
    ['2024-03-29', '2024-04-01'],
    ['2025-04-18', '2025-04-21'],
    ['2026-04-03', '2026-04-06'],
    ['2027-03-26', '2027-03-29'],
    ['2028-04-14', '2028-04-17'],
    ['2029-03-30', '2029-04-02'],
    ['2030-04-19', '2030-04-22'],
    ['2038-04-23', '2038-04-26'],
  ])('%s and %s are closed', (friday, monday) => {
    expect(isTargetDay(day(friday))).toBe(false)
    expect(isTargetDay(day(monday))).toBe(false)
    expect(isTargetDay(day(friday).subtract({ days: 1 }))).toBe(true)
    expect(isTargetDay(day(monday).add({ days: 1 }))).toBe(true)
  })

  test.each(['2026-01-01', '2026-05-01', '2026-12-25', '2028-12-26', '2026-11-21', '2026-11-22'])(
    '%s is closed',
    (date) => {
      expect(isTargetDay(day(date))).toBe(false)
    },
  )

  test.each([
    '2026-01-02',
    '2026-12-24',
    '2026-12-31',
    '2026-10-06',
    '2025-10-03',
    '2026-05-14',
    '2026-05-25',
  ])('%s is open, holidays of Germany alone included', (date) => {
    expect(isTargetDay(day(date))).toBe(true)
  })

  test('the next one is the day itself or the first after it', () => {
    expect(nextTargetDay(day('2026-11-20')).toString()).toBe('2026-11-20')
    expect(nextTargetDay(day('2026-11-21')).toString()).toBe('2026-11-23')
    expect(nextTargetDay(day('2026-04-03')).toString()).toBe('2026-04-07')
    expect(nextTargetDay(day('2026-12-25')).toString()).toBe('2026-12-28')
    expect(nextTargetDay(day('2027-12-31')).toString()).toBe('2027-12-31')
    expect(nextTargetDay(day('2028-01-01')).toString()).toBe('2028-01-03')
  })

  test('a batch is executed on the next one after its day; money that is due is expected then, and never in the past', () => {
    const expected = (due: string, today: string) => expectedOn(day(due), day(today)).toString()
    expect(executionDay(day('2026-11-18')).toString()).toBe('2026-11-19')
    expect(executionDay(day('2026-11-20')).toString()).toBe('2026-11-23')
    expect(expected('2026-12-19', '2026-11-21')).toBe('2026-12-21')
    expect(expected('2026-12-24', '2026-11-26')).toBe('2026-12-28')
    expect(expected('2026-12-01', '2026-12-10')).toBe('2026-12-11')
  })

  // Every day of ten years.
  const everyDay = Array.from({ length: 3_660 }, (_, days) => day('2026-01-01').add({ days }))
  const places = new Map(everyDay.map((at, place) => [at.toString(), place]))
  const openBefore = [0]
  for (const at of everyDay) openBefore.push(openBefore.at(-1)! + (isTargetDay(at) ? 1 : 0))
  const openDays = (from: Temporal.PlainDate, before: Temporal.PlainDate) =>
    openBefore[places.get(before.toString())!]! - openBefore[places.get(from.toString())!]!

  test('a batch of any day is executed on the first open day after it', () => {
    for (const built of everyDay.slice(0, -10)) {
      const executed = executionDay(built)
      expect(isTargetDay(executed)).toBe(true)
      expect(openDays(built.add({ days: 1 }), executed)).toBe(0)
      expect(Temporal.PlainDate.compare(executed, built)).toBe(1)
    }
  })

  test('on any day what is lost has been on its way for five whole open days, and what is late for three', () => {
    for (const today of everyDay.slice(15))
      for (const [before, open] of [
        [lostBefore(today), 5],
        [answeredBefore(today), 3],
      ] as const) {
        expect(isTargetDay(before)).toBe(true)
        expect(openDays(before, today)).toBe(open)
      }
  })

  test.each([
    // Closed: 25 and 26 December, 1 January.
    ['Christmas and New Year', '2026-12-23', '2026-12-31', '2027-01-01'],
    // Closed: Good Friday, 26 March, and Easter Monday; the clocks change on the Sunday.
    ['Easter', '2027-03-24', '2027-04-02', '2027-04-03'],
  ])(
    'over %s the alarm about money of %s is silent on %s and there on %s',
    (_, sent, silent, loud) => {
      expect(sent < lostBefore(day(silent)).toString()).toBe(false)
      expect(sent < lostBefore(day(loud)).toString()).toBe(true)
    },
  )

  test('is never far away and never closed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
        const from = day('2020-01-01').add({ days })
        const next = nextTargetDay(from)
        expect(isTargetDay(next)).toBe(true)
        expect(from.until(next).days).toBeLessThanOrEqual(4)
      }),
    )
  })
})

describe('sepaText', () => {
  test.each([
    ['Jörg Müßig-Öztürk', 'Joerg Muessig-Oeztuerk'],
    ['A\u0308rger', 'Aerger'],
    ['ẞ', 'SS'],
    ['José Ñandú Çelik', 'Jose Nandu Celik'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Søren Ærø Åse', 'Soren AEro Ase'],
    ['İpek Işık', 'Ipek Isik'],
    ['Nguyễn Văn', 'Nguyen Van'],
    ['Γιώργος Ντάλης', 'Giorgos Ntalis'],
    ['Андрей Жуков', 'Andrey Zhukov'],
    ['Meier & Söhne GmbH', 'Meier + Soehne GmbH'],
    ['a@b', 'a(at)b'],
    ['25 €', '25 EUR'],
    ['O’Neill „X“ – y', "O'Neill 'X' - y"],
    ['  viele \t\n Leerzeichen  ', 'viele Leerzeichen'],
    ['Nr. 5/2026 (a:b), ok?', 'Nr. 5/2026 (a:b), ok?'],
    ['/vorn und hinten/', 'vorn und hinten'],
    ['a//b///c', 'a/b/c'],
    [' / /a/ / ', 'a'],
    ['ﬁne ½', 'fine 1 2'],
    ['名前', '-'],
    ['🎉', '-'],
    ['', '-'],
    ['//', '-'],
  ])('%j becomes %j', (text, expected) => {
    expect(sepaText(text, 70)).toBe(expected)
  })

  test('is cut, and what the cut lays bare is tidied', () => {
    expect(sepaText('x'.repeat(80), 70)).toHaveLength(70)
    expect(sepaText('ä'.repeat(80), 70)).toHaveLength(70)
    expect(sepaText('abc / def', 5)).toBe('abc')
    expect(sepaText('abc', 1)).toBe('a')
    expect(sepaText('abc', 0)).toBe('a')
  })

  test('always fits the scheme, whatever people are called', () => {
    const name = fc.string({ unit: 'binary', maxLength: 120 })
    fc.assert(
      fc.property(name, fc.integer({ min: 1, max: 140 }), (text, max) => {
        const out = sepaText(text, max)
        expect(out).toMatch(/^[a-zA-Z0-9/\-?:().,'+ ]+$/)
        expect(out).not.toMatch(/^[/ ]|[/ ]$|\/\/| {2}/)
        expect(out.length).toBeLessThanOrEqual(max)
        expect(sepaText(out, max)).toBe(out)
      }),
      { numRuns: 500 },
    )
  })
})

test('sums are exact or refused', () => {
  expect(sumCents([])).toBe(0)
  expect(sumCents([5000, 1, 2499])).toBe(7500)
  expect(() => sumCents([0.1, 0.2])).toThrow(RangeError)
  expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
})
