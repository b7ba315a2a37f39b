import { expect, test } from 'vitest'
import {
  accepted,
  checkForm,
  email,
  germanDate,
  namedMessage,
  required,
  textOf,
  zip,
} from './rules.ts'

const formOf = (values: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) form.set(name, value)
  return form
}
const run = (rule: typeof email, value: string) => rule(value, new FormData())

test('only what cannot be an e-mail address is refused', () => {
  for (const good of ['a@b.de', 'jörg.müller+x@mail.büro.de', ''])
    expect(run(email, good)).toBeNull()
  for (const bad of ['a', 'a@b', 'a@b.d', 'a b@c.de', '@b.de'])
    expect(run(email, bad)).toBe('rule.email')
})

test('a birth date is a day that exists, and one that does not is told from one that is typed in another form', () => {
  expect(run(germanDate, '29.02.2004')).toBeNull()
  for (const bad of ['1.1.1990', '1990-01-01', '01.01.90', 'gestern'])
    expect(run(germanDate, bad)).toBe('rule.date')
  for (const none of ['29.02.2025', '31.02.1990', '31.04.1990', '00.01.1990', '32.01.1990'])
    expect(run(germanDate, none)).toBe('rule.noSuchDay')
})

test('a postcode has five digits', () => {
  expect(run(zip, '01067')).toBeNull()
  expect(run(zip, '1067')).toBe('rule.zip')
})

test('a form names the first error of each field, and spaces are no content', () => {
  const rules = { name: [required], email: [required, email], terms: [accepted] }
  expect(checkForm(formOf({ name: '  ', email: 'x' }), rules)).toEqual({
    name: { rule: 'rule.required' },
    email: { rule: 'rule.email' },
    terms: { rule: 'rule.accept' },
  })
  expect(checkForm(formOf({ name: 'Ida', email: 'ida@x.de', terms: 'yes' }), rules)).toEqual({})
  expect(textOf(formOf({ name: ' Ida ' }), 'name')).toBe('Ida')
})

test('above a form every message names its field, and none twice', () => {
  expect(namedMessage('Geburtsdatum', 'Diese Angabe fehlt.')).toBe(
    'Geburtsdatum: Diese Angabe fehlt.',
  )
  expect(namedMessage('E-Mail', 'Bitte gib eine gültige E-Mail-Adresse ein.')).toBe(
    'Bitte gib eine gültige E-Mail-Adresse ein.',
  )
  expect(namedMessage(undefined, 'Diese Angabe fehlt.')).toBe('Diese Angabe fehlt.')
})
