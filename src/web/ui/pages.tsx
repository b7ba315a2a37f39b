import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import { buttonClass } from './button.tsx'
import { controlClass } from './table/control-class.ts'

/** Steps between a list's pages: buttons around `here`, or icons where nothing says it. */
export function Pages({
  number,
  count,
  to,
  words: { label, before, after },
  here,
}: {
  number: number // may be beyond the last
  count: number
  to: (page: number) => PageTarget
  words: { label: string; before: string; after: string }
  here?: string
}) {
  if (count < 2) return null
  const step = (page: number, name: string, Icon: LucideIcon) => {
    const icon = <Icon aria-hidden="true" className="size-4" />
    // At the ends it stays, and with it the focus.
    const isEnd = page < 1 || page > count
    const look = here ? `${buttonClass('secondary')} w-full md:w-auto` : controlClass()
    return (
      <PageLink
        {...to(isEnd ? number : page)}
        aria-disabled={isEnd || undefined}
        aria-label={here ? undefined : name}
        onClick={(event) => isEnd && event.preventDefault()}
        className={isEnd ? `${look} opacity-40` : look}
      >
        {here ? name : icon}
      </PageLink>
    )
  }
  return (
    <nav
      aria-label={label}
      className={`flex items-center ${here ? 'mt-6 flex-wrap gap-3' : 'gap-1'}`}
    >
      {step(Math.min(number, count + 1) - 1, before, ChevronLeft)}
      {here ? <output className="grow text-center md:grow-0">{here}</output> : null}
      {step(number + 1, after, ChevronRight)}
    </nav>
  )
}
