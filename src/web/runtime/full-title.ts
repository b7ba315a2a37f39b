import { isConsole } from './page-table.ts'
import type { Meta } from './page-module.ts'
import type { PageView } from './page-context.tsx'
import type { Texts } from './texts.ts'

/** The page's place: `seite` is the page of every list (ui/table/table-address.ts), `mandant` the tenant worked at in the console. */
type Place = { search: string; params: Readonly<Record<string, string | undefined>> }

/** The tab's title: the page's, which page of a list it is, the tenant worked at, and whose it is, unless they are in there. */
export function fullTitle(
  { title }: Meta,
  { search, params }: Place,
  { tenant, operator }: PageView,
  texts: Texts,
): string {
  const number = new URLSearchParams(search).get('seite') ?? ''
  const isLater = /^[1-9]\d{0,5}$/.test(number) && number !== '1'
  const place = isConsole(tenant)
    ? operator?.places.find((one) => one.tenant === params['mandant'])?.name
    : undefined
  const parts = [title, ...(isLater ? [texts('common')('title.page', { page: number })] : [])]
  for (const name of [place, tenant.name]) if (name && !title.includes(name)) parts.push(name)
  return parts.join(' – ')
}
