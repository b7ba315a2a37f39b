// Field checks: on leaving the field, on submit, and in the page's action, so that forms work without script. The server's validation
// decides.

import { isLatinName } from '../../../domain/latin-name.ts'

/** Keys of common.json; `{{label}}` in them is the field's label. */
export type RuleError =
  | 'rule.required'
  | 'rule.accept'
  | 'rule.choose'
  | 'rule.email'
  | 'rule.tooLong'
  | 'rule.name'
  | 'rule.date'
  | 'rule.noSuchDay'
  | 'rule.zip'
  | 'rule.same'
  | 'rule.iban'
  | 'rule.ibanGerman'
  | 'rule.latinName'
  | 'rule.password'
  | 'rule.code'
  | 'rule.referralNumber'

export type Rule = (value: string, form: FormData) => RuleError | null
export type Rules = Record<string, Rule[]>

/** A field's error: a known rule, or the server's message. */
export type FieldError = { rule: RuleError } | { message: string }
export type FieldErrors = Record<string, FieldError>

export const required: Rule = (value) => (value === '' ? 'rule.required' : null)
export const accepted: Rule = (value) => (value === '' ? 'rule.accept' : null)
export const chosen: Rule = (value) => (value === '' ? 'rule.choose' : null)

export const maxLength =
  (most: number): Rule =>
  (value) =>
    value.length > most ? 'rule.tooLong' : null

export const personName: Rule = (value) => {
  if (value.length > 80) return 'rule.tooLong'
  return /[<>{}\p{Cc}]/u.test(value) ? 'rule.name' : null
}

/** Banks use this character set in transfers. */
export const latinName: Rule = (value) =>
  value === '' || isLatinName(value) ? null : 'rule.latinName'

/** Rejects only what cannot be an address; the mail proves whether it exists. */
export const email: Rule = (value) =>
  value === '' || (value.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value))
    ? null
    : 'rule.email'

export const germanDate: Rule = (value) => {
  if (value === '') return null
  const [form, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(value) ?? []
  if (form === undefined) return 'rule.date'
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCDate() === Number(day) && date.getUTCMonth() === Number(month) - 1
    ? null
    : 'rule.noSuchDay'
}

/** Browsers autofill birthdays as 1988-05-24; German users write 24.05.1988. */
export const germanDateOf = (text: string) => text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')
export const birthDate: Rule = (value, form) => germanDate(germanDateOf(value), form)

export const zip: Rule = (value) => (value === '' || /^\d{5}$/.test(value) ? null : 'rule.zip')

/** The number, or the code as typed: with spaces and dashes. */
export const referralNumber: Rule = (value) =>
  value === '' || /^[0-9A-Za-z -]{1,40}$/.test(value) ? null : 'rule.referralNumber'

/** The first error of each field, in the order of the rules. */
export function checkForm(form: FormData, rules: Rules): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of Object.keys(rules)) {
    const error = checkField(form, rules, name)
    if (error) errors[name] = error
  }
  return errors
}

export function checkField(form: FormData, rules: Rules, name: string): FieldError | null {
  const value = textOf(form, name)
  for (const rule of rules[name] ?? []) {
    const error = rule(value, form)
    if (error) return { rule: error }
  }
  return null
}

/** A message away from its field names the field, unless its text does. */
export const namedMessage = (label: string | undefined, message: string): string =>
  !label || message.toLowerCase().includes(label.toLowerCase()) ? message : `${label}: ${message}`

/** A field's trimmed text; '' if none. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
