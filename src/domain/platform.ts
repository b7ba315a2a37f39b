/**
 * The platform's own rows stand in a tenancy of this code: operators, their passkeys and sessions. It has no customers, catalogue or pages
 * but the console's, and no tenant may take its code.
 */
export const platformCode = 'betrieb'
