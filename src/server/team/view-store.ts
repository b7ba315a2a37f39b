import { sql } from 'kysely'
import type { ConsolePage } from '../../contract/console-pages.ts'
import { platformCode } from '../../domain/platform.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'

export type ListOf = { operatorId: string; place: string; page: ConsolePage }
type View = { view_id: string; name: string; query: string }

/** Somebody's views of a list, by name. In a transaction of the platform, as all of these. */
export const findViews = (tx: Tx, { operatorId, place, page }: ListOf): Promise<View[]> =>
  tx
    .selectFrom('operator_views')
    .select(['view_id', 'name', 'query'])
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', operatorId)
    .where('place', '=', place)
    .where('page', '=', page)
    .where('ended_at', 'is', null)
    .orderBy('name')
    .execute()

export async function keepView(
  tx: Tx,
  { operatorId, place, page }: ListOf,
  view: { name: string; query: string },
): Promise<void> {
  await tx
    .insertInto('operator_views')
    .values({
      tenant: platformCode,
      view_id: uuidv7(),
      operator_id: operatorId,
      place,
      page,
      ...view,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'operator_id', 'place', 'page', 'name'])
        .doUpdateSet({ query: view.query, ended_at: null }),
    )
    .execute()
}

type Ending = { operatorId: string; id: string; now: Temporal.Instant; since: Temporal.Instant }

/** Ends a view, and deletes the operator's that ended before `since`. @returns whether it was theirs */
export async function endView(tx: Tx, { operatorId, id, now, since }: Ending): Promise<boolean> {
  await tx
    .deleteFrom('operator_views')
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', operatorId)
    .where(sql<boolean>`ended_at < ${since.toString()}`)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('operator_views')
    .set({ ended_at: now.toString() })
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', operatorId)
    .where('view_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Brings back a view that ended since. @returns its list, or undefined if there is none */
export async function reviveView(
  tx: Tx,
  { operatorId, id, since }: Omit<Ending, 'now'>,
): Promise<ListOf | undefined> {
  const row = await tx
    .updateTable('operator_views')
    .set({ ended_at: null })
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', operatorId)
    .where('view_id', '=', id)
    .where(sql<boolean>`ended_at >= ${since.toString()}`)
    .returning(['place', 'page'])
    .executeTakeFirst()
  return row && { operatorId, place: row.place, page: row.page as ConsolePage }
}

/** Views of the lists of a tenant that is deleted. */
export async function forgetPlace(tx: Tx, place: string): Promise<void> {
  await tx
    .deleteFrom('operator_views')
    .where('tenant', '=', platformCode)
    .where('place', '=', place)
    .execute()
}
