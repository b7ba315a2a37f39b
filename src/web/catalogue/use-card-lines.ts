import { useMemo } from 'react'
import { escapeHtml } from '../runtime/escape-html.ts'
import { usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { wholeEuros } from '../../domain/money.ts'
import { shownCents } from './filter-offers.ts'
import { markId, noteId } from './number-footnotes.ts'
import type { Offer } from './offer.ts'
import type { CardLine, CardWords } from './offer-card.tsx'

/** Texts shared by all cards of a page. */
export function useCardWords(): CardWords {
  const t = useTexts('offers')
  const { tenant, locale } = usePage()
  return useMemo(
    () => ({
      // Includes the surrounding spaces, so that each is one text node.
      perMonth: ` ${t('card.perMonth')}`,
      bonus: `${t('card.bonus')} `,
      recommend: t('card.recommend'),
      compare: t('card.compare'),
      top: t('card.top'),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `t` is new with each render and says the same
    [tenant, locale],
  )
}

/** Formatted once per offer, by id, and reused when the list is filtered. */
export function useCardLines(offers: readonly Offer[]): ReadonlyMap<string, CardLine> {
  const t = useTexts('offers')
  const { locale } = usePage()
  const pageHref = usePageHref()
  return useMemo(() => {
    // One address as a template for all: carried parameters are the same.
    const address = pageHref('Recommendation', { produktId: 'ID' })
    const then = t('card.then', { amount: '{}' })
    const once = t('card.once', { amount: '{}' })
    const noOnce = t('card.noOnce')
    const footnote = escapeHtml(t('notes.word'))
    return new Map(
      offers.map((offer) => [
        offer.id,
        {
          offer,
          // The catalogue's price text says how long a promotion lasts and what follows; its name says less.
          promotion: offer.priceText === null ? offer.promotion : null,
          monthly: wholeEuros(shownCents(offer), locale),
          regular:
            offer.priceText ??
            (shownCents(offer) === offer.monthlyCents
              ? null
              : then.replace('{}', wholeEuros(offer.monthlyCents, locale))),
          once:
            offer.oneOffCents === 0
              ? noOnce
              : once.replace('{}', wholeEuros(offer.oneOffCents, locale)),
          bonus: wholeEuros(offer.rewardCents, locale),
          href: address.replace('ID', encodeURIComponent(offer.id)),
          marks: offer.footnotes.map((mark) => markLink(offer.id, mark, footnote)).join(''),
        },
      ]),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- texts and paths stay with the language and the page
  }, [offers, locale])
}

// Marks are numbers, and anchors need no HTML escaping.
const markLink = (offer: string, mark: string, footnote: string) =>
  `<a id="${markId(offer, mark)}" href="#${noteId(mark)}" aria-label="${footnote} ${mark}">${mark}</a>`
