import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInvoiceReminders, reminderDue, type SentReminder } from './invoice-reminder.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const days = [7, 21, 35]
const due = (today: string, ...sent: SentReminder[]) =>
  reminderDue({ dueOn: '2026-12-15', sent }, days, day(today))

test('each step comes on its day after the due day, and none before', () => {
  expect(due('2026-12-15')).toBe(null)
  expect(due('2026-12-21')).toBe(null)
  expect(due('2026-12-22')).toBe(1)
  expect(due('2027-01-04', { step: 1, on: '2026-12-22' })).toBe(null)
  expect(due('2027-01-05', { step: 1, on: '2026-12-22' })).toBe(2)
  expect(due('2027-01-19', { step: 2, on: '2027-01-05' }, { step: 1, on: '2026-12-22' })).toBe(3)
  expect(due('2028-01-01', { step: 3, on: '2027-01-19' })).toBe(null)
})

test('a server that was off sends the first step, and the next one with its distance', () => {
  expect(due('2027-03-01')).toBe(1)
  expect(due('2027-03-14', { step: 1, on: '2027-03-01' })).toBe(null)
  expect(due('2027-03-15', { step: 1, on: '2027-03-01' })).toBe(2)
})

test('what the bank took back is reminded of from that day on, and never earlier than before', () => {
  const again = (today: string, openAgainOn: string, ...sent: SentReminder[]) =>
    reminderDue({ dueOn: '2026-12-15', sent, openAgainOn }, days, day(today))
  expect(again('2027-02-07', '2027-02-01')).toBe(null)
  expect(again('2027-02-08', '2027-02-01')).toBe(1)
  expect(again('2027-02-14', '2027-02-01', { step: 1, on: '2026-12-22' })).toBe(null)
  expect(again('2027-02-15', '2027-02-01', { step: 1, on: '2026-12-22' })).toBe(2)
  expect(again('2026-12-21', '2026-12-01')).toBe(null)
  expect(again('2026-12-22', '2026-12-01')).toBe(1)
})

test('without days nobody is reminded, and with fewer days fewer steps come', () => {
  expect(reminderDue({ dueOn: '2026-01-01', sent: [] }, [], day('2030-01-01'))).toBe(null)
  const sent = [{ step: 1, on: '2026-01-08' }]
  expect(reminderDue({ dueOn: '2026-01-01', sent }, [7], day('2030-01-01'))).toBe(null)
})

test('whatever the days, steps rise by one, none is skipped or said twice', () => {
  const ascending = fc
    .uniqueArray(fc.integer({ min: 1, max: 90 }), { maxLength: 3 })
    .map((all) => all.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(
      ascending,
      fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 12 }),
      (all, jumps) => {
        const sent: SentReminder[] = []
        let today = day('2026-12-15')
        for (const jump of jumps) {
          today = today.add({ days: jump })
          const step = reminderDue({ dueOn: '2026-12-15', sent }, all, today)
          if (step !== null) sent.push({ step, on: today.toString() })
        }
        expect(sent.map(({ step }) => step)).toEqual(sent.map((_, at) => at + 1))
        expect(sent.length).toBeLessThanOrEqual(all.length)
      },
    ),
  )
})

test('what a tenant file leaves out has a default, and a step without own words has ours', () => {
  const own = { de: 'Bitte zahlen.', en: 'Please pay.' }
  expect(readInvoiceReminders({})).toEqual({
    days,
    texts: [
      { de: '', en: '' },
      { de: '', en: '' },
      { de: '', en: '' },
    ],
  })
  expect(readInvoiceReminders({ days: [3], texts: [own] })).toMatchObject({
    days: [3],
    texts: [own, { de: '' }, { de: '' }],
  })
})
