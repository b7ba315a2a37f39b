import { dues, type Due } from '../../domain/review.ts'
import { knownOf, type TableQuery } from '../ui/table/table-address.ts'

const words = { overdue: 'ueberfaellig', today: 'heute', week: 'woche', later: 'spaeter' } as const

/** As the address of a list names it (`frist`). */
export const dueWord = (due: Due): string => words[due]

/** Null: an unknown value was asked for. */
export function duesOf(query: TableQuery): Due[] | null {
  const known = knownOf(query, 'frist', Object.values(words))
  return known && dues.filter((due) => known.includes(words[due]))
}

/** The filter of lists whose rows have the day of a promised answer. */
export const dueFilter = (title: string, say: (due: Due) => string) => ({
  name: 'frist',
  title,
  kind: 'choice' as const,
  choices: dues.map((due) => ({ value: dueWord(due), title: say(due) })),
})
