/**
 * A start problem that a person can fix. The message is one sentence with problem and remedy, without secrets; `main.ts` prints
 * it without stack and exits non-zero.
 */
export class StartError extends Error {
  override name = 'StartError'
}
