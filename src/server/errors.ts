import type { ErrorName, Failure } from '../domain/errors.ts'

/** The error handlers throw; domain/errors.ts has code, status and texts. */
export class AppError extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.name)
    this.failure = failure
  }
}

/** `throw fail('link-expired')`; fields are wire names with localised texts. */
export function fail(name: ErrorName, more: Omit<Failure, 'name'> = {}): AppError {
  return new AppError({ name, ...more })
}
