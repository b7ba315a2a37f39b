import type { ErrorName, Failure } from '../domain/errors.ts'

/** The one error that handlers throw; the catalogue in domain/errors.ts knows its code, status and texts. */
export class AppError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.name)
    this.failure = failure
  }
}

/** `throw fail('link-expired')`; fields carry wire names and texts in the caller's language. */
export function fail(name: ErrorName, more: Omit<Failure, 'name'> = {}): AppError {
  return new AppError({ name, ...more })
}
