import { CircleCheck, Gift, TriangleAlert } from 'lucide-react'
import type { DemoPage } from '../../contract/page-context.ts'
import { LanguageLink } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'

type Shop = Extract<DemoPage, { kind: 'shop' }>

/** GET /demo/shop/{tenant}: stands in for the provider's web shop. */
export function ShopPage({ page }: { page: Shop }) {
  const { locale, tenant } = page
  const texts = demoTexts[locale].shop
  return (
    <div className="shop" data-theme={tenant.code}>
      <a href="#main" className="skip">
        {demoTexts[locale].skip}
      </a>
      <aside className="ribbon">
        <div className="wide ribbon-row">
          <p>{texts.ribbon}</p>
          <a href={`/demo?lang=${locale}`}>{texts.back}</a>
        </div>
      </aside>
      <header className="shop-top">
        <div className="wide shop-top-row">
          <img src={tenant.theme.logo} alt={tenant.name} height={44} />
          <LanguageLink locale={locale} href={addressOf(page)} />
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {page.concluded ? <Thanks page={page} concluded={page.concluded} /> : <Offer page={page} />}
      </main>
    </div>
  )
}

function Offer({ page }: { page: Shop }) {
  const { locale, tenant } = page
  const texts = demoTexts[locale].shop
  return (
    <>
      <div className="shop-hero">
        <div className="wide shop-hero-row">
          <div className="shop-hero-words">
            <h1>{texts.heading}</h1>
            <p className="lead">{texts.lead}</p>
            {page.referralNumber ? (
              <p className="referral-chip">
                <Gift aria-hidden="true" size="1.25em" />
                <span>
                  {texts.referral} <strong className="number">{page.referralNumber}</strong>{' '}
                  {texts.referralNote}
                </span>
              </p>
            ) : null}
          </div>
          <img src={tenant.theme.heroPicture} alt="" className="shop-hero-picture" />
        </div>
      </div>
      <form
        method="post"
        action={`/demo/shop/${tenant.code}/contract?lang=${locale}`}
        className="wide order-form"
      >
        {page.error ? (
          <p className="message is-problem" role="alert">
            <TriangleAlert aria-hidden="true" size="1.5em" />
            <span>{page.error}</span>
          </p>
        ) : null}
        {page.referralNumber ? (
          <input type="hidden" name="Empfehlungsnummer" value={page.referralNumber} />
        ) : null}
        {page.recipientNumber ? (
          <input type="hidden" name="Empfaengernummer" value={page.recipientNumber} />
        ) : page.salesPartnerNumber ? (
          <>
            <input type="hidden" name="Verkaufspartnernummer" value={page.salesPartnerNumber} />
            <p className="quiet">{texts.partner(page.salesPartnerNumber)}</p>
          </>
        ) : (
          <EmailField page={page} />
        )}
        <Products page={page} />
        {page.products.length > 0 ? (
          <p className="conclude">
            <button type="submit" className="button primary">
              {texts.button}
            </button>
            <span className="quiet">{texts.buttonNote}</span>
          </p>
        ) : null}
      </form>
    </>
  )
}

function EmailField({ page }: { page: Shop }) {
  const texts = demoTexts[page.locale].shop
  return (
    <div className="field">
      <label htmlFor="email">{texts.email}</label>
      <p id="email-hint" className="quiet">
        {texts.emailHint}
      </p>
      <input
        id="email"
        name="Email"
        type="email"
        autoComplete="email"
        inputMode="email"
        required={page.referralNumber === null}
        aria-describedby="email-hint"
      />
    </div>
  )
}

function Products({ page }: { page: Shop }) {
  const texts = demoTexts[page.locale].shop
  if (page.products.length === 0) return <p>{texts.noProducts}</p>
  const chosen = page.products.find((product) => product.chosen) ?? page.products[0]
  return (
    <fieldset className="products-choice">
      <legend>{texts.products}</legend>
      {page.products.map((product) => (
        <label key={product.externalId} className="product-choice">
          <img src={product.picture} alt="" width={320} height={240} />
          <span className="product-words">
            <span className="product-head">
              <input
                type="radio"
                name="ProduktExterneId"
                value={product.externalId}
                defaultChecked={product === chosen}
                required
              />
              <span className="product-title">{product.title}</span>
            </span>
            {product.chosen ? <span className="badge">{texts.recommended}</span> : null}
            <span className="product-text">{product.description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Thanks({ page, concluded }: { page: Shop; concluded: NonNullable<Shop['concluded']> }) {
  const { locale } = page
  const texts = demoTexts[locale].shop
  return (
    <div className="wide thanks">
      <div className="thanks-card">
        <CircleCheck aria-hidden="true" className="thanks-mark" />
        <h1>{texts.thanks}</h1>
        <p className="lead">
          {texts.thanksText} <strong>{concluded.productTitle}</strong>
        </p>
        <dl className="thanks-number">
          <dt>{texts.orderNumber}</dt>
          <dd className="number">{concluded.orderNumber}</dd>
        </dl>
      </div>
      <section className="thanks-next" aria-labelledby="next">
        <h2 id="next">{texts.next}</h2>
        <p>{texts.nextText}</p>
        <p className="conclude">
          <a href={`/demo?lang=${locale}#company-${page.tenant.code}`} className="button primary">
            {texts.back}
          </a>
          <a href={addressOf(page)} className="text-link">
            {texts.another}
          </a>
        </p>
      </section>
    </div>
  )
}

/** This shop with its referral. */
function addressOf({ tenant, referralNumber, recipientNumber, salesPartnerNumber }: Shop): string {
  const query = new URLSearchParams()
  if (referralNumber) query.set('empfehlungsnummer', referralNumber)
  if (recipientNumber) query.set('empfaengernummer', recipientNumber)
  if (salesPartnerNumber) query.set('verkaufspartner', salesPartnerNumber)
  return `/demo/shop/${encodeURIComponent(tenant.code)}${query.size > 0 ? `?${query}` : ''}`
}
