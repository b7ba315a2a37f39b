import { fail } from './errors.ts'

/** For sessions by mailed link: money needs the password, or a first one (`changePassword`). */
export const passwordNeeded = () => fail('not-authorised', { details: { MissingPassword: true } })
