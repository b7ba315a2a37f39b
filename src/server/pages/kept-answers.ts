import type { FastifyInstance } from 'fastify'

/** An answer of the API that pages ask for again and again, with the ETag it had. Its body is shared, and frozen as a sign of that. */
export type KeptAnswer = { tag: string; body: unknown }

// A tenant has some ten categories in two languages.
const most = 200

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
  return {
    get: (key) => answers.get(key),
    keep: (key, answer) => {
      // Newest last: what was kept first goes first.
      answers.delete(key)
      answers.set(key, { tag: answer.tag, body: Object.freeze(answer.body) })
      const [oldest] = answers.keys()
      if (answers.size > most && oldest !== undefined) answers.delete(oldest)
    },
  }
}
