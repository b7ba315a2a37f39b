import { useLocation } from 'react-router'
import { chooseLanguageHref, isAgencyPath, isSalesPartnerPath } from '../runtime/href.ts'
import { useWidget } from '../runtime/use-widget.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Row } from '../ui/row.tsx'
import { Menu } from './menu.tsx'

const languageNames = { de: 'Deutsch', en: 'English' } as const

export function PageHeader() {
  const { tenant, agencyUser, salesPartner } = usePage()
  const inAgency = useInAgency()
  const inSales = useInSales()
  const inWidget = useWidget()
  const t = useTexts('common')
  if (inWidget) return <SlimHeader />
  return (
    <header className="site-header relative z-20 border-b border-hairline bg-surface">
      <div className="container-page flex min-h-16 items-center gap-[min(0.5rem,2vw)] md:min-h-20">
        <PageLink
          page={
            inAgency
              ? agencyUser
                ? 'AgencyHome'
                : 'AgencyInfo'
              : inSales && salesPartner
                ? 'SalesPartnerArea'
                : 'Homepage'
          }
          className="mr-auto inline-flex min-h-11 min-w-0 items-center"
        >
          <img
            src={tenant.theme.logo}
            alt={t('header.home', { name: tenant.name })}
            className="h-auto max-h-8 w-auto max-w-full md:max-h-10"
          />
        </PageLink>
        {inAgency || inSales ? null : (
          <nav aria-label={t('header.navigation')} className="hidden lg:block">
            <Navigation className="flex items-center gap-1" />
          </nav>
        )}
        <AtWork inAgency={inAgency} inSales={inSales} />
        <LanguageSwitch />
        {inAgency || inSales ? null : (
          <nav aria-label={t('header.navigation')} className="lg:hidden">
            <Menu label={t('header.menu')}>
              <Navigation className="flex flex-col" />
            </Menu>
          </nav>
        )}
      </div>
    </header>
  )
}

/** The agency area has its own navigation (agency/agency-frame.tsx). */
function useInAgency(): boolean {
  return isAgencyPath(usePage(), useLocation().pathname)
}

/** So has the sales partners' (sales-partner/sales-partner-frame.tsx). */
function useInSales(): boolean {
  return isSalesPartnerPath(usePage(), useLocation().pathname)
}

/** At a desk: the user and their organisation. */
function AtWork({ inAgency, inSales }: { inAgency: boolean; inSales: boolean }) {
  const { agencyUser, salesPartner } = usePage()
  const person = inAgency ? agencyUser : inSales ? salesPartner : null
  if (!person) return null
  const house = 'agencyName' in person ? person.agencyName : person.company
  const number = 'agencyName' in person ? person.agencyNumber : person.number
  return (
    <p className="hidden min-w-0 text-right text-[0.8125rem] leading-[1.125rem] md:block">
      <span className="block truncate font-semibold">
        {person.firstName} {person.lastName}
      </span>
      <span className="block truncate text-muted">
        {[house, number].filter(Boolean).join(' · ')}
      </span>
    </p>
  )
}

/** The provider's page around ours has logo and look; our navigation stays. */
function SlimHeader() {
  const t = useTexts('common')
  return (
    <header className="site-header relative z-20 border-b border-hairline bg-surface">
      <div className="container-page flex min-h-11 items-center justify-end gap-2">
        <LanguageSwitch />
        <nav aria-label={t('header.navigation')}>
          <Menu label={t('header.menu')}>
            <Navigation className="flex flex-col" />
          </Menu>
        </nav>
      </div>
    </header>
  )
}

type LinksProps = {
  className: string
  isLoggedIn: boolean
  wanted: string | null // where an entry page leads to
}

function Navigation({ className }: { className: string }) {
  const isLoggedIn = usePage().user !== null
  const wanted = new URLSearchParams(useLocation().search).get('redirect')
  return (
    <Row
      as={NavigationLinks}
      of={{ className, isLoggedIn, wanted }}
      emptied={(links) => (wanted === null ? links : null)}
    />
  )
}

function NavigationLinks({ className, isLoggedIn, wanted }: LinksProps) {
  const { tenant } = usePage()
  const t = useTexts('common')
  const pageHref = usePageHref()
  const inWidget = useWidget()
  // The provider wants people to recommend on its own page that embeds ours.
  const recommendElsewhere = inWidget ? null : tenant.frame?.recommendUrl
  const link =
    'flex min-h-11 items-center rounded-field px-[min(0.75rem,4vw)] font-semibold hover:bg-tint lg:whitespace-nowrap lg:max-xl:px-2'
  return (
    <ul className={className}>
      <li>
        <a href={recommendElsewhere ?? `${pageHref('Homepage')}#products`} className={link}>
          {t('header.recommend')}
        </a>
      </li>
      {tenant.showsCategories ? (
        <li>
          <PageLink page="Categories" className={link}>
            {t('header.categories')}
          </PageLink>
        </li>
      ) : null}
      <li>
        <PageLink page="Code" className={link}>
          {t('header.code')}
        </PageLink>
      </li>
      {isLoggedIn ? (
        <>
          <li>
            <PageLink page="Dashboard" className={link}>
              {t('header.dashboard')}
            </PageLink>
          </li>
          <li>
            <PageLink page="Settings" className={link}>
              {t('header.settings')}
            </PageLink>
          </li>
        </>
      ) : null}
      {tenant.autoLogin ? null : (
        <li>
          <PageLink
            page={isLoggedIn ? 'Logout' : 'Login'}
            // An entry page keeps the wanted target, too.
            {...(!isLoggedIn && wanted ? { values: { redirect: wanted } } : {})}
            className={link}
          >
            {isLoggedIn ? t('header.logout') : t('header.login')}
          </PageLink>
        </li>
      )}
    </ul>
  )
}

// Full page loads, because a page holds one language only.
function LanguageSwitch() {
  const { tenant, locale } = usePage()
  const { pathname, search } = useLocation()
  return tenant.locales
    .filter((code) => code !== locale)
    .map((code) => (
      <a
        key={code}
        href={chooseLanguageHref(pathname, search, code)}
        hrefLang={code}
        lang={code}
        rel="nofollow"
        className="inline-flex min-h-11 min-w-[44px] shrink-0 items-center justify-center rounded-field px-[min(0.5rem,1vw)] font-semibold hover:bg-tint"
      >
        <span className="uppercase">{code}</span>
        <span className="sr-only"> – {languageNames[code]}</span>
      </a>
    ))
}
