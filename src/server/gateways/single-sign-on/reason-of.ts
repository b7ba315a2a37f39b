import { OutsideError } from '../http/outside-error.ts'

/** A sign-on failure in a word for the log; never the answer, which holds tokens and personal data. */
export function reasonOf(error: unknown): string {
  if (error instanceof OutsideError) return `${error.kind}: ${error.message}`
  for (
    let cause = error as { cause?: unknown; code?: unknown } | undefined, depth = 0;
    cause && depth < 6;
    cause = cause.cause as typeof cause, depth += 1
  )
    if (typeof cause.code === 'string') return cause.code
  return error instanceof Error ? error.name : 'unknown'
}
