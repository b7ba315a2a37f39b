const longest = 40
const kept = 19

/**
 * A text over 40 characters as its first 19 and three dots (spec section 9, shortFormat); others as they are. Characters are what
 * people count, so an accent or an emoji is never cut in two.
 */
export function shortFormat(text: string): string {
  const characters = [...new Intl.Segmenter('de', { granularity: 'grapheme' }).segment(text)]
  if (characters.length <= longest) return text
  return `${characters
    .slice(0, kept)
    .map(({ segment }) => segment)
    .join('')}...`
}
