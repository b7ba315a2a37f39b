import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** The account's last wish while recommending, and last withdrawal. */
export async function readWishes(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<{ wishedAt: Temporal.Instant | null; withdrawnAt: Temporal.Instant | null }> {
  const { rows } = await sql<{
    wishedAt: Temporal.Instant | null
    withdrawnAt: Temporal.Instant | null
  }>`
    select
      (select max(consents.at) from referrals
        join consents on consents.tenant = ${tenant} and consents.subject_kind = 'referral'
          and consents.subject_id = referrals.number and consents.kind = 'newsletter-wish'
        where referrals.tenant = ${tenant} and referrals.account_id = ${accountId}
          and referrals.owned_at is not null) as "wishedAt",
      (select max(at) from consents
        where tenant = ${tenant} and subject_kind = 'account' and subject_id = ${accountId}
          and kind = 'newsletter' and not given) as "withdrawnAt"`.execute(tx)
  return rows[0]!
}
