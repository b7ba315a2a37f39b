import { sql } from 'kysely'
import { firstBy } from '../base/due-store.ts'
import type { Tx } from '../db/connection.ts'

/** An order that is due for its release, and the day since when. */
export type Due = { number: string; day: string }

/**
 * Confirmed orders past their complaint period, by day and number after `after`. In the index's order, so that nothing is read but what is
 * due.
 */
export async function listDue(
  tx: Tx,
  table: 'orders' | 'partner_orders',
  tenant: string,
  today: Temporal.PlainDate,
  after: Due | null,
  limit: number,
): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select number, releasable_on::text as day from ${sql.table(table)}
    where tenant = ${tenant} and state = 'confirmed' and releasable_on <= ${today.toString()}
      ${after ? sql`and (releasable_on, number) > (${after.day}::date, ${after.number})` : sql``}
    order by releasable_on, number limit ${limit}`.execute(tx)
  return rows
}

export const dueOrders = (
  table: 'orders' | 'partner_orders',
  tenant: string,
  today: Temporal.PlainDate,
) =>
  firstBy(
    sql`
    select 1 from ${sql.table(table)}
    where tenant = ${tenant} and state = 'confirmed' and releasable_on <= ${today.toString()}`,
    sql`releasable_on, number`,
  )
