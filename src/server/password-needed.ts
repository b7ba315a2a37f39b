import { fail } from './errors.ts'

/** What a session that a mailed link opened hears about money: first the password, or a first one (`changePassword`). */
export const passwordNeeded = () => fail('not-authorised', { details: { MissingPassword: true } })
