import type { CardLine } from './offer-card.tsx'
import type { Offer } from './offer.ts'

const most = 20

/** Structured data: the first offers of a category with their addresses. */
export function itemList(
  origin: string,
  name: string,
  offers: readonly Pick<Offer, 'id' | 'title'>[],
  lines: ReadonlyMap<string, Pick<CardLine, 'href'>>,
): string {
  const list = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    numberOfItems: offers.length,
    itemListElement: offers.slice(0, most).map(({ id, title }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: title,
      url: new URL(lines.get(id)?.href ?? '', origin).href,
    })),
  }
  // Titles come from a catalogue: none may close the script element.
  return JSON.stringify(list).replaceAll('<', '\\u003c')
}
