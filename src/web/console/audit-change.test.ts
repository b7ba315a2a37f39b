import { expect, test } from 'vitest'
import { fieldWord } from '../../contract/audit-field-words.ts'
import { readChange, sayField, sayValue } from './audit-change.ts'
import { namedCode } from './named-codes.ts'
import { settingLog } from './setting-log.ts'

const words = { names: {} }

test('a row’s change is read field by field, in the one shape and in those that older rows have', () => {
  expect(readChange({ before: null, after: { role: 'support' }, kind: 'x' })).toEqual({
    changes: [{ field: 'role', before: undefined, after: 'support' }],
    rest: { kind: 'x' },
  })
  expect(readChange({ before: { state: 'open', cents: 1 }, after: null }).changes).toEqual([
    { field: 'state', before: 'open', after: undefined },
    { field: 'cents', before: 1, after: undefined },
  ])
  const state = { field: 'state', before: 'registered', after: 'active' }
  expect(readChange({ before: 'registered', after: 'active' }).changes).toEqual([state])
  expect(readChange({ from: 'registered', to: 'active' }).changes).toEqual([state])
  const setting = { setting: 'legal.termsVersion', old: '1', new: '2' }
  expect(readChange({ changes: [setting] }).changes).toEqual([
    { field: 'legal.termsVersion', before: '1', after: '2' },
  ])
  expect(readChange({ group: 'strom', from: '2026-11-01' })).toEqual({
    changes: [],
    rest: { from: '2026-11-01', group: 'strom' },
  })
})

test('what stayed as it was, and what is empty, is not said', () => {
  const email = { before: { email: 'proven' }, after: { email: 'proven', link: 'x' } }
  expect(readChange({ ...email, recipients: [], plan: null, invitations: 0 })).toEqual({
    changes: [{ field: 'link', before: undefined, after: 'x' }],
    rest: { invitations: 0 },
  })
})

test('a mail and an act that was undone are called as elsewhere, a reason in words', () => {
  expect(sayValue('template', 'voucherKept', 'de', { ...words, named: namedCode })).toBe(
    'Code wird nicht ersetzt',
  )
  expect(sayValue('undone', 'review-assigned', 'en', { ...words, named: namedCode })).not.toBe(
    'review-assigned',
  )
  expect(sayValue('reasons', ['existing-customer', 'by-hand'], 'de', words)).toBe(
    'schon Kunde, von Hand',
  )
})

test('fields and values are said in words, sums and days as elsewhere, and what has no word as it is', () => {
  expect(fieldWord('leftCents', 'de')).toBe('Offen')
  expect(fieldWord('contact.street', 'de')).toBe('contact.street')
  expect(sayValue('leftCents', 1250, 'de', words)).toBe('12,50\u00a0€')
  expect(sayValue('state', 'released', 'en', words)).toBe('released')
  expect(sayValue('role', 'tenant-admin', 'de', words)).toBe('Verwaltung')
  expect(sayValue('until', '2026-11-26', 'de', words)).toBe('26.11.2026')
  expect(sayValue('held', false, 'de', words)).toBe('nein')
  expect(sayValue('rewards', [{ cents: 100 }, { cents: 200 }], 'de', words)).toBe(
    'Betrag: 1,00\u00a0€; Betrag: 2,00\u00a0€',
  )
})

test('settings are called as in their form, and team members by name', () => {
  const settings = { names: {}, setting: settingLog }
  expect(sayField('payoutDays', 'de', settings)).toBe('Auszahlung nach Abruf (Tage)')
  expect(sayField('reminders.rewardDays', 'en', settings)).toBe(
    'Remind before a reward expires (days)',
  )
  expect(sayField('name', 'de', words)).toBe('Name')
  expect(sayValue('eligibility.sameEmail', 'hold', 'de', settings)).toBe('anhalten und prüfen')
  expect(sayValue('flags.MaxEmpfaengerPraemieCent', 5000, 'de', settings)).toBe('50,00\u00a0€')
  const id = '01a21883-0000-7000-8000-000000000000'
  expect(sayValue('assignedTo', id, 'de', { ...words, names: { [id]: 'Mara Lind' } })).toBe(
    'Mara Lind',
  )
})
