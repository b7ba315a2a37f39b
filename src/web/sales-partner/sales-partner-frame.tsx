import {
  ClipboardList,
  Coins,
  House,
  Info,
  KeyRound,
  LogOut,
  MonitorSmartphone,
  Receipt,
  Rocket,
  UserRoundCog,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { AreaFrame, areaLinkClass, type AreaItem } from '../layout/area-frame.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'

export function SalesPartnerFrame(page: {
  title: string
  intro?: ReactNode
  actions?: ReactNode // beside the title
  isList?: boolean // fills the height of the window
  record?: ReactNode // a row's page, beside it
  children: ReactNode
}) {
  const { salesPartner } = usePage()
  const t = useTexts('salesPartner')
  const work: AreaItem[] = [
    { page: 'SalesPartnerArea', text: t('nav.area'), icon: House },
    {
      page: 'SalesPartnerOrders',
      also: ['SalesPartnerOrder'],
      text: t('nav.orders'),
      icon: ClipboardList,
    },
    {
      page: 'SalesPartnerCommissions',
      also: ['SalesPartnerCommission'],
      text: t('nav.commissions'),
      icon: Coins,
    },
    {
      page: 'SalesPartnerBilling',
      also: ['SalesPartnerNote'],
      text: t('nav.billing'),
      icon: Receipt,
    },
    { page: 'SalesPartnerData', text: t('nav.data'), icon: UserRoundCog },
  ]
  const reading: AreaItem[] = [
    { page: 'SalesPartnerWelcome', text: t('nav.welcome'), icon: Rocket },
    { page: 'SalesPartnerEntry', text: t('nav.entry'), icon: Info },
    { page: 'SalesPartnerSessions', text: t('nav.sessions'), icon: MonitorSmartphone },
    { page: 'SalesPartnerChangePassword', text: t('nav.password'), icon: KeyRound },
  ]
  return (
    <AreaFrame
      {...page}
      isIn={salesPartner !== null}
      navigation={t('nav.title')}
      work={work}
      reading={reading}
      last={
        <li>
          <LogOutButton />
        </li>
      }
    />
  )
}

// A form, because a logout link can be followed by mistake or by prefetching.
function LogOutButton() {
  const { formToken } = usePage()
  const t = useTexts('salesPartner')
  const pageHref = usePageHref()
  return (
    <form method="post" action={pageHref('SalesPartnerEntry')}>
      <input type="hidden" name="_form" value={formToken} />
      <input type="hidden" name="intent" value="logout" />
      <button type="submit" className={`${areaLinkClass(false)} w-full text-left`}>
        <LogOut aria-hidden="true" className="size-5 shrink-0" />
        <span className="desk-line-text desk-link-text">{t('nav.logout')}</span>
      </button>
    </form>
  )
}
