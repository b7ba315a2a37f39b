import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { PageName } from '../../contract/pages.ts'
import type { Locale } from '../../domain/tenant.ts'
import { uuidv7 } from '../base/uuid.ts'
import { keptIfFew, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import { together } from '../db/together.ts'
import { enqueueMany } from '../jobs/enqueue.ts'

/** A link in a stored mail: the token by id; its text is derived when the mail is written. */
export type MailLink = {
  page: PageName
  params?: Record<string, string>
  query?: Record<string, string>
  token?: { id: string; as: string } // query parameter of the token
}

export type MailData = Record<
  string,
  string | number | null | { link: MailLink } | { vouchersOf: string } | { addressCode: string }
>

export type StoredMail = {
  mail_id: string
  template: string
  to_address: string
  locale: string
  data: unknown
  state: string
}

export type NewMail = {
  template: MailTemplate
  to: string
  locale: Locale
  data: MailData
  dedupeKey: string
  now: Temporal.Instant
}

/** Queues a mail in the transaction of its cause, once per `dedupeKey`. */
export const queueMail: (tx: Tx, tenant: string, mail: NewMail) => Promise<void> = forMany(
  async (tx, tenant, mails: readonly NewMail[]) => {
    await queueMails(tx, tenant, mails)
    return mails.map(() => undefined)
  },
)

export async function queueMails(tx: Tx, tenant: string, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  const made = await insertMails(tx, tenant, mails.map(rowOf))
    .onConflict((conflict) => conflict.columns(['tenant', 'dedupe_key']).doNothing())
    .returning('mail_id')
    .execute()
  await enqueueMails(tx, tenant, made)
}

/** The same of mails whose keys are no others': their jobs do not wait to hear which were too many. */
export async function queueNewMails(
  tx: Tx,
  tenant: string,
  mails: readonly NewMail[],
): Promise<void> {
  if (mails.length === 0) return
  const rows = mails.map(rowOf)
  await together([
    () => insertMails(tx, tenant, rows).execute(),
    () => enqueueMails(tx, tenant, rows),
  ])
}

const rowOf = (mail: NewMail) => ({
  mail_id: uuidv7(),
  template: mail.template,
  to_address: mail.to,
  locale: mail.locale,
  data: JSON.stringify(mail.data),
  dedupe_key: mail.dedupeKey,
  subject_id: mail.dedupeKey.split('|')[1] ?? '',
  state: 'queued',
  created_at: mail.now.toString(),
})

const insertMails = (tx: Tx, tenant: string, rows: ReturnType<typeof rowOf>[]) =>
  tx
    .insertInto('mails')
    .values(rows.map((row) => ({ tenant, ...row })))
    .modifyEnd(keptIfFew(rows.length))

const enqueueMails = (tx: Tx, tenant: string, made: readonly { mail_id: string }[]) =>
  enqueueMany(
    tx,
    tenant,
    'send-mail',
    made.map(({ mail_id: mailId }) => ({ id: uuidv7(), payload: { mailId } })),
  )

/** Whether a mail was queued under this key, so that another is not. */
export async function isMailQueued(tx: Tx, tenant: string, dedupeKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('mails')
    .select('mail_id')
    .where('tenant', '=', tenant)
    .where('dedupe_key', '=', dedupeKey)
    .executeTakeFirst()
  return row !== undefined
}

export function findMail(tx: Tx, tenant: string, id: string): Promise<StoredMail | undefined> {
  return tx
    .selectFrom('mails')
    .select(['mail_id', 'template', 'to_address', 'locale', 'data', 'state'])
    .where('tenant', '=', tenant)
    .where('mail_id', '=', id)
    .executeTakeFirst()
}

export async function markMailSent(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ state: 'sent', sent_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('mail_id', '=', id)
    .execute()
}
