/** Footnote marks of offers missing in the content; pages show none. */
export function missingFootnotes(named: readonly string[], known: readonly string[]): string[] {
  const has = new Set(known)
  return [...new Set(named)].filter((mark) => !has.has(mark))
}

const mostShown = 20

/** The hint, or none if nothing is missing. */
export const footnoteHint = (missing: readonly string[], would = false): string[] =>
  missing.length === 0
    ? []
    : [
        `Footnotes that the content ${would ? 'would not' : 'does not'} have: ${missing.slice(0, mostShown).join(', ')}${missing.length > mostShown ? ', …' : ''}.`,
      ]
