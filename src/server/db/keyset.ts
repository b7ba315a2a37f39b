import { sql, type RawBuilder } from 'kysely'

/** Where a list goes on: the sort's value of its last row, never null, and the id that breaks ties. */
export type RowKey = { value: string | number; id: string }

/** The condition of the rows after a key; without one, of all. */
export const afterKey = (
  after: RowKey | null,
  by: { column: RawBuilder<unknown>; id: RawBuilder<unknown>; descending: boolean },
): RawBuilder<unknown> =>
  after === null
    ? sql`true`
    : sql`(${by.column}, ${by.id}) ${by.descending ? sql`<` : sql`>`} (${after.value}, ${after.id})`
