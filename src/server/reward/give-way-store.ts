import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { moveUnownedReferrals } from '../referral/store.ts'
import { moveClaimLinks } from '../base/link-store.ts'

/** Moves an unproven account's referrals, rewards and claim links to another account, as unclaimed. */
export async function moveUnowned(tx: Tx, tenant: string, from: string, to: string): Promise<void> {
  await moveUnownedReferrals(tx, tenant, from, to)
  await sql`
    update rewards set account_id = ${to} where tenant = ${tenant} and account_id = ${from}`.execute(
    tx,
  )
  await moveClaimLinks(tx, tenant, from, to)
}
