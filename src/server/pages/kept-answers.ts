/** A cached API answer with ETag. Its body is shared, hence frozen. */
export type KeptAnswer = { tag: string; body: unknown; length: number } // in characters of its JSON

// All categories of a tenant in two languages are half a million; parsed, about four times that.
const mostCharacters = 4_000_000

/**
 * API answers with ETag, as a browser cache for this process's pages, revalidated by 304: 150 KB of JSON are serialised and
 * parsed once per change instead of per page.
 */
export function makeKeptAnswers(): {
  get: (key: string) => KeptAnswer | undefined
  keep: (key: string, answer: KeptAnswer) => void
} {
  const answers = new Map<string, KeptAnswer>()
  // LRU order: the last used is last.
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
