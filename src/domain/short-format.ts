const longest = 40
const kept = 19

/**
 * Over 40 characters: the first 19 and three dots (spec section 9, shortFormat). Counts graphemes, so accents and emojis are
 * never cut.
 */
export function shortFormat(text: string): string {
  // No grapheme is shorter than a character.
  if (text.length <= longest) return text
  const characters = [...new Intl.Segmenter('de', { granularity: 'grapheme' }).segment(text)]
  if (characters.length <= longest) return text
  return `${characters
    .slice(0, kept)
    .map(({ segment }) => segment)
    .join('')}...`
}
