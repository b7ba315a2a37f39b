// Cookie choices by category (spec sections 4 and 9). Required ones are never asked about.

export const cookieCategories = ['required', 'functional', 'analytical', 'marketing'] as const
export type CookieCategory = (typeof cookieCategories)[number]
export type OptionalCategory = Exclude<CookieCategory, 'required'>
export const optionalCategories = ['functional', 'analytical', 'marketing'] as const

export const consentStates = ['unset', 'given', 'declined'] as const
export type ConsentState = (typeof consentStates)[number]

/** One entry for each category that the tenant uses. */
export type CookieChoices = Partial<Record<OptionalCategory, ConsentState>>

export type CookieConsent = {
  id: string | null // of the stored proof; null for somebody who only declined
  remembered: boolean // else the choice ends with the browser's session
  choices: CookieChoices
}

export const consentCookieDays = 60
export const channelCookieDays = 730

const letters = { functional: 'f', analytical: 'a', marketing: 'm' } as const

/**
 * Reads the consent cookie: `version.r1a1m0.id`, one letter per category (r for "remember") and 1 for yes. Missing choices and
 * those of another `version` are unset; an invalid text is ignored.
 */
export function readConsent(
  text: string | undefined,
  used: readonly OptionalCategory[],
  version: string,
): CookieConsent {
  const [, said = '', marks = '', id = ''] =
    /^([\w-]{1,20})\.((?:[rfam][01]){1,4})\.([\w-]{22})?$/.exec(text ?? '') ?? []
  const markOf = (letter: string) => new RegExp(`${letter}([01])`).exec(marks)?.[1]
  const stateOf = (category: OptionalCategory): ConsentState => {
    const mark = said === version ? markOf(letters[category]) : undefined
    return mark === undefined ? 'unset' : mark === '1' ? 'given' : 'declined'
  }
  return {
    id: id || null,
    remembered: markOf('r') !== '0',
    choices: Object.fromEntries(used.map((category) => [category, stateOf(category)])),
  }
}

export function writeConsent({ id, remembered, choices }: CookieConsent, version: string): string {
  const marks = optionalCategories
    .filter((category) => choices[category] === 'given' || choices[category] === 'declined')
    .map((category) => `${letters[category]}${choices[category] === 'given' ? 1 : 0}`)
  return `${version}.r${remembered ? 1 : 0}${marks.join('')}.${id ?? ''}`
}

/** Every category in use that is not accepted is declined; none stays unset. */
export function chooseCategories(
  used: readonly OptionalCategory[],
  given: readonly OptionalCategory[],
): CookieChoices {
  return Object.fromEntries(
    used.map((category) => [category, given.includes(category) ? 'given' : 'declined']),
  )
}

/** Whether there is still something to ask. */
export const isUndecided = ({ choices }: Pick<CookieConsent, 'choices'>): boolean =>
  Object.values(choices).includes('unset')

export const isAnyGiven = ({ choices }: Pick<CookieConsent, 'choices'>): boolean =>
  Object.values(choices).includes('given')
