import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { ReportScope } from '../reports/list-store.ts'

/**
 * Confirmed orders of a scope that share a referrer or contact with the given ones, including them, since prices may depend on
 * them. At most `limit`, oldest contracts first, as in release.
 */
export async function listWaitingBeside(
  tx: Tx,
  tenant: string,
  { agencyId, employee }: Pick<ReportScope, 'agencyId' | 'employee'>,
  orders: readonly string[],
  limit: number,
): Promise<string[]> {
  if (orders.length === 0) return []
  const { rows } = await sql<{ number: string }>`
    with meant as (
      select r.account_id, c.mailbox
      from orders o
        join referrals r on r.tenant = ${tenant} and r.number = o.referral_number
        join recipients c on c.tenant = ${tenant} and c.number = o.recipient_number
      where o.tenant = ${tenant} and o.number = any (${[...orders]}::text[])),
    beside as (
      select o.number, o.contract_on, o.referral_number
      from referrals r join orders o on o.tenant = ${tenant} and o.referral_number = r.number
      where r.tenant = ${tenant} and r.account_id in (select account_id from meant) and o.state = 'confirmed'
      union
      select o.number, o.contract_on, o.referral_number
      from recipients c join orders o on o.tenant = ${tenant} and o.recipient_number = c.number
      where c.tenant = ${tenant} and c.mailbox in (select mailbox from meant) and o.state = 'confirmed')
    select b.number
    from beside b join referrals r on r.tenant = ${tenant} and r.number = b.referral_number
    where r.agency_id = ${agencyId}::uuid
      and (${employee}::uuid is null or r.agency_user_id = ${employee}::uuid)
    order by b.contract_on, b.number collate "C"
    limit ${limit}`.execute(tx)
  return rows.map(({ number }) => number)
}
