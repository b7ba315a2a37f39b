import { keepTogether } from '../../domain/keep-together.ts'

export type FootnoteText = {
  mark: string // its number on this page
  title: string
  content: string // safe HTML
}

type Named = { identifier: string; title: string; content: string }

/**
 * Numbers the footnotes in the order in which a reader meets them, and replaces their names in the offers. Names without a text and unused
 * footnotes are dropped: a mark must lead somewhere.
 */
export function numberFootnotes<O extends { footnotes: string[] }>(
  named: readonly Named[],
  offers: readonly O[],
): { notes: FootnoteText[]; offers: O[] } {
  const noteOf = new Map(named.toReversed().map((note) => [note.identifier, note]))
  const wanted = new Set(offers.flatMap(({ footnotes }) => footnotes))
  const used = [...wanted].flatMap((name) => noteOf.get(name) ?? [])
  const markOf = new Map(used.map(({ identifier }, index) => [identifier, String(index + 1)]))
  return {
    notes: used.map(({ title, content }, index) => ({
      mark: String(index + 1),
      title: keepTogether(title),
      content: keepTogether(content),
    })),
    offers: offers.map((offer) => ({ ...offer, footnotes: marksOf(offer, markOf) })),
  }
}

function marksOf({ footnotes }: { footnotes: string[] }, markOf: ReadonlyMap<string, string>) {
  const marks = new Set<string>()
  for (const name of footnotes) {
    const mark = markOf.get(name)
    if (mark !== undefined) marks.add(mark)
  }
  return [...marks].sort((a, b) => Number(a) - Number(b))
}

export const noteId = (mark: string) => `note-${mark}`

/** Anchor of the offer's mark for it. */
export const markId = (offer: string, mark: string) =>
  `mark-${offer.replace(/[^\w-]/g, '_')}-${mark}`
