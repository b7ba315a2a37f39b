export type PasswordRuleId = 'length' | 'lower' | 'upper' | 'digit'

export const passwordLength = { min: 8, max: 200 }

// The rules of spec section 5, as data that the server hands out and the page shows live. `pattern`
// is the source of a regular expression with the flags `us`.
export const passwordRules: readonly {
  id: PasswordRuleId
  pattern: string
  de: string
  en: string
}[] = [
  {
    id: 'length',
    pattern: `^.{${passwordLength.min},${passwordLength.max}}$`,
    de: `${passwordLength.min} bis ${passwordLength.max} Zeichen`,
    en: `${passwordLength.min} to ${passwordLength.max} characters`,
  },
  {
    id: 'lower',
    pattern: '\\p{Ll}',
    de: 'mindestens ein Kleinbuchstabe',
    en: 'at least one lowercase letter',
  },
  {
    id: 'upper',
    pattern: '\\p{Lu}',
    de: 'mindestens ein Großbuchstabe',
    en: 'at least one uppercase letter',
  },
  { id: 'digit', pattern: '[0-9]', de: 'mindestens eine Ziffer', en: 'at least one digit' },
]

// One answer per rule, in their order.
export function checkPassword(text: string): { id: PasswordRuleId; ok: boolean }[] {
  return passwordRules.map(({ id, pattern }) => ({ id, ok: new RegExp(pattern, 'us').test(text) }))
}
