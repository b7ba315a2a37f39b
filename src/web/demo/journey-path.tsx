import {
  Banknote,
  FilePenLine,
  Gift,
  Hourglass,
  Mail,
  Megaphone,
  UserRoundPlus,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { JumpButton } from './clock-panel.tsx'
import { OutsideLink } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'
import type { Overview } from './overview.ts'

const icons = [Megaphone, Mail, UserRoundPlus, FilePenLine, Hourglass, Gift, Banknote]

// The example IBAN of the SEPA documents: valid, and nobody's.
const testIban = 'DE89 3704 0044 0532 0130 00'

export function JourneyPath({ page }: { page: Overview }) {
  const texts = demoTexts[page.locale].overview
  const actions = actionsOf(page)
  return (
    <section className="path" aria-labelledby="path">
      <div className="wide">
        <h2 id="path">{texts.path}</h2>
        <ol className="steps">
          {texts.steps.map((step, index) => {
            const Icon = icons[index] ?? Gift
            return (
              <li key={step.title} className="path-step">
                <span className="path-number" aria-hidden="true">
                  {index + 1}
                </span>
                <div className="path-words">
                  <h3>
                    {step.title} <Icon aria-hidden="true" size="1.05em" />
                  </h3>
                  <p>{step.text}</p>
                  {actions[index] ? <div className="path-actions">{actions[index]}</div> : null}
                </div>
              </li>
            )
          })}
        </ol>
      </div>
    </section>
  )
}

function actionsOf(page: Overview): ReactNode[] {
  const { locale } = page
  const texts = demoTexts[locale].overview
  const inbox = page.inboxUrl ? (
    <OutsideLink href={`/demo/inbox?lang=${locale}`} locale={locale} className="button ghost">
      {texts.openInbox}
    </OutsideLink>
  ) : null
  // The longest of the three withdrawal and review periods, plus a day.
  const period = <JumpButton jump="P31D" locale={locale} className="button ghost" long />
  const fourWeeks = <JumpButton jump="P28D" locale={locale} className="button ghost" long />
  return [
    page.tenants.map((tenant) => (
      <span key={tenant.code} data-theme={tenant.code} className="company-chip-box">
        <OutsideLink href={`${tenant.origin}/${locale}`} locale={locale} className="company-chip">
          {tenant.name}
        </OutsideLink>
      </span>
    )),
    inbox,
    null,
    null,
    period,
    <>
      <code className="copy">{testIban}</code>
      {inbox}
    </>,
    fourWeeks,
  ]
}
