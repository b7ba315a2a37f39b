import type { FastifyInstance } from 'fastify'

/** An answer of the API that pages ask for again and again, with the ETag it had. Its body is shared, and frozen as a sign of that. */
export type KeptAnswer = { tag: string; body: unknown; length: number } // length: characters of its JSON

// All of a tenant's categories in two languages are half a million; read, they take some four times that.
const mostCharacters = 4_000_000

const kept = new WeakMap<FastifyInstance, Map<string, KeptAnswer>>()

/**
 * The answers with an ETag that pages of this process were given, as a browser keeps them: whoever asks says which one he has, and
 * is told that it still holds. So 150 KB of JSON are written, copied and read once per change and not once per page.
 */
export function keptAnswersOf(app: FastifyInstance): {
  get: (key: string) => KeptAnswer | undefined
  keep: (key: string, answer: KeptAnswer) => void
} {
  const answers = kept.get(app) ?? new Map<string, KeptAnswer>()
  kept.set(app, answers)
  // Last used stands last: what nobody asked for the longest goes first.
  const put = (key: string, answer: KeptAnswer) => {
    answers.delete(key)
    answers.set(key, answer)
  }
  return {
    get: (key) => {
      const known = answers.get(key)
      if (known) put(key, known)
      return known
    },
    keep: (key, answer) => {
      put(key, { ...answer, body: Object.freeze(answer.body) })
      let characters = [...answers.values()].reduce((sum, { length }) => sum + length, 0)
      for (const [oldest, { length }] of answers) {
        if (characters <= mostCharacters) break
        answers.delete(oldest)
        characters -= length
      }
    },
  }
}
