import { isEmail, normaliseEmail } from '../domain/email.ts'
import { UsageError } from './command.ts'

/** Whose accounts a command is about: the normalised address, or null for all; throws UsageError on neither or both. */
export function chooseAccounts(values: {
  email?: string | undefined
  all?: boolean | undefined
}): string | null {
  if ((values.email === undefined) !== (values.all === true))
    throw new UsageError('Either --email EMAIL or --all says whose')
  if (values.email === undefined) return null
  const email = normaliseEmail(values.email)
  if (!isEmail(email)) throw new UsageError('--email is not an e-mail address')
  return email
}
