import type { LucideIcon } from 'lucide-react'
import { Accessibility, ChevronDown, Cookie, Landmark, Lock, Menu as MenuIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { PageLink } from '../runtime/page-link.tsx'
import type { PageHandle } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { asItIs, Row } from '../ui/row.tsx'
import { contentId } from './skip-link.tsx'

export type AreaItem = {
  page: PageName
  also?: readonly PageName[] // pages that count as part of it
  values?: Record<string, string> // of its address
  text: string
  icon: LucideIcon
}

type AreaPage = {
  title: string
  intro?: ReactNode
  actions?: ReactNode // beside the title
  children: ReactNode
}

/**
 * A page of a work area: navigation at the side, content in desk width. A list (`isList`) fills the window's height if it is high enough
 * and scrolls inside; `record` is a page beside it.
 */
export function AreaFrame({
  isList = false,
  record,
  isIn,
  navigation,
  work,
  reading,
  last,
  isLegal = true,
  ...page
}: AreaPage & {
  isList?: boolean
  record?: ReactNode
  isIn: boolean // false: logged out, no navigation
  navigation: string // accessible name of the navigation
  work: AreaItem[]
  reading: AreaItem[]
  last: ReactNode // list items at the end
  isLegal?: boolean // links what the law wants on customers' and partners' pages
}) {
  const menu = useFolding()
  const match = useMatches().at(-1)
  const t = useTexts('common')
  if (!isIn) {
    return (
      <div className="container-page max-w-4xl py-8 md:py-12">
        <AreaContent {...page} />
      </div>
    )
  }
  // A desk has no footer; legally required links are here.
  const legal: AreaItem[] = !isLegal
    ? []
    : [
        { page: 'Imprint', text: t('footer.imprint'), icon: Landmark },
        { page: 'Privacy', text: t('footer.privacy'), icon: Lock },
        { page: 'CookieSettings', text: t('footer.cookies'), icon: Cookie },
        { page: 'Accessibility', text: t('footer.accessibility'), icon: Accessibility },
      ]
  const { page: here } = (match?.handle ?? {}) as Partial<PageHandle>
  const group = (items: AreaItem[]) =>
    items.map((item) => (
      <Row
        key={item.page}
        as={NavItem}
        of={{ ...item, here: isHere(item, here) }}
        emptied={asItIs}
      />
    ))
  const links = (
    <>
      <ul>{group(work)}</ul>
      <ul className="mt-1 border-t border-hairline pt-1">
        {group(reading)}
        {last}
      </ul>
      <ul className="mt-1 border-t border-hairline pt-1 empty:hidden">
        {group(legal.filter(({ text }) => !reading.some((item) => item.text === text)))}
      </ul>
    </>
  )
  return (
    <div className={`area-page desk ${isList ? 'desk-fill' : ''}`}>
      <div ref={menu} className="desk-menu">
        <nav aria-label={navigation} className="desk-rail">
          {links}
        </nav>
        <nav aria-label={navigation} className="desk-fold">
          <PhoneMenu items={[...work, ...reading]} navigation={navigation}>
            {links}
          </PhoneMenu>
        </nav>
      </div>
      <AreaContent {...page} isDesk isBehind={record !== undefined} />
      {record}
    </div>
  )
}

/** Below 80rem the menu's words lie over the page while it has pointer or focus: Escape folds it, until it is left. */
function useFolding() {
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = menu.current
    if (!box) return
    const fold = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && box.matches(':hover, :focus-within')) box.dataset['folded'] = ''
    }
    const unfold = () => {
      if (!box.matches(':hover, :focus-within')) delete box.dataset['folded']
    }
    document.addEventListener('keydown', fold)
    document.addEventListener('pointermove', unfold)
    document.addEventListener('focusin', unfold)
    return () => {
      document.removeEventListener('keydown', fold)
      document.removeEventListener('pointermove', unfold)
      document.removeEventListener('focusin', unfold)
    }
  }, [])
  return menu
}

function AreaContent({
  title,
  intro,
  actions,
  children,
  isDesk = false,
  isBehind = false,
}: AreaPage & { isDesk?: boolean; isBehind?: boolean }) {
  const Title = isBehind ? 'h2' : 'h1'
  return (
    <div
      id={isBehind ? undefined : contentId}
      tabIndex={-1}
      className={`min-w-0 focus-visible:outline-none ${isDesk ? 'desk-page' : ''} ${isBehind ? 'desk-behind' : ''}`}
    >
      <div
        className={
          isDesk ? 'desk-title' : 'flex flex-wrap items-end justify-between gap-x-6 gap-y-3'
        }
      >
        <Title className={isDesk ? 'desk-h1' : 'page-title'}>{title}</Title>
        {actions}
      </div>
      {intro ? (
        <div className={isDesk ? 'desk-intro' : 'mt-3 max-w-[44em] text-lg'}>{intro}</div>
      ) : null}
      <div className={isDesk ? 'desk-content' : 'mt-6 flex flex-col gap-6 md:mt-8'}>{children}</div>
    </div>
  )
}

// Opens without script, within reach of the thumb.
function PhoneMenu({
  items,
  navigation,
  children,
}: {
  items: AreaItem[]
  navigation: string
  children: ReactNode
}) {
  const { page } = (useMatches().at(-1)?.handle ?? {}) as Partial<PageHandle>
  const here = items.find((item) => isHere(item, page))
  return (
    <details key={page} className="group rounded-field border border-hairline bg-surface open:pb-2">
      <summary className="desk-line min-h-11 list-none px-[min(0.75rem,4vw)] font-semibold">
        <MenuIcon aria-hidden="true" className="size-5 shrink-0" />
        <span className="desk-line-text">{here ? here.text : navigation}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition group-open:rotate-180"
        />
      </summary>
      <div className="px-[min(0.5rem,2.5vw)]">{children}</div>
    </details>
  )
}

export const areaLinkClass = (here: boolean) =>
  `desk-line desk-link ${here ? 'bg-primary font-bold text-on-primary' : 'font-medium hover:bg-tint'}`

const isHere = (item: AreaItem, page: PageName | undefined) =>
  page !== undefined && (item.page === page || item.also?.includes(page) === true)

/** All of it names the shape; its icon goes with its page. */
type NavLink = AreaItem & { here: boolean }

function NavItem({ page, values, text, icon: Icon, here }: NavLink) {
  return (
    <li>
      <PageLink
        page={page}
        {...(values ? { values } : {})}
        aria-current={here ? 'page' : undefined}
        className={areaLinkClass(here)}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        <span className="desk-line-text desk-link-text">{text}</span>
      </PageLink>
    </li>
  )
}
