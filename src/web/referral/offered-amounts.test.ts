import { createElement } from 'react'
import { expect, test } from 'vitest'
import { everywhere, render } from '../runtime/render.test-helper.tsx'
import { PaperCard } from './paper-card.tsx'
import * as recipientPage from './recipient-page.tsx'
import { ShareButtons } from './share-buttons.tsx'

const offer = {
  problem: null,
  validUntil: '2027-01-16',
  recipientCents: 1234,
  recipientAmount: '12,34\u00a0€',
  referrerCents: 5678,
  referrerAmount: '56,78\u00a0€',
  referrerMayGetMore: false,
  price: null,
  product: 'Ökostrom',
  inSentence: 'den Ökostrom',
  firstName: 'Ida',
  confirmed: true,
  description: '',
  picture: '/x.svg',
  preview: '/x.png',
  agent: null,
  key: 'x',
}

test.each(everywhere)(
  'the page of a stranger says what they get, and ticks nothing for them ($address, $locale)',
  async (where) => {
    const { html, text, texts } = await render(where, recipientPage.Component, offer)
    const big = /<strong class="offer-amount[^"]*">([^<]*)</.exec(html)?.[1]
    expect(big).toBe(offer.recipientAmount)
    expect(text).toContain(texts('recipient')('steps.reward', { amount: offer.recipientAmount }))
    expect(text).toContain(offer.referrerAmount)
    const boxes = html.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? []
    expect(boxes.map((box) => /name="(\w+)"/.exec(box)?.[1])).toContain('advertising')
    expect(boxes.filter((box) => / checked/.test(box))).toEqual([])
    const meta = recipientPage.meta({ data: offer, texts } as unknown as Parameters<
      typeof recipientPage.meta
    >[0])
    expect(meta.description).toContain(offer.recipientAmount)
  },
)

test.each(everywhere)(
  'what is shared and printed names the amount of the contact ($address, $locale)',
  async (where) => {
    const qr = { size: 1, path: '' } as never
    const shown = {
      ...offer,
      title: offer.product,
      shortUrl: 'http://localhost/k/X',
      code: 'X',
      qr,
    }
    const referral = { ...shown, channels: ['wa', 'ml'] }
    const shared = await render(where, () =>
      createElement(ShareButtons, { referral: referral as never }),
    )
    const said = decodeURIComponent(/wa\.me\/\?text=([^"]*)/.exec(shared.html)?.[1] ?? '')
    expect(said).toContain(offer.recipientAmount)
    const card = { ...shown, product: offer.product }
    const { text } = await render(where, () => createElement(PaperCard, { card, copy: false }))
    expect(text).toContain(offer.recipientAmount)
    expect(said + text).not.toContain(offer.referrerAmount)
  },
)
