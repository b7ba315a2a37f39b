import { expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from './serve.ts'

const query = z.object({
  page: z.number().min(1),
  size: z.number().max(100),
  name: z.string().min(1),
  code: z.string().regex(/^[A-Z]{4}$/),
  ids: z.array(z.string()).max(2),
  there: z.boolean(),
})

test('what is wrong with a field is said without the names of types and without patterns, in both languages', () => {
  const wrong = { page: 0, size: 101, name: '', code: 'x', ids: ['a', 'b', 'c'] }
  const { error } = query.safeParse(wrong, { reportInput: true })
  const said = (locale: 'de' | 'en') => fieldsOf(error!, locale).map(({ message }) => message)
  expect(said('de')).toEqual([
    'Der Wert muss mindestens 1 sein.',
    'Der Wert darf höchstens 100 sein.',
    'Diese Angabe fehlt.',
    'Diese Angabe hat nicht die richtige Form.',
    'Bitte höchstens 2 Einträge angeben.',
    'Diese Angabe fehlt.',
  ])
  expect(said('en').join(' ')).not.toMatch(/number|string|array|boolean|\/\^/)
})

test('a day that no calendar has is called that, and not one of another form', () => {
  const said = (on: string) => {
    const { error } = z.object({ on: z.iso.date() }).safeParse({ on }, { reportInput: true })
    return fieldsOf(error!, 'de').map(({ message }) => message)
  }
  expect(said('2025-02-29')).toEqual(['Dieses Datum gibt es nicht.'])
  expect(said('29.02.2025')).toEqual(['Diese Angabe hat nicht die richtige Form.'])
})
