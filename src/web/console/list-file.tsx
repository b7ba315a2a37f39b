import { Download } from 'lucide-react'
import type { QueryOf } from '../../contract/endpoint.ts'
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts'
import { wire } from '../runtime/api.ts'
import { useTexts } from '../runtime/texts.ts'
import { toWire } from '../runtime/wire-names.ts'
import { controlClass } from '../ui/table/control-class.ts'
import type { TableQuery } from '../ui/table/table-address.ts'

/** The address of a file's call (scripts/wire-tables.ts finds its name here). */
export function csvHref<N extends EndpointName>(
  tenant: string,
  name: N,
  query: QueryOf<Endpoints[N]>,
): string {
  const [, path, , names] = wire[name]
  const values = new URLSearchParams(
    Object.entries(toWire(query, names) as object).flatMap(([field, value]) =>
      [value].flat().map((one) => [field, String(one)]),
    ),
  )
  return `/api/v1/${tenant}${path}?${values}`
}

/** The same of a file that is named by its path: `/:name` is each one's value. */
export function pathHref<N extends EndpointName>(
  tenant: string,
  name: N,
  params: Readonly<Record<string, string>>,
): string {
  const [, path] = wire[name]
  return `/api/v1/${tenant}${path.replaceAll(/:(\w+)/g, (_, param: string) => params[param] ?? '')}`
}

/** Order, columns and language of a list for its file. @param sorts the wire's names by the address's */
export function askFile<Sort extends string>(
  { sort, descending, columns }: TableQuery,
  { first, sorts, locale }: { first: string; sorts: Record<string, Sort>; locale: 'de' | 'en' },
) {
  const orderBy = sorts[sort]
  return {
    ...(orderBy ? { orderBy } : {}),
    ...(descending ? { descending: 'true' as const } : {}),
    ...(columns ? { columns: [first, ...columns].join(',') } : {}),
    language: locale,
  }
}

/** The button for a list's CSV; null while its filter matches nothing by itself. */
export function ListFile({ href }: { href: string | null }) {
  const t = useTexts('table')
  return href === null ? null : (
    <a href={href} download className={controlClass()} title={t('file')}>
      <Download aria-hidden="true" className="size-4 shrink-0" />
      CSV
    </a>
  )
}
