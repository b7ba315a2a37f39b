import { sql, type RawBuilder } from 'kysely'
import { weekDays, type Due } from '../../domain/review.ts'

/** Whether the answer that was promised (`answer_by`) is due then; as `dueOf`. */
export function isDue(dues: readonly Due[], today: string): RawBuilder<unknown> {
  const week = Temporal.PlainDate.from(today).add({ days: weekDays }).toString()
  const of = {
    overdue: sql`answer_by < ${today}`,
    today: sql`answer_by = ${today}`,
    week: sql`answer_by > ${today} and answer_by <= ${week}`,
    later: sql`answer_by > ${week}`,
  }
  return sql`(${sql.join(
    dues.map((due) => of[due]),
    sql` or `,
  )})`
}
