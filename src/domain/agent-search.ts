// Agent search by name, zip or town. Texts are folded and cut into trigrams, which are compared for equality: the only comparison
// that uses an index under row security.

const mostWords = 5 // per query; more narrow nothing down, and each costs
const likeness = 0.5 // share of a word's trigrams that an agent must have

const spellings: [RegExp, string][] = [
  [/ß/g, 'ss'],
  [/ae|ä/g, 'a'],
  [/oe|ö/g, 'o'],
  [/ue|ü/g, 'u'],
]

/** Without case, accents and punctuation; "Müller", "Mueller" and "Muller" are equal. */
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

/** The distinct trigrams of a folded word; its beginning weighs more than its end. */
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
 * What an agent must match: at least `needed` tokens of each word. Half forgives a typing error; numbers match exactly or as a
 * prefix ("81" finds 81671).
 */
export function searchWords(query: string): SearchWord[] {
  const words = [...new Set(foldWords(query))].slice(0, mostWords)
  return words.map((word) => {
    const tokens = trigramsOf(word)
    const needed = /^\d+$/.test(word) ? tokens.length - 1 : Math.ceil(tokens.length * likeness)
    return { tokens, needed }
  })
}
