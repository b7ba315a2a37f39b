import { isOfNames, lettersBeside } from '../../domain/known-password.ts'
import { passwordWords } from '../../domain/password-words.ts'
import { checkPassword, passwordRules } from '../../domain/password.ts'
import type { Locale, Localised, Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import { isKnownPassword } from './known-passwords.ts'

const texts = {
  known: {
    de: 'Dieses Passwort ist zu bekannt. Bitte ein anderes wählen.',
    en: 'This password is too well known. Please choose another one.',
  },
  names: {
    de: 'Dieses Passwort besteht aus dem eigenen Namen, der Adresse oder dem Namen der Firma. Bitte ein anderes wählen.',
    en: 'This password is made of your own name, address or the company’s name. Please choose another one.',
  },
  different: {
    de: 'Die beiden Passwörter stimmen nicht überein.',
    en: 'The two passwords do not match.',
  },
} satisfies Record<string, Localised>

/**
 * Throws for a password that breaks a rule, is known, is made of names, or differs from its repetition (spec section 5).
 * @param own the person's names and address, and what they work for
 */
export function checkNewPassword(
  body: { password: string; passwordAgain?: string | undefined },
  locale: Locale,
  tenant: Pick<Tenant, 'code' | 'name' | 'contact'>,
  own: readonly (string | null | undefined)[],
): void {
  const { password, passwordAgain } = body
  const broken = checkPassword(password).filter(({ ok }) => !ok)
  const fields = broken.map(({ id }) => ({
    field: 'Password',
    message: passwordRules.find((rule) => rule.id === id)![locale],
  }))
  const problem = fields.length === 0 ? problemOf(password, [...namesOf(tenant), ...own]) : null
  if (problem) fields.push({ field: 'Password', message: texts[problem][locale] })
  if (passwordAgain !== undefined && password !== passwordAgain)
    fields.push({ field: 'PasswordConfirm', message: texts.different[locale] })
  if (fields.length > 0) throw fail('validation', { fields })
}

function problemOf(
  password: string,
  names: readonly (string | null | undefined)[],
): 'names' | 'known' | null {
  const rest = lettersBeside(
    password,
    names.filter((name) => typeof name === 'string'),
  )
  if (isOfNames(rest)) return 'names'
  return isKnownPassword(password) || (rest !== null && isKnownPassword(rest)) ? 'known' : null
}

const namesOf = ({ code, name, contact }: Pick<Tenant, 'code' | 'name' | 'contact'>) => [
  ...passwordWords,
  code,
  name,
  contact.email,
]
