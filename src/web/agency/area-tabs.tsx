import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { PageLink } from '../page-link.tsx'
import { useTexts } from '../texts.ts'

export const areaTabs = [
  'einladen',
  'einladungen',
  'empfehler',
  'leads',
  'freigabe',
  'ueberblick',
] as const
export type AreaTab = (typeof areaTabs)[number]

/**
 * The tabs of the screen: links with addresses of their own, so that they work without script, and can be kept and sent. With script the
 * arrow keys go from one to the next, as people know it of tabs.
 */
export function AreaTabs({
  tabs,
  selected,
  children,
}: {
  tabs: readonly AreaTab[]
  selected: AreaTab
  children: ReactNode
}) {
  const t = useTexts('agencyInvite')
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <div
        role="tablist"
        aria-label={t('tabs.title')}
        onKeyDown={moveFocus}
        tabIndex={-1}
        className="flex flex-wrap gap-1 border-b-2 border-hairline"
      >
        {tabs.map((tab) => (
          <PageLink
            key={tab}
            page="AgencyArea"
            values={{ tab }}
            role="tab"
            id={`${id}-${tab}`}
            aria-selected={tab === selected}
            aria-controls={tab === selected ? `${id}-panel` : undefined}
            className={`-mb-0.5 inline-flex min-h-12 items-center border-b-4 px-3 leading-tight ${
              tab === selected
                ? 'border-primary font-bold text-primary'
                : 'border-transparent font-medium hover:bg-tint'
            }`}
          >
            {t(`tab.${tab}`)}
          </PageLink>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </div>
  )
}

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  if (!step || at < 0) return
  event.preventDefault()
  tabs[step(at, tabs.length)]?.focus()
}
