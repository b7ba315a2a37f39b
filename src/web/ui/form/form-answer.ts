import { data } from 'react-router'
import { ApiError, errorCodes } from '../../runtime/api-error.ts'
import { textOf, type FieldErrors } from './rules.ts'

/** An action's answer to a rejected form; PageForm shows it. */
export type FormAnswer = {
  errors: FieldErrors // by field name
  message: string | null // the server's text; null: the fields say it all
  noAnswer: boolean // offline or timeout: the outcome is unknown
  code: string
  values: Record<string, string> // input, for a page rendered again
  key: string | null // idempotency key to resend with; null: use a fresh one
  details: Record<string, unknown>
}

// Refusals about one field, which has the same name in every form.
const fieldOfCode: Partial<Record<string, string>> = {
  [errorCodes.emailInvalid]: 'email',
  [errorCodes.emailsEqual]: 'email',
  [errorCodes.termsRequired]: 'terms',
  [errorCodes.codeWrong]: 'code',
  [errorCodes.ibanInvalid]: 'iban',
}

// Never sent back.
const secret = /password|iban|token|captcha|^_/i

function typedValues(form: FormData): Record<string, string> {
  const entries = [...form.keys()]
    .filter((name) => !secret.test(name))
    .map((name) => [name, textOf(form, name)])
  return Object.fromEntries(entries)
}

/** Answer when the form's own checks failed. */
export function invalid(form: FormData, errors: FieldErrors) {
  const answer = { errors, message: null, noAnswer: false, code: errorCodes.validation, key: null }
  return data<FormAnswer>({ ...answer, values: typedValues(form), details: {} }, { status: 422 })
}

/**
 * Answer for a refused call. `fields` maps call fields to form fields (`referrer.email` -> `email`); other errors show above the form,
 * never twice. Errors that are not the call's are rethrown to the error page.
 */
export function refused(form: FormData, error: unknown, fields: Record<string, string> = {}) {
  if (!(error instanceof ApiError) || error.status === 401) throw error
  const errors: FieldErrors = {}
  let allPlaced = error.fields.length > 0
  for (const { field, message } of error.fields) {
    const name = fields[field] ?? field
    if (form.has(name) || fields[field]) errors[name] = { message }
    else allPlaced = false
  }
  const about = fieldOfCode[error.code]
  // An unticked checkbox is not sent.
  if (about && (form.has(about) || about === 'terms')) {
    errors[about] = { message: error.failure.message }
    allPlaced = true
  }
  const noAnswer = error.status === 0
  const answer: FormAnswer = {
    errors,
    message: allPlaced ? null : error.failure.message || null,
    noAnswer,
    code: error.code,
    values: typedValues(form),
    key: noAnswer || error.status >= 500 ? textOf(form, '_key') || null : null,
    details: error.details,
  }
  return data(answer, { status: error.status || 503 })
}
