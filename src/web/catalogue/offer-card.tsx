import { memo, type ChangeEventHandler } from 'react'
import type { Offer } from './offer.ts'

/** Texts shared by all cards, made once per page: a hundred cards look up none. */
export type CardWords = {
  perMonth: string
  bonus: string
  recommend: string
  compare: string
  top: string
}

/** An offer with formatted figures, made once. */
export type CardLine = {
  offer: Offer
  promotion: string | null // its name, unless other text says more
  monthly: string // formatted
  regular: string | null // the later price, in the catalogue's words if it has any
  once: string
  bonus: string
  href: string
  marks: string // footnote links as HTML: a page has hundreds
}

/** One offer. No hooks and little markup, as a page may have 120; styled in offers.css. The list follows its links (follow-links.ts). */
export const OfferCard = memo(function OfferCard({
  line: { offer, promotion, monthly, regular, once, bonus, href, marks },
  words,
  compared,
  onCompare,
  eager,
  anchor,
}: {
  line: CardLine
  words: CardWords
  compared: boolean
  onCompare: ChangeEventHandler<HTMLInputElement>
  eager: boolean // in the first view
  anchor: boolean // where the last "more" began
}) {
  return (
    <li className="deal" id={anchor ? 'more' : undefined}>
      <img
        className="deal-picture"
        src={offer.picture}
        alt=""
        width={160}
        height={120}
        loading={eager ? undefined : 'lazy'}
        decoding="async"
      />
      <div className="deal-what">
        {offer.top === null ? null : <p className="deal-top">{words.top}</p>}
        <h3 className="deal-title">{offer.title}</h3>
      </div>
      {offer.descriptions.length > 0 ? (
        <ul className="deal-points">
          {offer.descriptions.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      ) : null}
      <div className="deal-price">
        <p>
          <strong className="deal-month">{monthly}</strong>
          {words.perMonth}
        </p>
        {promotion === null ? null : <p className="deal-promotion">{promotion}</p>}
        {regular === null ? null : <p className="deal-later">{regular}</p>}
        <p>{once}</p>
        {marks ? <p className="deal-notes" dangerouslySetInnerHTML={{ __html: marks }} /> : null}
      </div>
      <div className="deal-side">
        <p className="deal-bonus">
          {words.bonus}
          <strong>{bonus}</strong>
        </p>
        <div className="deal-actions">
          <a className="deal-button" href={href} aria-label={`${words.recommend}: ${offer.title}`}>
            {words.recommend}
          </a>
          <label className="deal-compare">
            <input
              type="checkbox"
              name="ids"
              value={offer.id}
              form="compare"
              checked={compared}
              onChange={onCompare}
              aria-label={`${words.compare}: ${offer.title}`}
            />
            {words.compare}
          </label>
        </div>
      </div>
    </li>
  )
})
