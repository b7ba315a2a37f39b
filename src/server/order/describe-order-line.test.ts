import { expect, test } from 'vitest'
import { feedOrder } from '../../contract/auftraege.ts'
import { describeRefusal, describeWrongLine } from './describe-order-line.ts'

const good = {
  ExterneAuftragsnummer: 'V-1',
  Empfaengernummer: 'ABCDEFGHJKMNPQRS',
  ProduktExterneId: 'SON-STROM',
  Vertragsdatum: '2026-11-05',
  Status: 'abgeschlossen',
}

function said(line: Record<string, unknown>, locale: 'de' | 'en'): string {
  const read = feedOrder.safeDecode(line)
  if (read.success) throw new Error('this line is right')
  return describeWrongLine(read.error, line, locale)
}

test.each<[string, Record<string, unknown>, string, string]>([
  [
    'a missing cell',
    { ...good, ProduktExterneId: undefined },
    'ProduktExterneId fehlt.',
    'ProduktExterneId is missing.',
  ],
  [
    'a date that is none',
    { ...good, Vertragsdatum: '31.11.2026' },
    'Vertragsdatum „31.11.2026“ ist kein Datum: geschrieben wird es wie 2026-11-05, in Dateien auch wie 05.11.2026.',
    'Vertragsdatum "31.11.2026" is no date: it is written like 2026-11-05, in files also like 05.11.2026.',
  ],
  [
    'an unknown status',
    { ...good, Status: 'offen' },
    'Status „offen“ gibt es nicht: er ist „abgeschlossen“ oder „storniert“.',
    'There is no Status "offen": it is "abgeschlossen" (concluded) or "storniert" (cancelled).',
  ],
  [
    'a number that is too long',
    { ...good, ExterneAuftragsnummer: 'V'.repeat(81) },
    'ExterneAuftragsnummer ist zu lang: höchstens 80 Zeichen.',
    'ExterneAuftragsnummer is too long: 80 characters at the most.',
  ],
  [
    'a number instead of a text',
    { ...good, ExterneAuftragsnummer: 4711 },
    'ExterneAuftragsnummer muss ein Text sein.',
    'ExterneAuftragsnummer must be a text.',
  ],
  [
    'a field too many',
    { ...good, Betrag: '12,50' },
    'Ein Feld „Betrag“ gibt es nicht.',
    'There is no field "Betrag".',
  ],
  [
    'several at once',
    { ...good, Vertragsdatum: '', Status: undefined },
    'Vertragsdatum fehlt. Status fehlt.',
    'Vertragsdatum is missing. Status is missing.',
  ],
])('%s is told in one sentence each, without the words of a program', (_, line, de, en) => {
  expect([said(line, 'de'), said(line, 'en')]).toEqual([de, en])
})

test('what is said stays short and plain, whatever was sent', () => {
  const long = said({ ...good, Status: `${'x'.repeat(5_000)}\u001b[2J` }, 'de')
  expect(long.length).toBeLessThan(200)
  expect(said({ ...good, Status: 'a\u001b[2J\u202eb' }, 'de')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`Feld${at}`, 'x']))
  expect(said({ ...good, ...many }, 'de').length).toBeLessThan(500)
})

test('a refusal names what does not fit', () => {
  const both = (...args: [Parameters<typeof describeRefusal>[0], string[]]) =>
    (['de', 'en'] as const)
      .map((locale) => describeRefusal(...args, { locale, tenant: null }))
      .join(' ')
  expect(both('not-found', ['Empfaengernummer', 'Email'])).toMatch(
    /niemanden.*: Empfaengernummer, Email\. .*nobody/,
  )
  expect(both('not-found', [])).toMatch(/wessen Vertrag.*whose contract/)
  expect(both('not-found', ['ProduktExterneId'])).toMatch(/kein Produkt.*no product/)
  expect(both('idempotency-mismatch', ['Vertragsdatum'])).toMatch(
    /anderen Auftrag.*: Vertragsdatum\. .*another order/,
  )
  expect(both('validation', ['Vertragsdatum'])).toMatch(/Zukunft.*future/)
})
