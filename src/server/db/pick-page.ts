import { sql, type RawBuilder } from 'kysely'
import { mostCounted } from '../../domain/most-counted.ts'
import type { Tx } from './connection.ts'

type Sql = RawBuilder<unknown>

/**
 * The ids of a page, and how many rows match with which sum; `cents` null: more than `mostCounted`, which are neither counted nor summed.
 * Up to that many are collected and sorted, so that a rare match needs no index in the list's order; of more, that order soon fills a page.
 */
export async function pickPage(
  tx: Tx,
  list: {
    table: Sql
    id: Sql // a uuid
    column: Sql // of the order, never null
    cents: Sql
    matches: Sql
    descending: boolean
    limit: number
    offset: number
  },
): Promise<{ ids: string[]; count: number; cents: number | null }> {
  const { table, id, column, cents, matches, limit, offset } = list
  const way = list.descending ? sql`desc` : sql`asc`
  const page = sql`order by matched.place ${way}, matched.id ${way} limit ${limit} offset ${offset}`
  const read = sql`select ${id} as id, ${column} as place, ${cents} as cents from ${table} where ${matches}`
  const { rows } = await sql<{ ids: string[] | null; count: number; cents: number }>`
    with matched as materialized (${read} limit ${mostCounted + 1})
    select count(*)::int as count, coalesce(sum(cents), 0)::bigint as cents,
      case when count(*) <= ${mostCounted} then array(select matched.id::text from matched ${page}) end as ids
    from matched`.execute(tx)
  const found = rows[0]!
  if (found.ids) return { ids: found.ids, count: found.count, cents: found.cents }
  const { rows: walked } = await sql<{
    id: string
  }>`
    select id from (${read}) matched ${page}`.execute(tx)
  return { ids: walked.map((row) => row.id), count: mostCounted, cents: null }
}
