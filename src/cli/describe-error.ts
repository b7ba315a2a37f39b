import { errorCatalogue, type ErrorName } from '../domain/errors.ts'
import { AppError } from '../server/errors.ts'
import { StartError } from '../server/env/start-error.ts'
import { CommandError } from './command.ts'

const databaseCodes: Record<string, string> = {
  ECONNREFUSED: 'The database does not answer: check DATABASE_URL and that it is running.',
  ENOTFOUND: 'The host of DATABASE_URL is not known.',
  ETIMEDOUT: 'The database does not answer in time.',
  '28P01': 'The database refuses the login of DATABASE_URL.',
  '28000': 'The database refuses the login of DATABASE_URL.',
  '3D000': 'The database that DATABASE_URL names does not exist.',
  '42P01': 'The database has no tables yet: start the app once, which makes them.',
  '42501':
    'The login of DATABASE_URL lacks the rights of the app: use the login that the app uses.',
  '57P03': 'The database is starting or stopping: try again in a moment.',
}

// Replaces texts meant for web users.
const forOperators: Partial<Record<ErrorName, string>> = {
  'not-found': 'This tenant has nothing with this number or id.',
  'unknown-tenant': 'There is no such tenant: "tenant show" lists them.',
  'email-not-registered': 'This tenant has no referrer with this e-mail address.',
  validation: 'This input cannot be used:',
}

/** Sentences for the operator, without stack or secrets. */
export function describeError(error: unknown): string {
  if (error instanceof AppError) {
    const { name, fields = [] } = error.failure
    const lines = fields.map(({ field, message }) => `  ${field}: ${message}`)
    return [
      `${forOperators[name] ?? errorCatalogue[name].en} (${errorCatalogue[name].code})`,
      ...lines,
    ].join('\n')
  }
  if (!(error instanceof Error)) return 'Something failed without saying why.'
  if (error instanceof CommandError || error instanceof StartError) return sentence(error.message)
  if (error.name === 'BankFileError')
    return sentence(`This bank file cannot be used: ${error.message}`)
  const code = 'code' in error ? String(error.code) : ''
  const file = 'path' in error && typeof error.path === 'string' ? error.path : null
  if (code === 'ENOENT' && file) return `There is no file ${file}.`
  if (code === 'EISDIR' || code === 'EACCES' || code === 'EEXIST')
    return `${file ?? 'The file'} cannot be used (${code}).`
  // All addresses of a host failed alike.
  if (error instanceof AggregateError && error.errors.length > 0)
    return describeError(error.errors[0])
  return databaseCodes[code] ?? sentence(`This did not work: ${error.message}`)
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)
