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
  KeyRound,
  LogOut,
  Mail,
  MonitorSmartphone,
  PiggyBank,
  Receipt,
  Send,
  ShieldCheck,
  UserRoundCog,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { abilitiesOf, type Subject } from '../../domain/abilities.ts'
import { AreaFrame, areaLinkClass, type AreaItem } from '../layout/area-frame.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts, type TextKey } from '../runtime/texts.ts'

type Item = Omit<AreaItem, 'text'> & { text: TextKey<'agency'>; needs: Subject | null }

// In the order of a working day, without what the user may not read.
const work: Item[] = [
  { page: 'AgencyHome', text: 'nav.home', icon: House, needs: null },
  { page: 'AgencyArea', text: 'nav.area', icon: Send, needs: 'administration' },
  {
    page: 'AgencyInvitations',
    also: ['AgencyInvitation'],
    text: 'nav.invitations',
    icon: Mail,
    needs: 'invitation',
  },
  {
    page: 'AgencyOrderReport',
    also: ['AgencyOrder'],
    text: 'nav.orders',
    icon: ClipboardList,
    needs: 'order-report',
  },
  {
    page: 'AgencyRecommenderReport',
    also: ['AgencyReferrer'],
    text: 'nav.recommenders',
    icon: UsersRound,
    needs: 'recommender-report',
  },
  {
    page: 'AgencyRewards',
    also: ['AgencyReward'],
    text: 'nav.rewards',
    icon: Gift,
    needs: 'rewards',
  },
  { page: 'AgencyStatistics', text: 'nav.statistics', icon: BarChart3, needs: 'statistics-report' },
  { page: 'AgencyBonusPlan', text: 'nav.bonusPlan', icon: Coins, needs: 'bonus-plan' },
  {
    page: 'AgencyInvoices',
    also: ['AgencyInvoice'],
    text: 'nav.invoices',
    icon: Receipt,
    needs: 'invoices',
  },
  { page: 'AgencyCosts', text: 'nav.costs', icon: PiggyBank, needs: 'invoices' },
  { page: 'AgencyEmployees', text: 'nav.employees', icon: UserRoundCog, needs: 'employees' },
  { page: 'AgencyMasterData', text: 'nav.masterData', icon: Building2, needs: 'master-data' },
]
const reading: Item[] = [
  { page: 'AgencyRewardOverview', text: 'nav.rewardOverview', icon: BookOpen, needs: null },
  { page: 'AgencyRules', text: 'nav.rules', icon: FileText, needs: null },
  { page: 'AgencyInfo', text: 'nav.info', icon: Info, needs: null },
  { page: 'AgencyPrivacy', text: 'nav.privacy', icon: ShieldCheck, needs: null },
  { page: 'AgencySessions', text: 'nav.sessions', icon: MonitorSmartphone, needs: null },
  { page: 'AgencyChangePassword', text: 'nav.password', icon: KeyRound, needs: null },
]

/** The navigation follows the user's rights. */
export function AgencyFrame(page: {
  title: string
  intro?: ReactNode
  actions?: ReactNode // beside the title
  isList?: boolean // fills the height of the window
  record?: ReactNode // the open record beside it
  children: ReactNode
}) {
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  const ability = abilitiesOf(agencyUser?.role ?? null)
  const shown = (items: Item[]) =>
    items
      .filter(({ needs }) => needs === null || ability.can('read', needs))
      .map((item) => ({ ...item, text: t(item.text) }))
  return (
    <AreaFrame
      {...page}
      isIn={agencyUser !== null}
      navigation={t('nav.title')}
      work={shown(work)}
      reading={shown(reading)}
      last={
        <li>
          <PageLink page="AgencyLogout" className={areaLinkClass(false)}>
            <LogOut aria-hidden="true" className="size-5 shrink-0" />
            <span className="desk-line-text desk-link-text">{t('nav.logout')}</span>
          </PageLink>
        </li>
      }
    />
  )
}
