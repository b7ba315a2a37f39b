import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { useWidget } from '../runtime/use-widget.ts'
import { linkClass } from '../ui/button.tsx'
import { asItIs, Row } from '../ui/row.tsx'
import { TextLink } from '../ui/text-link.tsx'

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

/** Names the proof of the visitor's choice, which a page that is the same for all does not know (server/pages/shared-pages.ts). */
const isOfVisitor = (page: string) => page === 'CookieSettings'

export function PageFooter() {
  const { tenant, user } = usePage()
  const inWidget = useWidget()
  // Behind the login at those tenants (page-gate.ts).
  const hasRewards = user !== null || !tenant.forcedLogin
  return inWidget ? <SlimFooter /> : <Row as={Footer} of={{ hasRewards }} emptied={asItIs} />
}

function Footer({ hasRewards }: { hasRewards: boolean }) {
  const { tenant, demo } = usePage()
  const t = useTexts('common')
  const { email, phone, hours } = tenant.contact
  const link = linkClass('plain')
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
          <p className="text-base text-muted">{hours}</p>
        </div>
        <div className="min-w-0">
          <nav aria-label={t('footer.helpPages')}>
            <ul className="flex flex-wrap gap-x-6">
              {helpPages
                .filter(([page]) => page !== 'RewardOverview' || hasRewards)
                .map(([page, text]) => (
                  <li key={page}>
                    <TextLink page={page} plain>
                      {t(text)}
                    </TextLink>
                  </li>
                ))}
              {tenant.agencies ? (
                <li>
                  <TextLink page="AgencyInfo" reloadDocument plain>
                    {t('footer.agencies')}
                  </TextLink>
                </li>
              ) : null}
              {tenant.salesPartners ? (
                <li>
                  <TextLink page="SalesPartnerEntry" reloadDocument plain>
                    {t('footer.salesPartners')}
                  </TextLink>
                </li>
              ) : null}
            </ul>
          </nav>
          <nav aria-label={t('footer.legal')}>
            <ul className="flex flex-wrap gap-x-6">
              {legalPages.map(([page, text]) => (
                <li key={page}>
                  <TextLink page={page} reloadDocument={isOfVisitor(page)} plain>
                    {t(text)}
                  </TextLink>
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
              <TextLink page={page} reloadDocument={isOfVisitor(page)} plain>
                {t(text)}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
