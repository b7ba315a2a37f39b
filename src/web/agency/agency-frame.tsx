import type { LucideIcon } from 'lucide-react'
import {
  BarChart3,
  BookOpen,
  Building2,
  ClipboardList,
  Coins,
  FileText,
  Gift,
  House,
  Info,
  LogOut,
  Mail,
  Menu as MenuIcon,
  PiggyBank,
  Receipt,
  Send,
  ShieldCheck,
  UserRoundCog,
  UsersRound,
} from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { abilitiesOf, type Subject } from '../../domain/abilities.ts'
import { usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import { pageModules } from '../pages.ts'
import type { PageHandle } from '../router.tsx'
import { useTexts, type TextKey } from '../texts.ts'

type Item = { page: PageName; text: TextKey<'agency'>; icon: LucideIcon; needs: Subject | null }

// In the order of a working day; what nobody may read, or what does not exist yet, is left out.
const work: Item[] = [
  { page: 'AgencyHome', text: 'nav.home', icon: House, needs: null },
  { page: 'AgencyArea', text: 'nav.area', icon: Send, needs: 'administration' },
  { page: 'AgencyInvitations', text: 'nav.invitations', icon: Mail, needs: 'invitation' },
  { page: 'AgencyOrderReport', text: 'nav.orders', icon: ClipboardList, needs: 'order-report' },
  {
    page: 'AgencyRecommenderReport',
    text: 'nav.recommenders',
    icon: UsersRound,
    needs: 'recommender-report',
  },
  { page: 'AgencyRewards', text: 'nav.rewards', icon: Gift, needs: 'rewards' },
  { page: 'AgencyStatistics', text: 'nav.statistics', icon: BarChart3, needs: 'statistics-report' },
  { page: 'AgencyBonusPlan', text: 'nav.bonusPlan', icon: Coins, needs: 'bonus-plan' },
  { page: 'AgencyInvoices', text: 'nav.invoices', icon: Receipt, needs: 'invoices' },
  { page: 'AgencyCosts', text: 'nav.costs', icon: PiggyBank, needs: 'invoices' },
  { page: 'AgencyEmployees', text: 'nav.employees', icon: UserRoundCog, needs: 'employees' },
  { page: 'AgencyMasterData', text: 'nav.masterData', icon: Building2, needs: 'master-data' },
]
const reading: Item[] = [
  { page: 'AgencyRewardOverview', text: 'nav.rewardOverview', icon: BookOpen, needs: null },
  { page: 'AgencyRules', text: 'nav.rules', icon: FileText, needs: null },
  { page: 'AgencyInfo', text: 'nav.info', icon: Info, needs: null },
  { page: 'AgencyPrivacy', text: 'nav.privacy', icon: ShieldCheck, needs: null },
]

/** A page of the agency area: who is at work, the way around by what they may do, and the page itself. */
export function AgencyFrame({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode // beside the title
  children: ReactNode
}) {
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  const content = useId()
  const page = (
    <div id={content} tabIndex={-1} className="min-w-0 focus-visible:outline-none">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="page-title">{title}</h1>
        {actions}
      </div>
      {intro ? <div className="mt-3 max-w-[44em] text-lg">{intro}</div> : null}
      <div className="mt-6 flex flex-col gap-6 md:mt-8">{children}</div>
    </div>
  )
  if (!agencyUser) return <div className="container-page max-w-4xl py-8 md:py-12">{page}</div>
  return (
    <div className="container-page grid items-start gap-x-10 gap-y-6 py-5 md:py-8 lg:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="min-w-0 lg:sticky lg:top-6">
        <a
          href={`#${content}`}
          className="sr-only focus:not-sr-only focus:mb-2 focus:inline-flex focus:min-h-11 focus:items-center focus:underline"
        >
          {t('skip')}
        </a>
        <AtWork />
        <nav aria-label={t('nav.title')} className="hidden lg:block">
          <Links />
        </nav>
        <nav aria-label={t('nav.title')} className="lg:hidden">
          <PhoneMenu />
        </nav>
      </div>
      {page}
    </div>
  )
}

function AtWork() {
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  if (!agencyUser) return null
  return (
    <div className="mb-3 border-l-4 border-primary pl-3 leading-snug">
      <p className="font-bold wrap-anywhere">{agencyUser.agencyName}</p>
      <p className="text-base text-muted">
        {agencyUser.firstName} {agencyUser.lastName}
      </p>
      <p className="text-base text-muted">
        {agencyUser.agencyNumber} · {t(`role.${agencyUser.role}`)}
      </p>
    </div>
  )
}

// Opens without script, and stands where the thumb is.
function PhoneMenu() {
  const t = useTexts('agency')
  const match = useMatches().at(-1)
  const { page } = (match?.handle ?? {}) as Partial<PageHandle>
  const here = [...work, ...reading].find((item) => item.page === page)
  return (
    <details key={page} className="group rounded-field border border-hairline bg-surface open:pb-2">
      <summary className="flex min-h-12 list-none items-center gap-3 px-4 font-semibold">
        <MenuIcon aria-hidden="true" className="size-5 shrink-0" />
        <span className="grow">{here ? t(here.text) : t('nav.title')}</span>
        <span aria-hidden="true" className="transition group-open:rotate-180">
          ▾
        </span>
      </summary>
      <div className="px-2">
        <Links />
      </div>
    </details>
  )
}

function Links() {
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  const ability = abilitiesOf(agencyUser?.role ?? null)
  const shown = (items: Item[]) =>
    items.filter(
      ({ page, needs }) => pageModules[page] && (needs === null || ability.can('read', needs)),
    )
  return (
    <>
      <ul>
        {shown(work).map((item) => (
          <NavItem key={item.page} {...item} />
        ))}
      </ul>
      <ul className="mt-2 border-t border-hairline pt-2">
        {shown(reading).map((item) => (
          <NavItem key={item.page} {...item} />
        ))}
        <li>
          <PageLink page="AgencyLogout" className={linkClass(false)}>
            <LogOut aria-hidden="true" className="size-5 shrink-0" />
            {t('nav.logout')}
          </PageLink>
        </li>
      </ul>
    </>
  )
}

const linkClass = (here: boolean) =>
  `flex min-h-11 items-center gap-3 rounded-field px-3 py-1.5 leading-tight ${
    here ? 'bg-primary font-bold text-on-primary' : 'font-medium hover:bg-tint'
  }`

function NavItem({ page, text, icon: Icon }: Item) {
  const t = useTexts('agency')
  const match = useMatches().at(-1)
  const here = (match?.handle as PageHandle | undefined)?.page === page
  return (
    <li>
      <PageLink page={page} aria-current={here ? 'page' : undefined} className={linkClass(here)}>
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {t(text)}
      </PageLink>
    </li>
  )
}
