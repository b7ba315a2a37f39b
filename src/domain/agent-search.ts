// Finding an agent by a name, zip or town that somebody half remembers: texts are cut into trigrams of their folded words, which
// are stored beside the agent and compared for equality, the one comparison that uses an index under row security.

const mostWords = 5 // of a query; more narrow nothing down, and each costs
const likeness = 0.5 // share of a word's trigrams that an agent must have

const spellings: [RegExp, string][] = [
  [/ß/g, 'ss'],
  [/ae|ä/g, 'a'],
  [/oe|ö/g, 'o'],
  [/ue|ü/g, 'u'],
]

/** Words without case, accents and punctuation; "Müller", "Mueller" and "Muller" are one. */
export function foldWords(text: string): string[] {
  const spelled = spellings.reduce(
    (folded, [from, to]) => folded.replace(from, to),
    text.normalize('NFC').toLowerCase(),
  )
  return (
    spelled
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** The trigrams of a folded word, each once; its beginning weighs more than its end. */
export function trigramsOf(word: string): string[] {
  const letters = [...`  ${word} `]
  return [...new Set(letters.slice(2).map((_, index) => letters.slice(index, index + 3).join('')))]
}

/** What is stored with an agent. */
export const searchTokens = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(foldWords).flatMap(trigramsOf)),
]

export type SearchWord = { tokens: string[]; needed: number }

/**
 * What an agent must have to be found: of each word at least `needed` of its tokens. Half of them forgives a typing error; numbers
 * are taken as typed, but may be a beginning ("81" finds 81671).
 */
export function searchWords(query: string): SearchWord[] {
  const words = [...new Set(foldWords(query))].slice(0, mostWords)
  return words.map((word) => {
    const tokens = trigramsOf(word)
    const needed = /^\d+$/.test(word) ? tokens.length - 1 : Math.ceil(tokens.length * likeness)
    return { tokens, needed }
  })
}
