import { ArrowLeft, Inbox as InboxIcon } from 'lucide-react'
import type { DemoPage } from '../../contract/page-context.ts'
import { LanguageLink, OutsideLink } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'
import { formatInstant } from './format-instant.ts'
import { MailLook, PlainText } from './mail-look.tsx'

type Inbox = Extract<DemoPage, { kind: 'inbox' }>

/** GET /demo/inbox: the demo's mails, readable on a phone, rendered and as text. */
export function InboxPage({ page }: { page: Inbox }) {
  const { locale, mail } = page
  const texts = demoTexts[locale]
  return (
    <div className="inbox">
      <a href="#main" className="skip">
        {texts.skip}
      </a>
      <header className="top">
        <div className="wide top-row">
          <a href={`/demo?lang=${locale}`} className="wordmark">
            <img src="/brand/demo/favicon.svg" alt="" width={36} height={36} />
            <span>Zuspruch</span>
            <span className="tag">{texts.overview.tag}</span>
          </a>
          <LanguageLink
            locale={locale}
            href={mail ? `/demo/inbox?mail=${mail.id}` : '/demo/inbox'}
          />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="narrow">
        {mail ? <OneMail page={page} mail={mail} /> : <MailList page={page} />}
      </main>
    </div>
  )
}

function MailList({ page: { locale, mails, inboxUrl } }: { page: Inbox }) {
  const texts = demoTexts[locale].inbox
  return (
    <>
      <h1>{texts.title}</h1>
      <p className="lead">{mails.length > 0 ? texts.lead : texts.empty}</p>
      <p className="inbox-ways">
        <a href={`/demo/inbox?lang=${locale}`} className="button ink">
          {texts.reload}
        </a>
        <OutsideLink href={inboxUrl} locale={locale} className="text-link">
          {texts.whole}
        </OutsideLink>
        <a href={`/demo/preview?lang=${locale}`} className="text-link">
          {demoTexts[locale].preview.title}
        </a>
      </p>
      {mails.length > 0 ? (
        <ul className="mail-list">
          {mails.map((mail) => (
            <li key={mail.id}>
              <a href={`/demo/inbox?mail=${mail.id}&lang=${locale}`} className="mail-line">
                <strong>{mail.subject}</strong>
                <span className="quiet mail-to">{texts.between(mail.from, mail.to)}</span>
                <When iso={mail.receivedAt} locale={locale} />
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <InboxIcon aria-hidden="true" size="4rem" className="inbox-empty" />
      )}
    </>
  )
}

function OneMail({
  page: { locale, inboxUrl },
  mail,
}: {
  page: Inbox
  mail: NonNullable<Inbox['mail']>
}) {
  const texts = demoTexts[locale].inbox
  return (
    <>
      <p>
        <a href={`/demo/inbox?lang=${locale}`} className="text-link">
          <ArrowLeft aria-hidden="true" size="1.1em" /> {texts.all}
        </a>
      </p>
      <article className="mail">
        <h1>{mail.subject}</h1>
        <p className="quiet mail-to">{texts.between(mail.from, mail.to)}</p>
        <p>
          <When iso={mail.receivedAt} locale={locale} />
        </p>
        {mail.html ? (
          <>
            <MailLook html={mail.html} title={texts.look} />
            <details className="mail-plain">
              <summary>{texts.plain}</summary>
              <PlainText text={mail.text} />
            </details>
          </>
        ) : (
          <PlainText text={mail.text} />
        )}
      </article>
      <p>
        <OutsideLink href={inboxUrl} locale={locale} className="text-link">
          {texts.whole}
        </OutsideLink>
      </p>
    </>
  )
}

function When({ iso, locale }: { iso: string; locale: Inbox['locale'] }) {
  if (Number.isNaN(Date.parse(iso))) return null
  const { day, time } = formatInstant(iso, locale)
  return (
    <time dateTime={iso} className="quiet mail-when">
      {day}, {time}
    </time>
  )
}
