import { sql, type RawBuilder } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'

/**
 * Which questions have rows; each selects a value, as nodes do not hand on rows of none. One statement, so that a tenant with nothing due costs a single one; its plan is kept, as planning took five times as
 * long as running it.
 */
export async function askDue(
  tx: Tx,
  questions: readonly RawBuilder<unknown>[],
): Promise<boolean[]> {
  const all = sql.join(questions.map((one) => sql`exists (${one})`))
  const { rows } = await sql<{
    due: boolean[]
  }>`select ${keepsPlan} array[${all}]::boolean[] as due`.execute(tx)
  return rows[0]!.due
}

/** Rows of any of the questions. */
export const anyOf = (...questions: readonly RawBuilder<unknown>[]) =>
  sql`select 1 where ${sql.join(
    questions.map((one) => sql`exists (${one})`),
    sql` or `,
  )}`

/** Of `rows` the first by their index, as the planner may take them for many and walk through a whole table to find the first. */
export const firstBy = (rows: RawBuilder<unknown>, columns: RawBuilder<unknown>) =>
  sql`select 1 from (${rows} order by ${columns} limit 1) as first`
