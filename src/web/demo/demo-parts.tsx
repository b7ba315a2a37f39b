import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Locale } from '../../domain/tenant.ts'
import { demoTexts } from './demo-texts.ts'

/** A button as its own form: posts `fields` to `action`, without script. */
export function PostButton(props: {
  action: string
  locale: Locale
  fields?: Record<string, string>
  className: string
  label?: string // for screen readers, if the visible text is ambiguous; contains that text
  children: ReactNode
}) {
  const { action, locale, fields = {}, className, label, children } = props
  return (
    <form method="post" action={`${action}?lang=${locale}`}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button type="submit" className={className} aria-label={label}>
        {children}
      </button>
    </form>
  )
}

/** An external link; opens a new tab. */
export function OutsideLink(props: {
  href: string
  locale: Locale
  className: string
  children: ReactNode
}) {
  const { href, locale, className, children } = props
  return (
    <a href={href} target="_blank" rel="noopener" className={className}>
      <span>{children}</span>
      <ExternalLink aria-hidden="true" size="1em" />
      <span className="unseen"> ({demoTexts[locale].newTab})</span>
    </a>
  )
}

export function LanguageLink({ locale, href }: { locale: Locale; href: string }) {
  const other = locale === 'de' ? 'en' : 'de'
  return (
    <a
      href={`${href}${href.includes('?') ? '&' : '?'}lang=${other}`}
      lang={other}
      hrefLang={other}
      className="plain-link"
    >
      {demoTexts[locale].otherLanguage}
    </a>
  )
}
