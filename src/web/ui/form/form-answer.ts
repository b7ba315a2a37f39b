import { data } from 'react-router'
import { ApiError, errorCodes } from '../../runtime/api-error.ts'
import { textOf, type FieldErrors } from './rules.ts'

/** What an action answers when the form was not accepted; PageForm shows it. */
export type FormAnswer = {
  errors: FieldErrors // by field name
  message: string | null // the server's words; null: the fields say it all
  noAnswer: boolean // offline or a timeout: nobody knows whether it went through
  code: string
  values: Record<string, string> // what was typed, for a page that is rendered again
  key: string | null // the idempotency key to send again with; null: take a fresh one
  details: Record<string, unknown>
}

// Refusals that are about one field, which is named alike in every form that has it.
const fieldOfCode: Partial<Record<string, string>> = {
  [errorCodes.emailInvalid]: 'email',
  [errorCodes.emailsEqual]: 'email',
  [errorCodes.termsRequired]: 'terms',
  [errorCodes.ibanInvalid]: 'iban',
}

// Never sent back to a page.
const secret = /password|iban|token|captcha|^_/i

function typedValues(form: FormData): Record<string, string> {
  const entries = [...form.keys()]
    .filter((name) => !secret.test(name))
    .map((name) => [name, textOf(form, name)])
  return Object.fromEntries(entries)
}

/** The form's own checks failed. */
export function invalid(form: FormData, errors: FieldErrors) {
  const answer = { errors, message: null, noAnswer: false, code: errorCodes.validation, key: null }
  return data<FormAnswer>({ ...answer, values: typedValues(form), details: {} }, { status: 422 })
}

/**
 * A call was refused. `fields` names the form field of each field of the call (`referrer.email` -> `email`); others are shown
 * above the form. What a field says is not said above it again. Errors that are none of the call's are thrown on, to the error page.
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
  // A checkbox that is not ticked is not sent.
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
