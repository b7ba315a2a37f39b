import type { z } from 'zod'
import type { Locale } from '../../domain/tenant.ts'
import { sayIssue } from '../say-issue.ts'

// What a tenant file says in English to whoever writes one, in the language of the form.
const german: [RegExp, string][] = [
  [
    /^has ([\d.]+):1 on (\w+), and ([\d.]+):1 is the least$/,
    'Kontrast $1:1 zu „$2“; nötig sind $3:1.',
  ],
  [/^has a line break$/, 'Hier steht nur eine Zeile, ohne Umbruch.'],
  [/^is no length like 12px$/, 'Das ist keine Länge wie 12px.'],
  [/^is not an e-mail address$/, 'Das ist keine E-Mail-Adresse.'],
  [/^is not a colour like #0b5c63$/, 'Das ist keine Farbe wie #0b5c63.'],
  [/^is not an https address$/, 'Das ist keine https-Adresse.'],
  [
    /^is no host that the server may ask/,
    'Diesen Rechner darf der Server nicht fragen (OUTBOUND_HOSTS).',
  ],
  [/^is not a valid IBAN$/, 'Das ist keine gültige IBAN.'],
  [/^is not a BIC$/, 'Das ist keine BIC.'],
  [/^is not a host name/, 'Das ist kein Hostname ohne Schema und Port.'],
  [/^is missing, which the law/, 'Das verlangt das Gesetz bei dieser Rechtsform in jeder Mail.'],
  [/^is none of the directors$/, 'Diese Person gehört nicht zur Leitung.'],
  [/^is not a regular expression/, 'Das ist kein regulärer Ausdruck (ohne Vorausschau).'],
  [/^is (\d+), which is none of shares/, 'Der Anteil $1 gehört nicht zu den Anteilen.'],
  [/^is no https address with \{ziel\}/, 'Das ist keine https-Adresse mit {ziel} in der Abfrage.'],
  [/^is missing: with IsAutologin/, 'Das fehlt: Mit IsAutologin führen Links der Mails darüber.'],
  [/^is no account number of 4/, 'Das ist keine Kontonummer mit 4 bis 8 Ziffern.'],
  [/^has not (\d) digits, as/, 'Sachkonten haben hier $1 Stellen.'],
  [
    /^is also the account that/,
    'Gegen dieses Konto wird es gebucht: Beide brauchen eigene Nummern.',
  ],
  [/^there is no picture/, 'Dieses Bild gibt es nicht: Bitte PNG, JPEG oder WebP hochladen.'],
  [/^is no picture that can be shown/, 'Das ist kein Bild, das sich zeigen lässt.'],
  [
    /^people agree to version (\S+) in other words/,
    'Der Fassung $1 haben Personen mit anderen Worten zugestimmt. Andere Worte brauchen eine neue Fassung.',
  ],
  [/other words need a new|need another version/, 'Andere Worte brauchen eine neue Fassung.'],
]

/** A problem of the schema. */
export const sayProblem = (issue: z.core.$ZodIssue, locale: Locale) =>
  issue.code === 'custom' || issue.code === 'invalid_format'
    ? saySetting(issue.message, locale, () => sayIssue(issue, locale))
    : sayIssue(issue, locale)

/** A problem in the command line’s words. */
export function saySetting(message: string, locale: Locale, otherwise = () => message): string {
  for (const [pattern, text] of german) {
    const match = pattern.exec(message)
    if (!match) continue
    if (locale === 'de') return text.replace(/\$(\d)/g, (_, at: string) => match[Number(at)] ?? '')
    return `${message[0]!.toUpperCase()}${message.slice(1)}.`
  }
  return otherwise()
}
