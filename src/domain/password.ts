export type PasswordRuleId = 'length' | 'lower' | 'upper' | 'digit'

export const passwordLength = { min: 8, max: 200 }

/** From here on length alone is enough: rules about kinds of letters make long passwords no better. */
const longEnough = 15

// A surrogate pair is one character.
const ofLength = (min: number) =>
  `^(?:[\\uD800-\\uDBFF][\\uDC00-\\uDFFF]|[^\\uD800-\\uDFFF]){${min},${passwordLength.max}}$`
const orLong = (pattern: string) => `${pattern}|${ofLength(longEnough)}`

/**
 * The rules of spec section 5, as data for server and page. `pattern`: source of a regular expression without flags, for any
 * client. Letters are Latin, Greek and Cyrillic.
 */
export const passwordRules: readonly {
  id: PasswordRuleId
  pattern: string
  de: string
  en: string
}[] = [
  {
    id: 'length',
    pattern: ofLength(passwordLength.min),
    de: `${passwordLength.min} bis ${passwordLength.max} Zeichen – ab ${longEnough} genügt das`,
    en: `${passwordLength.min} to ${passwordLength.max} characters – from ${longEnough} on that is enough`,
  },
  {
    id: 'lower',
    pattern: orLong('[a-z\u00df-\u00f6\u00f8-\u00ff\u03b1-\u03c9\u0430-\u045f]'),
    de: 'mindestens ein Kleinbuchstabe',
    en: 'at least one lowercase letter',
  },
  {
    id: 'upper',
    pattern: orLong('[A-Z\u00c0-\u00d6\u00d8-\u00de\u0391-\u03a9\u0400-\u042f]'),
    de: 'mindestens ein Großbuchstabe',
    en: 'at least one uppercase letter',
  },
  { id: 'digit', pattern: orLong('[0-9]'), de: 'mindestens eine Ziffer', en: 'at least one digit' },
]

/** One result per rule, in order. */
export function checkPassword(text: string): { id: PasswordRuleId; ok: boolean }[] {
  return passwordRules.map(({ id, pattern }) => ({ id, ok: new RegExp(pattern).test(text) }))
}
