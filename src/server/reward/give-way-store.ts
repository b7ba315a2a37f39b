import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Moves an unproven account's referrals, rewards and claim links to another account, as unclaimed. */
export async function moveUnowned(tx: Tx, tenant: string, from: string, to: string): Promise<void> {
  await sql`select move_unowned_referrals(${tenant}, ${from}::uuid, ${to}::uuid)`.execute(tx)
  await sql`
    update rewards set account_id = ${to} where tenant = ${tenant} and account_id = ${from}`.execute(
    tx,
  )
  // A welcome link no longer confirms; it only claims, like a link to a confirmed account.
  await sql`
    update tokens set subject = ${to}, kind = 'own-referral'
    where tenant = ${tenant} and kind in ('own-referral', 'set-password') and subject = ${from}
      and details->>'referral' is not null`.execute(tx)
}
