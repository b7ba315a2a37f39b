import type { DemoPage } from '../../contract/page-context.ts'
import { LanguageLink } from './demo-parts.tsx'
import { demoTexts } from './demo-texts.ts'
import { MailLook, PlainText } from './mail-look.tsx'

type Preview = Extract<DemoPage, { kind: 'preview' }>

/** GET /demo/preview: every mail of every tenant with sample values. A form without script. */
export function PreviewPage({ page }: { page: Preview }) {
  const { locale, mail, chosen } = page
  const texts = demoTexts[locale]
  const query = new URLSearchParams({
    tenant: chosen.tenant,
    mail: chosen.template,
    in: chosen.mailLocale,
    to: chosen.beneficiary,
  })
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
          <LanguageLink locale={locale} href={`/demo/preview?${query.toString()}`} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="narrow">
        <h1>{texts.preview.title}</h1>
        <p className="lead">{texts.preview.lead}</p>
        <Choice page={page} />
        <article className="mail">
          <h2>{mail.subject}</h2>
          <MailLook html={mail.html} title={texts.inbox.look} />
          <details className="mail-plain">
            <summary>{texts.inbox.plain}</summary>
            <PlainText text={mail.text} />
          </details>
        </article>
      </main>
    </div>
  )
}

function Choice({ page }: { page: Preview }) {
  const { locale, tenants, templates, beneficiaries, chosen } = page
  const texts = demoTexts[locale].preview
  const locales = tenants.find(({ code }) => code === chosen.tenant)?.locales ?? []
  return (
    <form method="get" action="/demo/preview" className="preview-choice">
      <input type="hidden" name="lang" value={locale} />
      <Select
        name="tenant"
        label={texts.tenant}
        value={chosen.tenant}
        options={tenants.map(({ code, name }) => [code, name])}
      />
      <Select
        name="mail"
        label={texts.mail}
        value={chosen.template}
        options={templates.map((template) => [template, texts.templates[template]])}
      />
      <Select
        name="in"
        label={texts.language}
        value={chosen.mailLocale}
        options={locales.map((one) => [one, texts.languages[one]])}
      />
      {beneficiaries.length > 0 ? (
        <Select
          name="to"
          label={texts.to}
          value={chosen.beneficiary}
          options={beneficiaries.map((one) => [one, texts.beneficiaries[one]])}
        />
      ) : null}
      <button type="submit" className="button ink">
        {texts.show}
      </button>
    </form>
  )
}

function Select({
  name,
  label,
  value,
  options,
}: {
  name: string
  label: string
  value: string
  options: [value: string, text: string][]
}) {
  return (
    <label>
      <span>{label}</span>
      <select name={name} defaultValue={value}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
