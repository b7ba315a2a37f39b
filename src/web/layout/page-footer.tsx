import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { useWidget } from '../runtime/use-widget.ts'

const legalPages = [
  ['Imprint', 'footer.imprint'],
  ['Privacy', 'footer.privacy'],
  ['TOS', 'footer.terms'],
  ['CookieSettings', 'footer.cookies'],
  ['Accessibility', 'footer.accessibility'],
] as const

const helpPages = [
  ['Faq', 'footer.faq'],
  ['Contact', 'footer.contact'],
  ['RewardOverview', 'footer.rewards'],
] as const

export function PageFooter() {
  const { tenant, locale, demo, user } = usePage()
  const t = useTexts('common')
  const inWidget = useWidget()
  const { email, phone, hours } = tenant.contact
  const link = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline'
  if (inWidget) return <SlimFooter />
  return (
    <footer className="site-footer mt-16 border-t border-hairline bg-surface">
      <div className="container-page grid gap-x-12 gap-y-6 py-10 lg:grid-cols-[2fr_3fr]">
        <div className="min-w-0">
          <p className="font-bold">{t('footer.help')}</p>
          <p className="flex flex-wrap gap-x-6">
            <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={link}>
              {phone}
            </a>
            <a href={`mailto:${email}`} className={link}>
              {email}
            </a>
          </p>
          <p className="text-base text-muted">{hours[locale]}</p>
        </div>
        <div className="min-w-0">
          <nav aria-label={t('footer.helpPages')}>
            <ul className="flex flex-wrap gap-x-6">
              {helpPages
                // Behind the login at those tenants (page-gate.ts).
                .filter(([page]) => page !== 'RewardOverview' || user || !tenant.forcedLogin)
                .map(([page, text]) => (
                  <li key={page}>
                    <PageLink page={page} className={link}>
                      {t(text)}
                    </PageLink>
                  </li>
                ))}
              {tenant.agencies ? (
                <li>
                  <PageLink page="AgencyInfo" reloadDocument className={link}>
                    {t('footer.agencies')}
                  </PageLink>
                </li>
              ) : null}
              {tenant.salesPartners ? (
                <li>
                  <PageLink page="SalesPartnerEntry" reloadDocument className={link}>
                    {t('footer.salesPartners')}
                  </PageLink>
                </li>
              ) : null}
            </ul>
          </nav>
          <nav aria-label={t('footer.legal')}>
            <ul className="flex flex-wrap gap-x-6">
              {legalPages.map(([page, text]) => (
                <li key={page}>
                  <PageLink page={page} className={link}>
                    {t(text)}
                  </PageLink>
                </li>
              ))}
              {demo ? (
                <li>
                  <a href="/demo" className={link}>
                    {t('footer.demo')}
                  </a>
                </li>
              ) : null}
            </ul>
          </nav>
          <p className="text-base text-muted">© {tenant.legalName}</p>
        </div>
      </div>
    </footer>
  )
}

/** In a provider's page: legally required links, and help. */
function SlimFooter() {
  const t = useTexts('common')
  return (
    <footer className="site-footer border-t border-hairline bg-surface">
      <nav aria-label={t('footer.legal')} className="container-page">
        <ul className="flex flex-wrap gap-x-6">
          {[...legalPages, ['Contact', 'footer.contact'] as const].map(([page, text]) => (
            <li key={page}>
              <PageLink
                page={page}
                className="inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline"
              >
                {t(text)}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
