export const salutations = ['Frau', 'Herr', 'Divers', 'Keine Angabe'] as const
export type Salutation = (typeof salutations)[number]

/** What is kept of a salutation on the wire: nothing of somebody who gives none. */
export const keptSalutation = (said: string | undefined): string =>
  said === undefined || said === 'Keine Angabe' ? '' : said

/** Nobody has to give a last name. */
export const fullName = (person: { firstName: string; lastName: string }): string =>
  `${person.firstName} ${person.lastName}`.trim()
