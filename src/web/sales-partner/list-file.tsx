import { Download } from 'lucide-react'
import { usePage } from '../page-context.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import type { ListQuery } from './list-query.ts'

/** The whole list as a file, sorted and filtered as it is shown: a plain link, so that it needs no script. */
export function ListFile({
  list,
  query,
  sort,
}: {
  list: 'auftraege' | 'provisionen'
  query: ListQuery
  sort: { orderBy: string; descending: boolean }
}) {
  const { tenant } = usePage()
  const t = useTexts('salesPartner')
  const asked = new URLSearchParams({
    OrderBy: sort.orderBy,
    Descending: String(sort.descending),
    ...(query.search && { Suche: query.search }),
    ...(query.state && { Status: query.state }),
  })
  return (
    <a
      href={`/api/v1/${tenant.code}/verkaufspartner/${list}/csv?${asked}`}
      download
      className={`${buttonClass('secondary')} self-start`}
    >
      <Download aria-hidden="true" className="size-5" />
      {t('file.load')}
    </a>
  )
}
