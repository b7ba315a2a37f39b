import { CircleCheck, Mail, TriangleAlert } from 'lucide-react'
import type { Overview } from './overview.ts'
import { ClockPanel } from './clock-panel.tsx'
import { CompanyCard } from './company-card.tsx'
import { ConsoleRoles } from './console-roles.tsx'
import { LanguageLink, OutsideLink } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'
import { JourneyPath } from './journey-path.tsx'

/** GET /demo: links tenants, inbox, shop, clock and bank. */
export function OverviewPage({ page }: { page: Overview }) {
  const { locale } = page
  const texts = demoTexts[locale].overview
  return (
    <div className="overview">
      <a href="#main" className="skip">
        {demoTexts[locale].skip}
      </a>
      <header className="top">
        <div className="wide top-row">
          <a href={`/demo?lang=${locale}`} className="wordmark">
            <img src="/brand/demo/favicon.svg" alt="" width={36} height={36} />
            <span>Zuspruch</span>
            <span className="tag">{texts.tag}</span>
          </a>
          <LanguageLink locale={locale} href="/demo" />
          {page.inboxUrl ? (
            <a href={`/demo/inbox?lang=${locale}`} className="button ink">
              <Mail aria-hidden="true" size="1.15em" className="lead-icon" />
              <span className="label">{texts.inbox}</span>
            </a>
          ) : null}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        {page.message ? <Message page={page} /> : null}
        <section className="wide intro">
          <div className="intro-words">
            <h1>{texts.heading}</h1>
            <p className="lead">{texts.lead}</p>
          </div>
          <img
            src="/brand/demo/hero.svg"
            alt=""
            width={480}
            height={250}
            className="intro-picture"
          />
          <ClockPanel page={page} />
        </section>
        <JourneyPath page={page} />
        <section className="wide companies" aria-labelledby="companies">
          <h2 id="companies" tabIndex={-1}>
            {texts.companies}
          </h2>
          <p className="lead">{texts.companiesLead}</p>
          <ul className="company-list">
            {page.tenants.map((tenant) => (
              <CompanyCard key={tenant.code} tenant={tenant} locale={locale} />
            ))}
          </ul>
        </section>
        <ConsoleRoles page={page} />
      </main>
      <footer className="foot">
        <div className="wide foot-row">
          <p>{texts.footer}</p>
          <OutsideLink href={page.docsUrl} locale={locale} className="plain-link">
            {texts.docs}
          </OutsideLink>
        </div>
      </footer>
    </div>
  )
}

function Message({ page: { message, locale } }: { page: Overview }) {
  const texts = demoTexts[locale].overview
  const done = message?.tone === 'done'
  const Icon = done ? CircleCheck : TriangleAlert
  return (
    <div className="wide">
      <p className={`message ${done ? 'is-done' : 'is-problem'}`} role={done ? 'status' : 'alert'}>
        <Icon aria-hidden="true" size="1.5em" />
        <span>
          <strong>{done ? texts.done : texts.problem}.</strong> {message?.text}
        </span>
      </p>
    </div>
  )
}
