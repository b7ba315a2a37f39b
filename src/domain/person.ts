export const salutations = ['Frau', 'Herr', 'Divers', 'Keine Angabe'] as const
export type Salutation = (typeof salutations)[number]

/** The stored salutation; empty for "none". */
export const keptSalutation = (said: string | undefined): string =>
  said === undefined || said === 'Keine Angabe' ? '' : said

/** The last name is optional. */
export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()

/** How somebody asked for their data; no free text, as it stands in an address. */
export const requestWays = ['brief', 'email', 'telefon', 'behoerde'] as const
