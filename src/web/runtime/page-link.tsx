import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { carryAlong, href } from './href.ts'
import { Link } from './link.tsx'
import { usePage } from './page-context.tsx'

export type PageTarget = {
  page: PageName
  values?: Record<string, string | number | readonly string[] | undefined>
}

/** Paths of this tenant's pages in this language, with carried parameters. */
export function usePageHref() {
  const { tenant, locale } = usePage()
  const { search } = useLocation()
  return (page: PageName, values?: PageTarget['values']) =>
    carryAlong(href(tenant, locale, page, values), search)
}

/** A link to one of this tenant's pages by name; `place` is an element id there. */
export function PageLink({
  page,
  values,
  place,
  ...props
}: PageTarget & { place?: string } & Omit<ComponentProps<typeof Link>, 'to'>) {
  const pageHref = usePageHref()
  return <Link {...props} to={`${pageHref(page, values)}${place ? `#${place}` : ''}`} />
}
