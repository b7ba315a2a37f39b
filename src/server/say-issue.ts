import { z } from 'zod'
import { payeeSigns } from '../contract/fields.ts'
import type { Locale } from '../domain/tenant.ts'

const words = {
  missing: { de: 'Diese Angabe fehlt.', en: 'This is missing.' },
  noSuchDay: { de: 'Dieses Datum gibt es nicht.', en: 'This date does not exist.' },
  payee: {
    de: 'Der Name darf Buchstaben, Ziffern, Leerzeichen und . , - ’ & / + ( ) haben. Nach einem Punkt bitte ein Leerzeichen.',
    en: 'The name may have letters, digits, spaces and . , - ’ & / + ( ). Please put a space after a full stop.',
  },
  form: {
    de: 'Diese Angabe hat nicht die richtige Form.',
    en: 'This does not have the right form.',
  },
}

const atLeast = {
  string: { de: 'Bitte mindestens # Zeichen angeben.', en: 'Please give # characters or more.' },
  list: { de: 'Bitte mindestens # Einträge angeben.', en: 'Please give # entries or more.' },
  value: { de: 'Der Wert muss mindestens # sein.', en: 'The value must be # or more.' },
}
const atMost = {
  string: { de: 'Bitte höchstens # Zeichen angeben.', en: 'Please give # characters or fewer.' },
  list: { de: 'Bitte höchstens # Einträge angeben.', en: 'Please give # entries or fewer.' },
  value: { de: 'Der Wert darf höchstens # sein.', en: 'The value must be # or less.' },
}

const kindOf = (origin: string) =>
  origin === 'string' ? 'string' : origin === 'array' || origin === 'set' ? 'list' : 'value'

/** A field's error for people: no type names, no patterns. */
export function sayIssue(issue: z.core.$ZodIssue, locale: Locale): string {
  switch (issue.code) {
    case 'invalid_type':
      return words[issue.input === undefined || issue.input === null ? 'missing' : 'form'][locale]
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return words.missing[locale]
      return atLeast[kindOf(issue.origin)][locale].replace('#', String(issue.minimum))
    case 'too_big':
      return atMost[kindOf(issue.origin)][locale].replace('#', String(issue.maximum))
    case 'invalid_format':
      if (issue.format === 'regex' && issue.pattern === String(payeeSigns))
        return words.payee[locale]
      return words[isDay(issue.format, issue.input) ? 'noSuchDay' : 'form'][locale]
    default: {
      const localised = locale === 'de' ? z.locales.de() : z.locales.en()
      const said = localised.localeError(issue as never)
      return (typeof said === 'string' ? said : said?.message) ?? issue.message
    }
  }
}

// A well-formed day that is not in the calendar.
const isDay = (format: string, input: unknown) =>
  format === 'date' && typeof input === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(input)
