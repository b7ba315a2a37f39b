import type { Database } from '../db/connection.ts'
import { notify } from '../db/notify.ts'

/** The seconds by which the demo's clock is ahead. */
export async function readClockOffset(db: Database): Promise<number> {
  const row = await db.kysely.selectFrom('clock').select('offset_seconds').executeTakeFirstOrThrow()
  return row.offset_seconds
}

/**
 * Moves the clock by `decide` of its offset, under its row lock, and notifies all processes on commit. Returns the new offset.
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
