import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * Whether an account has recommended from one category and nothing from another on offer. Withdrawn and unclaimed referrals do
 * not count.
 */
export async function knowsOnlyOneProgramme(
  tx: Tx,
  tenant: string,
  accountId: string,
  programme: { known: string; other: string },
): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    with own as (
      select p.category from referrals r
      join products p on p.tenant = r.tenant and p.product_id = r.product_id
      where r.tenant = ${tenant} and p.tenant = ${tenant} and r.account_id = ${accountId}
        and r.owned_at is not null and r.state <> 'cancelled'
    )
    select exists (select from own where category = ${programme.known})
      and not exists (select from own where category = ${programme.other})
      and exists (
        select from products where tenant = ${tenant} and category = ${programme.other} and active
      ) as shown`.execute(tx)
  return rows[0]?.shown ?? false
}
