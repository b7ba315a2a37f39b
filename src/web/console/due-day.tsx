import type { Due } from '../../domain/review.ts'
import { usePage } from '../runtime/page-context.tsx'
import { formatDate } from '../ui/format-date.ts'

/** The day of a promised answer; says what is due, in words where the list has room. @param words null: nothing is open */
export function DueDay({ day, due, words }: { day: string; due: Due; words: string | null }) {
  const { locale } = usePage()
  const text = formatDate(day, locale)
  if (words === null || (due !== 'overdue' && due !== 'today')) return text
  return (
    <span className={due === 'overdue' ? 'font-semibold text-danger' : 'font-semibold'}>
      {text}
      <span className="dt-for"> ({words})</span>
    </span>
  )
}
