import type { z } from 'zod'
import { errorCatalogue, type ErrorName } from '../../domain/errors.ts'
import { say, type Listener } from '../../domain/say.ts'
import type { Locale } from '../../domain/tenant.ts'

// Errors of a line: sentences for the file's author, bounded whatever was sent.

const mostSentences = 10
const mostLetters = 40

type Texts = Record<Locale, string>
type Line = Record<string, unknown>

/** Why a line does not match `feedOrder`, by wire names. */
export function describeWrongLine(error: z.ZodError, line: Line, locale: Locale): string {
  const sentences = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, mostSentences).map((key) => unknownField(show(key))[locale])
      : [describeIssue(issue, line)[locale]],
  )
  return [...new Set(sentences)].slice(0, mostSentences).join(' ')
}

function describeIssue(issue: z.core.$ZodIssue, line: Line): Texts {
  const field = String(issue.path[0] ?? '')
  const value = line[field]
  if (field === '') {
    return {
      de: 'Eine Zeile ist ein Objekt mit den Feldern eines Auftrags.',
      en: 'A line is an object with the fields of an order.',
    }
  }
  if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
    return { de: `${field} fehlt.`, en: `${field} is missing.` }
  if (typeof value !== 'string')
    return { de: `${field} muss ein Text sein.`, en: `${field} must be a text.` }
  if (field === 'Vertragsdatum') {
    return {
      de: `Vertragsdatum „${show(value)}“ ist kein Datum: geschrieben wird es wie 2026-11-05, in Dateien auch wie 05.11.2026.`,
      en: `Vertragsdatum "${show(value)}" is no date: it is written like 2026-11-05, in files also like 05.11.2026.`,
    }
  }
  if (field === 'Status') {
    return {
      de: `Status „${show(value)}“ gibt es nicht: er ist „abgeschlossen“ oder „storniert“.`,
      en: `There is no Status "${show(value)}": it is "abgeschlossen" (concluded) or "storniert" (cancelled).`,
    }
  }
  if (issue.code === 'too_big') {
    return {
      de: `${field} ist zu lang: höchstens ${issue.maximum} Zeichen.`,
      en: `${field} is too long: ${issue.maximum} characters at the most.`,
    }
  }
  if (field === 'Email')
    return { de: 'Email ist keine E-Mail-Adresse.', en: 'Email is no e-mail address.' }
  return {
    de: `${field} hat einen Wert, der hier nicht möglich ist.`,
    en: `${field} has a value that is not possible here.`,
  }
}

const unknownField = (name: string): Texts => ({
  de: `Ein Feld „${name}“ gibt es nicht.`,
  en: `There is no field "${name}".`,
})

const show = (text: string) => {
  const plain = text.replace(/[\p{Cc}\p{Cf}]/gu, ' ').trim()
  return plain.length > mostLetters ? `${plain.slice(0, mostLetters)}…` : plain
}

/** Why recordOrder() refused a valid line; `fields` are its wire names. */
export function describeRefusal(error: ErrorName, fields: string[], listener: Listener): string {
  const { locale } = listener
  const named = fields.join(', ')
  const product = fields.includes('ProduktExterneId')
  if (error === 'idempotency-mismatch') {
    return {
      de: `Unter dieser Auftragsnummer kennen wir schon einen anderen Auftrag. Anders ist dort: ${named}.`,
      en: `We know another order by this number already. Different there: ${named}.`,
    }[locale]
  }
  if (error === 'not-found' && product) {
    return {
      de: 'Es gibt kein Produkt mit dieser ProduktExterneId.',
      en: 'There is no product with this ProduktExterneId.',
    }[locale]
  }
  if (error === 'not-found' && fields.includes('Verkaufspartnernummer')) {
    return {
      de: 'Es gibt keinen freigeschalteten Verkaufspartner mit dieser Verkaufspartnernummer.',
      en: 'There is no active sales partner with this Verkaufspartnernummer.',
    }[locale]
  }
  if (error === 'validation' && fields.includes('Verkaufspartnernummer')) {
    return {
      de: 'Ein Auftrag gehört zu einem Verkaufspartner oder zu einer Empfehlung: Verkaufspartnernummer steht ohne Empfaengernummer und Empfehlungsnummer.',
      en: 'An order belongs to a sales partner or to a recommendation: Verkaufspartnernummer stands without Empfaengernummer and Empfehlungsnummer.',
    }[locale]
  }
  if (error === 'not-found' && fields.length === 0) {
    return {
      de: 'Die Zeile sagt nicht, wessen Vertrag es ist: bitte Empfaengernummer, Empfehlungsnummer oder Email angeben.',
      en: 'The line does not say whose contract it is: give Empfaengernummer, Empfehlungsnummer or Email.',
    }[locale]
  }
  if (error === 'not-found') {
    return {
      de: `Wir finden niemanden, der eine Empfehlung angenommen hat und zu diesen Angaben passt: ${named}.`,
      en: `We find nobody who accepted a recommendation and fits these entries: ${named}.`,
    }[locale]
  }
  if (error === 'validation' && fields.includes('Vertragsdatum')) {
    return {
      de: 'Vertragsdatum liegt in der Zukunft oder mehr als 150 Jahre zurück.',
      en: 'Vertragsdatum is in the future, or more than 150 years ago.',
    }[locale]
  }
  const said = say(errorCatalogue[error], listener)
  return named === '' ? said : `${said} (${named})`
}
