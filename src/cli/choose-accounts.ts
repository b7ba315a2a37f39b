import { isEmail, normaliseEmail } from '../domain/email.ts'
import { UsageError } from './command.ts'

/** The accounts of a command: a normalised address, or null for all; throws UsageError for neither or both. */
export function chooseAccounts(values: {
  email?: string | undefined
  all?: boolean | undefined
}): string | null {
  if ((values.email === undefined) !== (values.all === true))
    throw new UsageError('Either --email EMAIL or --all says whose')
  return values.email === undefined ? null : readAddress(values.email, '--email')
}

/** A typed address, normalised; throws UsageError if invalid. */
export function readAddress(typed: string | undefined, name = 'ADDRESS'): string {
  const email = normaliseEmail(typed ?? '')
  if (!isEmail(email)) throw new UsageError(`${name} is not an e-mail address`)
  return email
}
