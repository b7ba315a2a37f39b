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

/** The words that all cards of a page share. */
export function useCardWords(): CardWords {
  const t = useTexts('offers')
  const { tenant, locale } = usePage()
  return useMemo(
    () => ({
      // With the space around them, which keeps each in one piece of text.
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

/** Every offer's figures as they are shown, by id: formatted once, and not again when the list is filtered. */
export function useCardLines(offers: readonly Offer[]): ReadonlyMap<string, CardLine> {
  const t = useTexts('offers')
  const { locale } = usePage()
  const pageHref = usePageHref()
  return useMemo(() => {
    // One address as the pattern of all: what is carried along is the same for each.
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
          // The words of the catalogue say for how long a promotion lasts and what comes after it; its name says less.
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

// Marks are numbers, and places have no character that means something in HTML.
const markLink = (offer: string, mark: string, footnote: string) =>
  `<a id="${markId(offer, mark)}" href="#${noteId(mark)}" aria-label="${footnote} ${mark}">${mark}</a>`
