import { expect, test } from 'vitest'
import { closesFrom, lastBankDay, missingOf, monthWord, sayMissing } from './month-closing.ts'

const good = {
  hasAccounting: true,
  differences: 0,
  hasStatements: true,
  payments: 3,
  closedTo: '2026-12-31',
  openLines: 0,
  unbooked: 0,
}

test('a month closes from its day of the next one on, also over New Year, and its last bank day is one of TARGET', () => {
  expect(closesFrom('2026-12', 5).toString()).toBe('2027-01-05')
  expect(closesFrom('2027-01', 28).toString()).toBe('2027-02-28')
  expect(lastBankDay('2026-12').toString()).toBe('2026-12-31')
  expect(lastBankDay('2026-10').toString()).toBe('2026-10-30') // the 31st is a Saturday
  expect(lastBankDay('2024-03').toString()).toBe('2024-03-28') // before Good Friday
})

test('nothing is missing only where accounts, books, bank days, lines and payments all agree', () => {
  expect(missingOf('2026-12', good)).toEqual([])
  const what = (change: Partial<typeof good> | { closedTo: null }) =>
    missingOf('2026-12', { ...good, ...change }).map((one) => one.what)
  expect(what({ hasAccounting: false })).toEqual(['accounting'])
  expect(what({ differences: 1 })).toEqual(['differences'])
  expect(what({ closedTo: '2026-12-30' })).toEqual(['open-days'])
  expect(what({ closedTo: null })).toEqual(['open-days'])
  expect(what({ closedTo: '2027-01-04' })).toEqual([])
  expect(what({ openLines: 2 })).toEqual(['open-lines'])
  expect(what({ unbooked: 1 })).toEqual(['unbooked'])
  // Without any statement, only what left the account needs one.
  expect(what({ hasStatements: false })).toEqual(['statement'])
  expect(what({ hasStatements: false, payments: 0 })).toEqual([])
})

test('what is missing is said in both languages, as a label and its value', () => {
  const all = missingOf('2026-10', {
    ...good,
    hasAccounting: false,
    differences: 1,
    closedTo: '2026-10-27',
    openLines: 2,
    unbooked: 3,
  })
  expect(all.map((one) => sayMissing(one, 'de'))).toEqual([
    'Beraternummer und Mandantennummer: fehlen in den Einstellungen',
    'Abweichungen in den Büchern: 1',
    'Banktage abgeschlossen bis: 27.10.2026',
    'Offene Zeilen im Kontoauszug: 2',
    'Zahlungen ohne Zeile im Kontoauszug: 3',
  ])
  for (const one of all) expect(sayMissing(one, 'en')).toMatch(/^[^:#]+: [^:#]+$/)
  expect(sayMissing({ what: 'open-days', closedTo: null }, 'en')).toBe(
    'Bank days closed up to: none yet',
  )
  expect([monthWord('2026-12', 'de'), monthWord('2026-12', 'en')]).toEqual([
    'Dezember 2026',
    'December 2026',
  ])
})
