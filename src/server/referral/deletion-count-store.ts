import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'

export type DeletionCount = { day: string; kind: 'account' | 'recipient'; many: number }

/** Adds to what was deleted of a kind on a day. */
export async function countDeletions(
  tx: Tx,
  tenant: string,
  { day, kind, many }: DeletionCount,
): Promise<void> {
  await sql`
    insert into deletion_counts (tenant, day, kind, many) values (${tenant}, ${day}::date, ${kind}, ${many})
    on conflict (tenant, day, kind) do update set many = deletion_counts.many + excluded.many`.execute(
    tx,
  )
}

/** Takes the counts of days before this one, each once. */
export async function takeDeletionCounts(
  tx: Tx,
  tenant: string,
  before: string,
): Promise<DeletionCount[]> {
  const { rows } = await sql<DeletionCount>`
    delete ${keepsPlan} from deletion_counts where tenant = ${tenant} and day < ${before}::date
    returning day::text, kind, many::int`.execute(tx)
  return rows.toSorted((a, b) => (a.day + a.kind < b.day + b.kind ? -1 : 1))
}
