import { useEffect, useState } from 'react'
import { usePage } from '../../runtime/page-context.tsx'
import { useTexts } from '../../runtime/texts.ts'
import { formatCount } from '../format-count.ts'
import { Money } from '../money.tsx'
import { Pages } from '../pages.tsx'
import type { TablePlace } from './use-table-place.ts'

const announceMs = 500

export function TableFooter({
  place,
  total,
  isMore,
  rows,
  pageCount,
  sum,
}: {
  place: TablePlace
  total: number
  isMore: boolean
  rows: number
  pageCount: number
  sum: { label: string; cents: number } | null
}) {
  const { locale } = usePage()
  const t = useTexts('table')
  const { page, pageSize } = place.query
  const number = (count: number) => formatCount(count, locale)
  const from = (page - 1) * pageSize + 1
  const of = isMore ? t('atLeast', { number: number(total) }) : number(total)
  const count = t('count', { count: total, number: of })
  const here = pageCount > 1 ? [t('here', { page: number(page), pages: number(pageCount) })] : []
  const range =
    rows === 0 ? count : t('range', { from: number(from), to: number(from + rows - 1), of })
  return (
    <div className="dt-footer">
      <p className="tabular-nums">{range}</p>
      <Announced text={[count, ...here].join(', ')} />
      <Pages
        number={page}
        count={pageCount}
        to={(wanted) => ({ page: place.page, values: place.to({ page: wanted }) })}
        words={{ label: t('pages'), before: t('before'), after: t('after') }}
      />
      {sum ? (
        <p className="ml-auto">
          {sum.label} <Money cents={sum.cents} className="font-semibold" />
        </p>
      ) : null}
    </div>
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
