/**
 * Something that stops the start and that a person can put right. The message is one sentence that
 * names what is wrong and what to do; it never holds a secret. `main.ts` prints it without a stack
 * and ends with a non-zero exit code.
 */
export class StartError extends Error {
  override name = 'StartError'
}
