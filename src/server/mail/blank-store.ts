import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * Takes address and text out of up to `limit` mails that are done with; answers how many. The row stays, because its dedupe key
 * keeps the same mail from being sent again. What was never sent is given up.
 */
export async function blankMails(
  tx: Tx,
  tenant: string,
  before: { sent: Temporal.Instant; unsent: Temporal.Instant },
  limit: number,
): Promise<number> {
  const [sent, unsent] = [before.sent.toString(), before.unsent.toString()]
  const result = await sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and mail_id = any (array(
      select mail_id from mails
      where tenant = ${tenant} and to_address <> '' and created_at < ${sent}
        and (state = 'failed' or (state = 'sent' and sent_at < ${sent}) or (state = 'queued' and created_at < ${unsent}))
      order by created_at limit ${limit} for update skip locked))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Takes address and text out of one mail that was sent. */
export async function blankMail(tx: Tx, tenant: string, mailId: string): Promise<void> {
  await sql`
    update mails set to_address = '', data = '{}' where tenant = ${tenant} and mail_id = ${mailId}`.execute(
    tx,
  )
}

/**
 * Takes address and text out of all mails to somebody whose account is deleted, and gives up those that were not sent yet. What is
 * on its way to the same address as a recipient of somebody else's referral stays, and so does a voucher, which is paid already.
 */
export async function blankMailsTo(tx: Tx, tenant: string, address: string): Promise<void> {
  await sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and to_address = ${address} and to_address <> ''
      and (state <> 'queued' or (template not in ('confirmRecipient', 'acceptedBefore', 'voucher') and coalesce(data ->> 'beneficiary', '') <> 'recipient'))`.execute(
    tx,
  )
}
