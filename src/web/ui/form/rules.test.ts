import { expect, test } from 'vitest'
import { accepted, checkForm, email, germanDate, required, textOf, zip } from './rules.ts'

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

test('a birth date is a day that exists', () => {
  expect(run(germanDate, '29.02.2004')).toBeNull()
  for (const bad of [
    '29.02.2005',
    '31.04.1990',
    '1.1.1990',
    '1990-01-01',
    '00.01.1990',
    '32.01.1990',
  ]) {
    expect(run(germanDate, bad)).toBe('rule.date')
  }
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
