import type { Database } from '../db/connection.ts'
import { notify } from '../db/notify.ts'

/** By how many seconds the demo's clock runs ahead of real time. */
export async function readClockOffset(db: Database): Promise<number> {
  const row = await db.kysely.selectFrom('clock').select('offset_seconds').executeTakeFirstOrThrow()
  return row.offset_seconds
}

/**
 * Moves the clock on by what `decide` says of its present offset, under a lock on its row, and tells all processes when that
 * is committed. Answers the new offset.
 */
export function moveClockOffset(db: Database, decide: (offset: number) => number): Promise<number> {
  return db.kysely.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('clock')
      .select('offset_seconds')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const offset = row.offset_seconds + decide(row.offset_seconds)
    await tx.updateTable('clock').set({ offset_seconds: offset }).execute()
    await notify(tx, 'zuspruch_clock')
    return offset
  })
}
