import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Moves what an unproven account has to another one, as nobody's: its referrals, their rewards, and the links that take them over. */
export async function moveUnowned(tx: Tx, tenant: string, from: string, to: string): Promise<void> {
  await sql`select move_unowned_referrals(${tenant}, ${from}::uuid, ${to}::uuid)`.execute(tx)
  await sql`
    update rewards set account_id = ${to} where tenant = ${tenant} and account_id = ${from}`.execute(
    tx,
  )
  // A welcome confirms nothing any more; it takes over what it was mailed for, as a link to somebody confirmed does.
  await sql`
    update tokens set subject = ${to}, kind = 'own-referral'
    where tenant = ${tenant} and kind in ('own-referral', 'set-password') and subject = ${from}
      and details->>'referral' is not null`.execute(tx)
}
