import { Download } from 'lucide-react'
import { formatGermanDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { OutsideLink, PostButton } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'
import type { Overview } from './overview.ts'

type Company = Overview['tenants'][number]
type Props = { tenant: Company; locale: Locale }

/** One company in its own colours and fonts. */
export function CompanyCard({ tenant, locale }: Props) {
  const texts = demoTexts[locale].overview
  return (
    <li className="company" data-theme={tenant.code}>
      <div className="company-hero">
        <img src={tenant.theme.heroPicture} alt="" className="company-picture" />
      </div>
      <div className="company-body">
        <div className="company-start">
          <h3 id={`company-${tenant.code}`} className="company-name">
            <img src={tenant.theme.logo} alt={tenant.name} height={44} />
          </h3>
          <p className="company-links">
            <OutsideLink
              href={`${tenant.origin}/${locale}`}
              locale={locale}
              className="button primary"
            >
              {texts.openSite}
            </OutsideLink>
            <OutsideLink
              href={`${tenant.origin}/demo/shop/${tenant.code}?lang=${locale}`}
              locale={locale}
              className="button outline"
            >
              {texts.openShop}
            </OutsideLink>
            {tenant.categoriesUrl === null ? null : (
              <OutsideLink href={tenant.categoriesUrl} locale={locale} className="button outline">
                {texts.openCategories}
              </OutsideLink>
            )}
          </p>
          <Logins tenant={tenant} locale={locale} />
        </div>
        <div className="company-work">
          <Orders tenant={tenant} locale={locale} />
          <Payouts tenant={tenant} locale={locale} />
        </div>
      </div>
    </li>
  )
}

function Logins({ tenant, locale }: Props) {
  const texts = demoTexts[locale].overview
  if (tenant.logins.length === 0) return null
  return (
    <div className="part">
      <h4>{texts.login}</h4>
      {tenant.logins.map((login) => (
        <div key={login.email}>
          <dl className="login">
            <dt>{texts.role}</dt>
            <dd>{texts.roles[login.role] ?? login.role}</dd>
            <dt>{texts.email}</dt>
            <dd>
              <code className="copy">{login.email}</code>
            </dd>
            <dt>{texts.password}</dt>
            <dd>
              <code className="copy">{login.password}</code>
            </dd>
          </dl>
          <OutsideLink href={login.url} locale={locale} className="text-link">
            {texts.logIn}
          </OutsideLink>
        </div>
      ))}
      {tenant.mayGetPast ? (
        <div>
          <p className="quiet">{texts.pastNote}</p>
          <PostButton
            action={`/demo/history/${tenant.code}`}
            locale={locale}
            className="button outline small"
          >
            {texts.past}
          </PostButton>
        </div>
      ) : null}
    </div>
  )
}

function Orders({ tenant, locale }: Props) {
  const texts = demoTexts[locale].overview
  return (
    <div className="part">
      <h4>{texts.orders}</h4>
      {tenant.orders.length === 0 ? <p className="quiet">{texts.noOrders}</p> : null}
      <ul className="lines">
        {tenant.orders.map((order) => (
          <li key={order.number} className="line">
            <div className="line-words">
              <strong>{order.product}</strong>{' '}
              <State kind={order.state} text={texts.orderStates[order.state]} />
              <p className="quiet">
                <span className="number">{order.number}</span>{' '}
                <span>{texts.contractOn(dateText(order.contractOn, locale))}</span>
              </p>
            </div>
            {order.state === 'confirmed' ? (
              <PostButton
                action={`/demo/release/${tenant.code}`}
                locale={locale}
                fields={{ Auftragsnummer: order.number }}
                className="button outline small"
                label={texts.releaseLabel(order.number)}
              >
                {texts.release}
              </PostButton>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Payouts({ tenant, locale }: Props) {
  const texts = demoTexts[locale].overview
  const money = (cents: number) => <span className="money">{formatCents(cents, locale)}</span>
  return (
    <div className="part">
      <h4>{texts.payouts}</h4>
      {tenant.dueCount + tenant.duePartners > 0 ? (
        <div className="due">
          <p>
            <strong className="due-amount">{money(tenant.dueCents)}</strong>{' '}
            {texts.due(tenant.dueCount, tenant.duePartners)}
          </p>
          <PostButton
            action={`/demo/payout/${tenant.code}`}
            locale={locale}
            className="button primary"
          >
            {texts.runPayout}
          </PostButton>
        </div>
      ) : (
        <p className="quiet">{texts.nothingDue}</p>
      )}
      <ul className="lines">
        {tenant.batches.map((batch) => (
          <li key={batch.id} className="line">
            <div className="line-words">
              <strong>{money(batch.cents)}</strong>{' '}
              <State kind={batch.state} text={texts.batchStates[batch.state]} />
              <p className="quiet">
                <span className="number">{batch.id}</span>{' '}
                <span>{texts.transfers(batch.transfers)}</span>
              </p>
              <a href={batch.fileUrl} className="text-link" aria-label={texts.fileLabel(batch.id)}>
                <Download aria-hidden="true" size="1em" /> {texts.file}
              </a>
            </div>
            {batch.state === 'in-transit' ? (
              <PostButton
                action={`/demo/payout/${tenant.code}/${batch.id}/executed`}
                locale={locale}
                className="button outline small"
                label={`${texts.execute}: ${batch.id}`}
              >
                {texts.execute}
              </PostButton>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

function State({ kind, text }: { kind: string; text: string | undefined }) {
  return <span className={`state state-${kind}`}>{text ?? kind}</span>
}

function dateText(iso: string, locale: Locale): string {
  if (locale === 'de') return formatGermanDate(iso)
  const day = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return day.format(new Date(`${iso}T00:00:00Z`))
}
