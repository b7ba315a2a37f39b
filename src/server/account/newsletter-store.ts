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
