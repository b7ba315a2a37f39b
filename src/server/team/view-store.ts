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
        .doUpdateSet({ query: view.query }),
    )
    .execute()
}

/** @returns whether it was the operator's */
export async function forgetView(tx: Tx, operatorId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operator_views')
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', operatorId)
    .where('view_id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Views of the lists of a tenant that is deleted. */
export async function forgetPlace(tx: Tx, place: string): Promise<void> {
  await tx
    .deleteFrom('operator_views')
    .where('tenant', '=', platformCode)
    .where('place', '=', place)
    .execute()
}
