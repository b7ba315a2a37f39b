export type OutsideProblem =
  | 'timeout' // no complete answer in time
  | 'too-large'
  | 'wrong-type' // a good answer of another media type than asked for
  | 'broken' // an answer that is none: cut off, redirected, refused, of another form
  | 'unreachable'
  | 'paused' // not asked, since it failed too often just now

/** Something outside this product did not answer as it should; the message is one clear sentence for operators. */
export class OutsideError extends Error {
  override name = 'OutsideError'
  readonly kind: OutsideProblem

  constructor(kind: OutsideProblem, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.kind = kind
  }
}
