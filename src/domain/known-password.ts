/** Shorter texts are compared with nothing: too many good passwords contain one. */
const shortest = 4

/**
 * The spellings in which a password is looked for among the known ones: as typed, its letters alone (`Telko2024!` is `telko`), the
 * letters behind digits and marks that stand for them (`P@ssw0rd1` is `password`), and the part that it repeats.
 */
export function spellingsOf(password: string): string[] {
  const plain = fold(password)
  const unit = repeatedPart(plain)
  const bare = plain.replace(/^[^\p{L}]+/u, '')
  const letters = [plain, readMarks(plain), readMarks(bare), unit].map(lettersOf)
  const all = [plain, unit, ...letters, ...letters.map(repeatedPart)]
  return [...new Set(all)].filter((text) => text.length >= shortest)
}

/** One short part over and over: `aaaaaaaaaaaaaaa`, `abcabcabcabcabc`. */
export const isOnePart = (password: string) => repeatedPart(fold(password)).length < shortest

const keyboardRows = [
  '1234567890',
  'qwertzuiop',
  'qwertyuiop',
  'asdfghjkl',
  'yxcvbnm',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
]
const runs = keyboardRows.flatMap((row) => [row, row.split('').toReversed().join('')])

/** Runs along a row of keys, the alphabet or one key, and fewer than four signs more: `qwertzuiopasdfgh`, `111111111111111A`. */
export function isOfRuns(password: string): boolean {
  const signs = Array.from(fold(password))
  const goesOn = (at: number) =>
    signs[at] === signs[at - 1] || runs.some((row) => row.includes(`${signs[at - 1]}${signs[at]}`))
  let [alone, length] = [0, 0]
  for (let at = 0; at < signs.length; at++) {
    length = at > 0 && goesOn(at) ? length + 1 : 1
    // Three in a row are chance.
    alone += length < shortest ? 1 : length === shortest ? 1 - shortest : 0
  }
  return alone < shortest
}

/**
 * What is left of a password's letters without these names, in the order of their length; null if none of them is in it.
 * @param names of people, companies and products, e-mail addresses; words of fewer than three letters are left out
 */
export function lettersBeside(password: string, names: readonly string[]): string | null {
  const plain = fold(password)
  const words = [...new Set(names.flatMap(wordsOf))].toSorted((a, b) => b.length - a.length)
  const rests = [lettersOf(plain), lettersOf(readMarks(plain))].map((letters) => {
    const rest = words.reduce((left, word) => left.replaceAll(word, ''), letters)
    return rest === letters ? null : rest
  })
  return rests.filter((rest) => rest !== null).toSorted((a, b) => a.length - b.length)[0] ?? null
}

/** Whether it is made of names and fewer than four letters more. */
export const isOfNames = (rest: string | null) => rest !== null && rest.length < shortest

/** A name as a whole and its words, forwards and backwards. */
function wordsOf(name: string): string[] {
  const plain = fold(name)
  const words = [lettersOf(plain), ...plain.split(/[^\p{L}]+/u)].filter((word) => word.length >= 3)
  return words.flatMap((word) => [word, Array.from(word).toReversed().join('')])
}

// ü is one code point on some keyboards and two on others.
const fold = (text: string) => text.normalize('NFC').toLowerCase()
const lettersOf = (text: string) => text.replace(/[^\p{L}]+/gu, '')

// prettier-ignore
const marks: Record<string, string> = { '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }
/** Without the digits before and what is added after. */
const readMarks = (text: string) =>
  text
    .replace(/^[0-9]+/, '')
    .replace(/[^\p{L}]+$/u, '')
    .replace(/[@4310!$57]/g, (mark) => marks[mark]!)

/** The shortest part whose repetition is the text, its last time perhaps cut; the text itself if there is none. */
function repeatedPart(text: string): string {
  for (let length = 1; length <= text.length - shortest; length++)
    if (text.startsWith(text.slice(length))) return text.slice(0, length)
  return text
}
