import type { LucideIcon } from 'lucide-react'
import { ChevronDown, Menu as MenuIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useMatches } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { PageLink } from '../page-link.tsx'
import { pageModules } from '../pages.ts'
import type { PageHandle } from '../router.tsx'

export type AreaItem = { page: PageName; text: string; icon: LucideIcon }

/** A page of an area for people at work: who that is, the way around, and the page itself. */
export function AreaFrame({
  title,
  intro,
  actions,
  children,
  who,
  skip,
  navigation,
  work,
  reading,
  last,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode // beside the title
  children: ReactNode
  who: ReactNode | null // null: nobody is at work, and the page stands alone
  skip: string
  navigation: string // what the way around is called
  work: AreaItem[] // what exists of it is shown
  reading: AreaItem[]
  last: ReactNode // list items after the others
}) {
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
  if (who === null) return <div className="container-page max-w-4xl py-8 md:py-12">{page}</div>
  const shown = (items: AreaItem[]) => items.filter((item) => pageModules[item.page])
  const links = (
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
        {last}
      </ul>
    </>
  )
  return (
    <div className="area-page container-page grid items-start gap-x-10 gap-y-6 py-5 md:py-8 lg:grid-cols-[16.5rem_minmax(0,1fr)]">
      <div className="min-w-0 lg:sticky lg:top-6">
        <a
          href={`#${content}`}
          className="sr-only focus:not-sr-only focus:mb-2 focus:inline-flex focus:min-h-11 focus:items-center focus:underline"
        >
          {skip}
        </a>
        <div className="mb-3 border-l-4 border-primary pl-3 leading-snug">{who}</div>
        <nav aria-label={navigation} className="hidden lg:block">
          {links}
        </nav>
        <nav aria-label={navigation} className="lg:hidden">
          <PhoneMenu items={[...work, ...reading]} navigation={navigation}>
            {links}
          </PhoneMenu>
        </nav>
      </div>
      {page}
    </div>
  )
}

// Opens without script, and stands where the thumb is.
function PhoneMenu({
  items,
  navigation,
  children,
}: {
  items: AreaItem[]
  navigation: string
  children: ReactNode
}) {
  const match = useMatches().at(-1)
  const { page } = (match?.handle ?? {}) as Partial<PageHandle>
  const here = items.find((item) => item.page === page)
  return (
    <details key={page} className="group rounded-field border border-hairline bg-surface open:pb-2">
      <summary className="flex min-h-12 list-none items-center gap-3 px-4 font-semibold">
        <MenuIcon aria-hidden="true" className="size-5 shrink-0" />
        <span className="grow">{here ? here.text : navigation}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 transition group-open:rotate-180"
        />
      </summary>
      <div className="px-2">{children}</div>
    </details>
  )
}

export const areaLinkClass = (here: boolean) =>
  `flex min-h-11 items-center gap-3 rounded-field px-3 leading-tight ${
    here ? 'bg-primary font-bold text-on-primary' : 'font-medium hover:bg-tint'
  }`

function NavItem({ page, text, icon: Icon }: AreaItem) {
  const match = useMatches().at(-1)
  const here = (match?.handle as PageHandle | undefined)?.page === page
  return (
    <li>
      <PageLink
        page={page}
        aria-current={here ? 'page' : undefined}
        className={areaLinkClass(here)}
      >
        <Icon aria-hidden="true" className="size-5 shrink-0" />
        {text}
      </PageLink>
    </li>
  )
}
