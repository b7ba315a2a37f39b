import { isCommonPassword } from '../../domain/common-passwords.ts'
import { checkPassword, passwordRules } from '../../domain/password.ts'
import type { Locale, Localised } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

const texts = {
  common: {
    de: 'Dieses Passwort ist zu bekannt. Bitte ein anderes wählen.',
    en: 'This password is too well known. Please choose another one.',
  },
  different: {
    de: 'Die beiden Passwörter stimmen nicht überein.',
    en: 'The two passwords do not match.',
  },
} satisfies Record<string, Localised>

/** Throws for a password that breaks a rule, is too common, or differs from its repetition (spec section 5). */
export function checkNewPassword(
  body: { password: string; passwordAgain?: string | undefined },
  locale: Locale,
): void {
  const broken = checkPassword(body.password).filter(({ ok }) => !ok)
  const fields = broken.map(({ id }) => ({
    field: 'Password',
    message: passwordRules.find((rule) => rule.id === id)![locale],
  }))
  if (fields.length === 0 && isCommonPassword(body.password)) {
    fields.push({ field: 'Password', message: texts.common[locale] })
  }
  if (body.passwordAgain !== undefined && body.password !== body.passwordAgain) {
    fields.push({ field: 'PasswordConfirm', message: texts.different[locale] })
  }
  if (fields.length > 0) throw fail('validation', { fields })
}
