/** The marks that offers name and no footnote of the content has: there pages show no mark. */
export function missingFootnotes(named: readonly string[], known: readonly string[]): string[] {
  const has = new Set(known)
  return [...new Set(named)].filter((mark) => !has.has(mark))
}

const mostShown = 20

/** The hint about them, none where nothing is missing. */
export const footnoteHint = (missing: readonly string[], would = false): string[] =>
  missing.length === 0
    ? []
    : [
        `Footnotes that the content ${would ? 'would not' : 'does not'} have: ${missing.slice(0, mostShown).join(', ')}${missing.length > mostShown ? ', …' : ''}.`,
      ]
