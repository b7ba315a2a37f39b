export type OutsideProblem =
  | 'timeout' // timed out
  | 'too-large'
  | 'wrong-type' // a good answer of the wrong media type
  | 'broken' // cut off, redirected, refused or malformed
  | 'unreachable'
  | 'paused' // not tried, after too many failures
  | 'not-allowed' // not tried, as nobody may be asked there (where-to-ask.ts)

/** An external service failed; the message is one sentence for operators. */
export class OutsideError extends Error {
  override name = 'OutsideError'
  readonly kind: OutsideProblem

  constructor(kind: OutsideProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}
