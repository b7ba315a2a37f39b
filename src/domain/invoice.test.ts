import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  creditedVat,
  creditTotals,
  daysOf,
  documentNumber,
  dueInMonth,
  invoiceTotals,
  lastMonthOver,
  monthOf,
  startOfMonth,
  vatOf,
  type Billable,
} from './invoice.ts'

const cents = fc.integer({ min: 0, max: 1_000_000 })
const percent = fc.constantFrom(0, 7, 16, 19)

describe('months', () => {
  test('a month begins and ends at midnight in Berlin, in summer and in winter', () => {
    expect(monthOf(Temporal.Instant.from('2026-10-31T22:59:59Z'))).toBe('2026-10')
    expect(monthOf(Temporal.Instant.from('2026-10-31T23:00:00Z'))).toBe('2026-11')
    expect(monthOf(Temporal.Instant.from('2026-06-30T21:59:59Z'))).toBe('2026-06')
    expect(monthOf(Temporal.Instant.from('2026-06-30T22:00:00Z'))).toBe('2026-07')
    for (const month of ['2026-01', '2026-03', '2026-04', '2026-10', '2026-11']) {
      const start = startOfMonth(month)
      expect(monthOf(start)).toBe(month)
      expect(monthOf(start.subtract({ nanoseconds: 1 })) < month).toBe(true)
    }
  })

  test('the last month that is over is the one before today, also in January', () => {
    expect(lastMonthOver(Temporal.PlainDate.from('2027-01-01'))).toBe('2026-12')
    expect(lastMonthOver(Temporal.PlainDate.from('2027-03-31'))).toBe('2027-02')
  })

  test('a month has all its days', () => {
    expect(String(daysOf('2028-02').last)).toBe('2028-02-29')
    expect(String(daysOf('2026-12').first)).toBe('2026-12-01')
    expect(String(daysOf('2026-12').last)).toBe('2026-12-31')
  })
})

describe('what a month bills and credits', () => {
  const reward: Billable = {
    cents: 5000,
    releasedIn: '2026-11',
    end: null,
    billed: null,
    credited: false,
  }
  const billed = { rewardCents: 5000, feeCents: 250 }
  const due = (changes: Partial<Billable>, month = '2026-11', fee = 250) =>
    dueInMonth({ ...reward, ...changes }, month, fee)
  const ended = (kind: 'cancelled' | 'expired', month: string) => ({ end: { kind, month } })
  const nothing = { bill: null, credit: null }

  test('a released reward is billed with its fee in its month, or later when it came too late, never before', () => {
    expect(due({})).toEqual({ bill: billed, credit: null })
    expect(due({}, '2026-12')).toEqual({ bill: billed, credit: null })
    expect(due({}, '2026-10')).toEqual(nothing)
  })

  test('what was cancelled before it was billed is never billed or credited', () => {
    expect(due(ended('cancelled', '2026-11'))).toEqual(nothing)
    expect(due(ended('cancelled', '2026-11'), '2026-12')).toEqual(nothing)
  })

  test('what is cancelled later is billed, and credited with its fee in the month of the cancellation', () => {
    expect(due(ended('cancelled', '2026-12'))).toEqual({ bill: billed, credit: null })
    expect(due({ ...ended('cancelled', '2026-12'), billed })).toEqual(nothing)
    expect(due({ ...ended('cancelled', '2026-12'), billed }, '2026-12')).toEqual({
      bill: null,
      credit: billed,
    })
  })

  test('of an expired reward the fee stays, whether it expired before or after it was billed', () => {
    expect(due({ ...ended('expired', '2026-12'), billed }, '2026-12')).toEqual({
      bill: null,
      credit: { rewardCents: 5000, feeCents: 0 },
    })
    expect(due(ended('expired', '2026-11'))).toEqual({
      bill: { rewardCents: 0, feeCents: 250 },
      credit: null,
    })
    const feeAlone = { rewardCents: 0, feeCents: 250 }
    expect(due({ ...ended('expired', '2026-11'), billed: feeAlone }, '2026-12')).toEqual(nothing)
  })

  test('nothing is billed or credited twice', () => {
    expect(due({ billed }, '2026-12')).toEqual(nothing)
    for (const kind of ['cancelled', 'expired'] as const) {
      expect(due({ ...ended(kind, '2026-12'), billed, credited: true }, '2027-01')).toEqual(nothing)
    }
  })

  test('a tenant without a fee bills rewards alone, and an expired one not at all', () => {
    expect(due({}, '2026-11', 0).bill).toEqual({ rewardCents: 5000, feeCents: 0 })
    expect(due(ended('expired', '2026-11'), '2026-11', 0)).toEqual(nothing)
  })

  test('credits are what was billed, whatever the fee is by then', () => {
    expect(due({ ...ended('cancelled', '2026-12'), billed }, '2026-12', 999).credit).toEqual(billed)
  })

  test('any sequence of monthly runs bills exactly what is owed', () => {
    const month = fc.integer({ min: 1, max: 9 }).map((of) => `2026-0${of}`)
    fc.assert(
      fc.property(
        month,
        fc.option(fc.record({ kind: fc.constantFrom('cancelled', 'expired'), month })),
        cents,
        fc.integer({ min: 1, max: 100_000 }),
        (releasedIn, end, fee, worth) => {
          const late = end && end.month < releasedIn ? { ...end, month: releasedIn } : end
          const one: Billable = {
            ...reward,
            cents: worth,
            releasedIn,
            end: late as Billable['end'],
          }
          let owed = { rewardCents: 0, feeCents: 0 }
          for (let of = 1; of <= 9; of++) {
            const { bill, credit } = dueInMonth(one, `2026-0${of}`, fee)
            if (bill) one.billed = bill
            if (credit) one.credited = true
            owed = {
              rewardCents: owed.rewardCents + (bill?.rewardCents ?? 0) - (credit?.rewardCents ?? 0),
              feeCents: owed.feeCents + (bill?.feeCents ?? 0) - (credit?.feeCents ?? 0),
            }
          }
          expect(owed).toEqual({
            rewardCents: late ? 0 : worth,
            feeCents: late?.kind === 'cancelled' ? 0 : fee,
          })
        },
      ),
    )
  })
})

describe('what a month does about a commission', () => {
  const at = (month: string) => Temporal.Instant.from(`${month}-15T12:00:00Z`)
  const made = (more: {
    cents?: number
    releasedAt?: Temporal.Instant
    cancelledAt?: Temporal.Instant
    billed?: boolean
    credited?: boolean
  }) => ({ cents: 5000, releasedAt: at('2026-11'), billed: false, credited: false, ...more })
  const decide = (commission: ReturnType<typeof made>, month: string) => {
    const { cents: feeCents, releasedAt, cancelledAt, billed: isBilled, credited } = commission
    const entry: Billable = {
      cents: 0,
      releasedIn: monthOf(releasedAt),
      end: cancelledAt ? { kind: 'cancelled', month: monthOf(cancelledAt) } : null,
      billed: isBilled ? { rewardCents: 0, feeCents } : null,
      credited,
    }
    const { bill, credit } = dueInMonth(entry, month, feeCents)
    expect(bill ?? credit ?? { rewardCents: 0, feeCents }).toEqual({ rewardCents: 0, feeCents })
    return bill ? 'pay' : credit ? 'take-back' : null
  }
  test.each([
    ['pays what was released in it', made({}), '2026-11', 'pay'],
    ['pays what came too late for its own', made({}), '2026-12', 'pay'],
    ['leaves what is released later', made({}), '2026-10', null],
    ['leaves what is on a note', made({ billed: true }), '2026-11', null],
    ['leaves what earned nothing', made({ cents: 0 }), '2026-11', null],
    ['leaves what was cancelled before', made({ cancelledAt: at('2026-11') }), '2026-11', null],
    ['pays what is cancelled later', made({ cancelledAt: at('2026-12') }), '2026-11', 'pay'],
    [
      'takes back what was cancelled after its note',
      made({ billed: true, cancelledAt: at('2026-12') }),
      '2026-12',
      'take-back',
    ],
    [
      'takes back only from its month on',
      made({ billed: true, cancelledAt: at('2026-12') }),
      '2026-11',
      null,
    ],
    [
      'takes back once',
      made({ billed: true, credited: true, cancelledAt: at('2026-12') }),
      '2027-01',
      null,
    ],
  ] as const)('%s', (_, commission, month, expected) => {
    expect(decide(commission, month)).toBe(expected)
  })

  test('a month is a local one', () => {
    const late = Temporal.Instant.from('2026-11-30T23:30:00Z') // 1 December in Berlin
    expect(decide(made({ releasedAt: late }), '2026-11')).toBe(null)
    expect(decide(made({ releasedAt: late }), '2026-12')).toBe('pay')
  })
})

describe('VAT and totals', () => {
  test('VAT is whole cents, half a cent up', () => {
    expect(vatOf(100, 19)).toBe(19)
    expect(vatOf(250, 19)).toBe(48) // 47.5
    expect(vatOf(50, 19)).toBe(10) // 9.5
    expect(vatOf(13, 19)).toBe(2) // 2.47
    expect(vatOf(0, 19)).toBe(0)
    expect(vatOf(1000, 0)).toBe(0)
  })

  test('amounts below zero, fractions and odd percentages are refused', () => {
    expect(() => vatOf(-1, 19)).toThrow(RangeError)
    expect(() => vatOf(1.5, 19)).toThrow(RangeError)
    for (const odd of [-1, 19.5, 101, Number.NaN]) expect(() => vatOf(100, odd)).toThrow(RangeError)
    const line = { rewardCents: -1, feeCents: 0, vatPercent: 19 }
    expect(() => invoiceTotals([line])).toThrow(RangeError)
  })

  test('VAT is on the fees alone and rounded once, not per line', () => {
    const line = { rewardCents: 5000, feeCents: 250, vatPercent: 19 }
    expect(invoiceTotals([line, line, line])).toEqual({
      rewardCents: 15000,
      feeCents: 750,
      netCents: 15750,
      vat: [{ percent: 19, netCents: 750, vatCents: 143 }], // 142.5, where three lines would be 144
      vatCents: 143,
      totalCents: 15893,
    })
  })

  test('rewards alone bear no VAT', () => {
    const line = { rewardCents: 5000, feeCents: 0, vatPercent: 19 }
    expect(invoiceTotals([line])).toMatchObject({ vat: [], vatCents: 0, totalCents: 5000 })
  })

  const amountLine = fc.record({ rewardCents: cents, feeCents: cents, vatPercent: percent })

  test('the sums of the lines and of the rates are the totals', () => {
    fc.assert(
      fc.property(fc.array(amountLine), (lines) => {
        const totals = invoiceTotals(lines)
        const sum = (of: 'rewardCents' | 'feeCents') =>
          lines.reduce((all, line) => all + line[of], 0)
        expect(totals.rewardCents).toBe(sum('rewardCents'))
        expect(totals.feeCents).toBe(sum('feeCents'))
        expect(totals.vat.reduce((all, group) => all + group.netCents, 0)).toBe(sum('feeCents'))
        expect(totals.netCents).toBe(totals.rewardCents + totals.feeCents)
        expect(totals.totalCents).toBe(totals.netCents + totals.vatCents)
        for (const group of totals.vat) {
          expect(
            Math.abs(group.vatCents * 100 - group.netCents * group.percent),
          ).toBeLessThanOrEqual(50)
        }
      }),
    )
  })

  test('an invoice that is credited bit by bit comes to nothing, to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(amountLine, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(3), { minLength: 12, maxLength: 12 }),
        (lines, when) => {
          const billed = invoiceTotals(lines)
          const back = { vat: 0, total: 0 }
          const credited = new Map<number, number>()
          for (let run = 0; run <= 3; run++) {
            const some = lines.filter((_, index) => when[index] === run)
            const totals = creditTotals(
              some.map((line) => ({
                ...line,
                invoice: {
                  number: 'A-2026-1',
                  taxedBilledCents: billed.vat.find((one) => one.percent === line.vatPercent)
                    ? billed.vat.find((one) => one.percent === line.vatPercent)!.netCents
                    : 0,
                  taxedCreditedCents: credited.get(line.vatPercent) ?? 0,
                },
              })),
            )
            for (const line of some) {
              const before = credited.get(line.vatPercent) ?? 0
              credited.set(line.vatPercent, before + line.feeCents)
            }
            back.vat += totals.vatCents
            back.total += totals.totalCents
          }
          expect(back).toEqual({ vat: billed.vatCents, total: billed.totalCents })
        },
      ),
    )
  })

  test('lines of several invoices in one credit are each measured by their own', () => {
    const line = { rewardCents: 0, feeCents: 250, vatPercent: 19 }
    const of = (number: string) => ({
      ...line,
      invoice: { number, taxedBilledCents: 250, taxedCreditedCents: 0 },
    })
    // Each invoice bore 48 cents of VAT: what goes back is 96, not the 95 of 500 cents together.
    expect(creditTotals([of('A-2026-1'), of('A-2026-2')]).vatCents).toBe(96)
  })

  test('more than was billed is never credited', () => {
    const over = { billedCents: 100, beforeCents: 60, nowCents: 41 }
    expect(() => creditedVat(over, 19)).toThrow(RangeError)
  })
})

test('numbers name agency, year and place', () => {
  expect(documentNumber('4711', 2026, 1)).toBe('4711-2026-1')
  for (const wrong of [0, -1, 1.5]) expect(() => documentNumber('4711', 2026, wrong)).toThrow()
})
