import { expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from './endpoints.ts'
import { givenAddress } from './empfaenger.ts'
import { name, payeeName, plainLine } from './fields.ts'
import { wireFields } from './shape.ts'

const invisible = [
  '\u0000',
  '\u0007',
  '\t',
  '\n',
  '\r',
  '\u007f',
  '\u0085',
  '\u00ad',
  '\u034f',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u202e',
  '\u2028',
  '\u2029',
  '\u2066',
  '\u2800',
  '\u3164',
  '\ufeff',
  '\ufe0f',
  '\u{e0041}',
]

test.each([
  'Wera Werber',
  'Müller & Söhne GmbH & Co. KG',
  'Jean-Luc D’Arcy',
  "Seán O'Brien",
  'Łukasz Żółć',
  'Nguyễn Thị Ánh',
  'Nguyễn Thị Ánh'.normalize('NFD'),
  'Dr. med. Ute Meier',
  'Schachclub e.V.',
  'Studio 54 (Nord), Inh. A. Blum',
  'Anna/Bernd Kraus',
  '1+1 Handel',
  'Yu',
])('%s is a payee', (given) => {
  expect(payeeName.parse(given)).toBe(given)
})

test.each([
  'A',
  'x'.repeat(71),
  'evil.example',
  'Kasse www.evil.example',
  'http://evil.example/a',
  'Konto unter evil.de melden',
  'Anna <b>',
  'anna@post.example',
  'Anna;Bernd',
  'Anna=1+1',
  '"Anna"',
  '😀 Anna',
  'Anna_B',
  'Anna\\B',
  'Anna € 5',
  'Z\u0301\u0302\u0303algo',
  ...invisible.map((sign) => `Anna${sign}Beispiel`),
])('%j is no payee', (given) => {
  expect(payeeName.safeParse(given).success).toBe(false)
})

test('spaces of a payee are single ones, and those of typesetting are spaces', () => {
  expect(payeeName.parse('  Anna \u00a0  Beispiel\u202fGmbH ')).toBe('Anna Beispiel GmbH')
})

/** The schemas of a wire field anywhere in a call's input. */
function fieldsNamed(schema: z.ZodType, wire: readonly string[], path = ''): [string, z.ZodType][] {
  const unwrapped = 'unwrap' in schema ? (schema as z.ZodOptional<z.ZodType>).unwrap() : schema
  if (unwrapped !== schema) return fieldsNamed(unwrapped, wire, path)
  const element = (schema as z.ZodType & { element?: z.ZodType }).element
  if (element) return fieldsNamed(element, wire, path)
  return Object.entries(wireFields(schema) ?? {}).flatMap(([name, inner]) => [
    ...(wire.includes(name) ? [[`${path}.${name}`, inner] as [string, z.ZodType]] : []),
    ...fieldsNamed(inner, wire, `${path}.${name}`),
  ])
}
const inputs = (wire: readonly string[]) =>
  Object.values(endpoints).flatMap(({ name, body }) =>
    body ? fieldsNamed(body as z.ZodType, wire, name) : [],
  )

test('every call that takes whose account it is takes it as a payee’s name', () => {
  const found = inputs(['Kontoinhaber', 'Inhaber'])
  expect(found.map(([path]) => path).toSorted()).toEqual([
    'collectReward.Bankdaten.Kontoinhaber',
    'collectWithBankData.Kontoinhaber',
    'proposePayoutAccount.Inhaber',
    'registerSalesPartner.Kontoinhaber',
    'saveBankData.Kontoinhaber',
    'saveSalesPartner.Kontoinhaber',
  ])
  for (const [path, schema] of found) expect([path, schema === payeeName]).toEqual([path, true])
})

test('no call takes a phone number or a street with signs that nobody sees', () => {
  const found = inputs(['Telefon', 'Strasse', 'Hausnummer', 'Ort'])
  expect(found.length).toBeGreaterThan(10)
  for (const [path, schema] of found)
    for (const sign of invisible)
      expect([path, sign, schema.safeParse(`1${sign}2`).success]).toEqual([path, sign, false])
})

test('ordinary phone numbers and addresses are taken as before', () => {
  for (const phone of ['+49 (0) 221 / 12 34-5', '0171.1234567', '089 1234 (abends)'])
    expect(plainLine.max(40).parse(phone)).toBe(phone)
  const given = {
    Strasse: "Straße des 17. Juni, Hinterhaus (2. OG) 'Süd'",
    Hausnummer: '12 a-c',
    Plz: '10115',
    Ort: 'Frankfurt (Oder) / Süd',
  }
  expect(givenAddress.safeParse(given).success).toBe(true)
})

test('no phone number is a name, which would stand in a stranger’s mail', () => {
  for (const good of ['Anna-Lena', 'Kai 2', 'Elisabeth II', 'Team 24'])
    expect([good, name.safeParse(good).success]).toEqual([good, true])
  const spelled = ['-', '–', '‑', ',', '_', '(', '·', '+', '’', ' '].map(
    (sign) => `Ruf 0${sign}1${sign}7`,
  )
  for (const bad of [
    'Bitte anrufen 0900 123456',
    'Ruf 1-1-0',
    '110',
    '٣٤٥',
    '①⑦⑥',
    '¹²³',
    'Ⅷ 12',
    ...spelled,
  ])
    expect([bad, name.safeParse(bad).success]).toEqual([bad, false])
})

test('a name has the signs of names, and none that look like those of an address', () => {
  for (const good of [
    "Seán O'Brien",
    'Jean‑Luc',
    'Mara „Mimi“ Lindenau',
    'Anna & Bernd',
    'Łukasz Ż.',
    '李小龙',
  ])
    expect([good, name.safeParse(good).success]).toEqual([good, true])
  for (const bad of ['evil․com', 'evil∕com', 'evil꞉∕∕x', '＠evil', 'x／y', 'Anna 😀', 'a|b', 'a=b'])
    expect([bad, name.safeParse(bad).success]).toEqual([bad, false])
})
