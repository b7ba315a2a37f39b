import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePage } from '../../runtime/page-context.tsx'
import { PageLink } from '../../runtime/page-link.tsx'
import { useTexts } from '../../runtime/texts.ts'
import { formatCount } from '../format-count.ts'
import { Money } from '../money.tsx'
import { controlClass } from './control-class.ts'
import type { TablePlace } from './use-table-place.ts'

const announceMs = 500

export function TableFooter({
  place,
  total,
  rows,
  pageCount,
  sum,
}: {
  place: TablePlace
  total: number
  rows: number
  pageCount: number
  sum: { label: string; cents: number } | null
}) {
  const { locale } = usePage()
  const t = useTexts('table')
  const { page, pageSize } = place.query
  const number = (count: number) => formatCount(count, locale)
  const from = (page - 1) * pageSize + 1
  const range =
    rows === 0
      ? t('count', { count: total, number: number(total) })
      : t('range', { from: number(from), to: number(from + rows - 1), of: number(total) })
  return (
    <div className="dt-footer">
      <p className="tabular-nums">{range}</p>
      <Announced text={t('count', { count: total, number: number(total) })} />
      {pageCount > 1 ? (
        <nav aria-label={t('pages')} className="flex items-center gap-1">
          <Step
            place={place}
            to={page - 1}
            max={pageCount}
            label={t('before')}
            icon={ChevronLeft}
          />
          <Step
            place={place}
            to={page + 1}
            max={pageCount}
            label={t('after')}
            icon={ChevronRight}
          />
        </nav>
      ) : null}
      {sum ? (
        <p className="ml-auto">
          {sum.label} <Money cents={sum.cents} className="font-semibold" />
        </p>
      ) : null}
    </div>
  )
}

function Step({
  place,
  to,
  max,
  label,
  icon: Icon,
}: {
  place: TablePlace
  to: number
  max: number
  label: string
  icon: typeof ChevronLeft
}) {
  if (to < 1 || to > max) {
    return (
      <span className={`${controlClass()} opacity-40`}>
        <Icon aria-hidden="true" className="size-4" />
      </span>
    )
  }
  return (
    <PageLink
      page={place.page}
      values={place.to({ page: to })}
      aria-label={label}
      className={controlClass()}
    >
      <Icon aria-hidden="true" className="size-4" />
    </PageLink>
  )
}

/** Announced when typing pauses, not at every letter nor on page load. */
function Announced({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const [first] = useState(text)
  useEffect(() => {
    if (text === first && said === '') return
    const timer = setTimeout(() => setSaid(text), announceMs)
    return () => clearTimeout(timer)
  }, [text, first, said])
  return <output className="sr-only">{said}</output>
}
