import { expect, test } from 'vitest'
import { companyLines, missingOf, type Company } from './company.ts'

const gmbh: Company = {
  form: 'gmbh',
  seat: 'Köln',
  court: 'Amtsgericht Köln',
  number: 'HRB 4711',
  directors: ['Ada Quell', 'Bo Brunnen'],
  chair: null,
  supervisoryChair: null,
  partner: null,
}

test('a GmbH names register and all directors, and a supervisory board only where it has one', () => {
  expect(missingOf(gmbh)).toEqual([])
  expect(missingOf({ ...gmbh, court: null, number: null, directors: [] })).toEqual([
    'court',
    'number',
    'directors',
  ])
  expect(companyLines(gmbh, 'de')).toEqual([
    'Sitz: Köln, Amtsgericht Köln, HRB\u00a04711',
    'Geschäftsführung: Ada Quell, Bo Brunnen',
  ])
  expect(companyLines({ ...gmbh, supervisoryChair: 'Cleo Aue' }, 'en').at(-1)).toBe(
    'Supervisory board, chair: Cleo Aue',
  )
})

test.each(['ag', 'se', 'eg', 'vvag'] as const)(
  '%s names who presides over its supervisory board',
  (form) => {
    expect(missingOf({ ...gmbh, form })).toEqual(['supervisoryChair'])
    const whole: Company = { ...gmbh, form, chair: 'Bo Brunnen', supervisoryChair: 'Cleo Aue' }
    expect(missingOf(whole)).toEqual([])
    expect(companyLines(whole, 'de')).toEqual([
      'Sitz: Köln, Amtsgericht Köln, HRB\u00a04711',
      'Vorstand: Ada Quell, Bo Brunnen (Vorsitz)',
      'Aufsichtsrat, Vorsitz: Cleo Aue',
    ])
  },
)

test('a GmbH & Co. KG names its general partner', () => {
  expect(missingOf({ ...gmbh, form: 'gmbh-co-kg' })).toEqual(['partner'])
})

test('somebody who presides is one of those who are named', () => {
  expect(missingOf({ ...gmbh, chair: 'Dora Elb' })).toEqual(['chair'])
})

test('who stands in no register needs none', () => {
  const alone: Company = { ...gmbh, form: 'other', court: null, number: null, directors: [] }
  expect(missingOf(alone)).toEqual([])
  expect(companyLines(alone, 'de')).toEqual(['Sitz: Köln'])
})
