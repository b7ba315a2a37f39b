import { sql, type RawBuilder } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

/**
 * Deletes address and content of up to `limit` finished mails; returns the number. The row stays, as its dedupe key prevents
 * resending. Unsent ones are given up.
 */
export async function blankMails(
  tx: Tx,
  tenant: string,
  before: { sent: Temporal.Instant; unsent: Temporal.Instant },
  limit: number,
): Promise<number> {
  const [sent, unsent] = [before.sent.toString(), before.unsent.toString()]
  const result = await sql`
    update mails set ${keepsPlan} to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and mail_id = any (array(
      select mail_id from mails
      where tenant = ${tenant} and to_address <> '' and created_at < ${sent}
        and (state = 'failed' or (state = 'sent' and sent_at < ${sent}) or (state = 'queued' and created_at < ${unsent}))
      order by created_at limit ${limit} for update skip locked))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes address and content of a sent mail. */
export async function blankMail(tx: Tx, tenant: string, mailId: string): Promise<void> {
  await sql`
    update mails set to_address = '', data = '{}' where tenant = ${tenant} and mail_id = ${mailId}`.execute(
    tx,
  )
}

/**
 * Deletes address and content of all mails to a deleted account, and gives up unsent ones. Not mails to the same address as
 * another's recipient, nor vouchers, which are paid.
 */
export async function blankMailsTo(tx: Tx, tenant: string, address: string): Promise<void> {
  await sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and to_address = ${address} and to_address <> ''
      and (state <> 'queued' or (template not in ('confirmRecipient', 'acceptedBefore', 'voucher') and coalesce(data ->> 'beneficiary', '') <> 'recipient'))`.execute(
    tx,
  )
}

/** The same of the mails of these dedupe keys, whatever they are, and of what support sent again of them. */
export async function blankMailsOfKeys(
  tx: Tx,
  tenant: string,
  keys: readonly string[] | RawBuilder<unknown>, // or an array in SQL
): Promise<void> {
  await sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and to_address <> '' and dedupe_key like '%|again|%'
      and to_address = any (array(select to_address from mails where tenant = ${tenant} and dedupe_key = any (${keys})))
      and split_part(dedupe_key, '|again|', 1) = any (${keys})`.execute(tx)
  await sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and dedupe_key = any (${keys})`.execute(tx)
}

/** The same of the mails about these subjects, the second part of their keys. A voucher being resent still goes out (send-mail.ts). */
export async function blankMailsAbout(
  tx: Tx,
  tenant: string,
  subjects: RawBuilder<unknown>, // an array in SQL
): Promise<void> {
  const blank = (which: RawBuilder<unknown>) =>
    sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and to_address <> '' and not (state = 'queued' and template = 'voucher')
      and ${which}`.execute(tx)
  await together([
    () => blank(sql`subject_id = any (${subjects})`),
    // Of a version that wrote none (0257).
    () => blank(sql`subject_id is null and split_part(dedupe_key, '|', 2) = any (${subjects})`),
  ])
}
