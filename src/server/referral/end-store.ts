import { sql } from 'kysely'
import { recordReport, recordReportNames } from '../reports/rows-store.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'

/**
 * Ends an account's referrals: no new acceptance of open ones; accepted recipients go on. Expired ones stay so. Returns all
 * numbers.
 */
export async function endReferrals(
  tx: Tx,
  tenant: string,
  accountId: string,
  at: { now: Temporal.Instant; today: Temporal.PlainDate },
): Promise<string[]> {
  await sql`
    select from referrals where tenant = ${tenant} and account_id = ${accountId}
    order by number for no key update`.execute(tx)
  const { rows } = await sql<{ number: string }>`
    update referrals set first_name = '', company_name = null,
      accepted_go_on = accepted_go_on or (state <> 'cancelled' and valid_until >= ${at.today.toString()}),
      cancelled_at = case when state <> 'cancelled' and valid_until >= ${at.today.toString()}
        then ${at.now.toString()}::timestamptz else cancelled_at end,
      state = case when valid_until >= ${at.today.toString()} then 'cancelled' else state end
    where tenant = ${tenant} and account_id = ${accountId}
    returning number`.execute(tx)
  const numbers = rows.map(({ number }) => number)
  await together([
    () => recordReport(tx, tenant, 'referrals', numbers),
    // Again, after concurrent inserts: they may contain the old name.
    () => recordReportNames(tx, tenant, accountId),
  ])
  return numbers
}
