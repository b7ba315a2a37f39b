import type { PageName } from '../../contract/pages.ts'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'

export const areaTabs = [
  'einladen',
  'einladungen',
  'empfehler',
  'leads',
  'freigabe',
  'ueberblick',
] as const
export type AreaTab = (typeof areaTabs)[number]

const area: PageName = 'AgencyArea'

/** Where each tab leads: every list has one home. */
export const tabTargets: Record<AreaTab, PageTarget> = {
  einladen: { page: area },
  einladungen: { page: 'AgencyInvitations' },
  empfehler: { page: 'AgencyRecommenderReport' },
  leads: { page: 'AgencyRecommenderReport', values: { liste: 'leads' } },
  freigabe: { page: 'AgencyOrderReport', values: { status: 'Bestaetigt' } },
  ueberblick: { page: area, values: { tab: 'ueberblick' } },
}

export function AreaTabs({ tabs, selected }: { tabs: readonly AreaTab[]; selected: AreaTab }) {
  const t = useTexts('agencyInvite')
  return (
    <nav aria-label={t('tabs.title')} className="desk-switch">
      {tabs.map((tab) => (
        <PageLink
          key={tab}
          {...tabTargets[tab]}
          aria-current={tab === selected ? 'page' : undefined}
        >
          {t(`tab.${tab}`)}
        </PageLink>
      ))}
    </nav>
  )
}
