import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export async function markOptinMailSent(
  tx: Tx,
  tenant: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ newsletter_mail_sent_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('newsletter_opted_in_at', 'is', null)
    .execute()
}

export async function markOptedIn(
  tx: Tx,
  tenant: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ newsletter_opted_in_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .execute()
}

export async function markOptedOut(tx: Tx, tenant: string, accountId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ newsletter_opted_in_at: null, newsletter_mail_sent_at: null })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .execute()
}

/** Revokes opt-in links; unsubscribe links stay valid. */
export async function revokeOptinLinks(
  tx: Tx,
  tenant: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update tokens set revoked_at = ${now.toString()}
    where tenant = ${tenant} and kind = 'newsletter' and subject = ${accountId} and details ->> 'way' = 'in'
      and revoked_at is null`.execute(tx)
}

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
