import { UserRound } from 'lucide-react'
import type { DemoPage } from '../../contract/page-context.ts'
import { demoTexts } from './demo-texts.ts'

type SignOn = Extract<DemoPage, { kind: 'sign-on' }>

/** Stands in for the provider's login: choose a person, no password. */
export function SignOnPage({ page }: { page: SignOn }) {
  const { locale, tenant, people } = page
  const texts = demoTexts[locale].signOn
  return (
    <div className="shop" data-theme={tenant.code}>
      <aside className="ribbon">
        <div className="wide ribbon-row">
          <p>{texts.ribbon}</p>
          <a href={`/demo?lang=${locale}`}>{demoTexts[locale].shop.back}</a>
        </div>
      </aside>
      <header className="shop-top">
        <div className="wide shop-top-row">
          <img src={tenant.theme.logo} alt={tenant.name} height={44} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="wide sign-on">
        <h1>{people.length > 0 ? texts.heading(tenant.name) : texts.over}</h1>
        <p className="lead">{people.length > 0 ? texts.lead : texts.again}</p>
        <ul>
          {people.map(({ name, agency, employee, url }) => (
            <li key={url}>
              <a href={url}>
                <UserRound aria-hidden="true" size="1.5em" />
                <span>
                  <strong>{name}</strong>
                  <span>
                    {agency} · {employee}
                  </span>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </main>
    </div>
  )
}
