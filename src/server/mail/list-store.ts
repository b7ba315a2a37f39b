import { sql, type RawBuilder } from 'kysely'
import { mostCounted } from '../../domain/most-counted.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'

export type ListedMail = {
  mail_id: string
  created_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  template: string
  state: 'queued' | 'sent' | 'failed'
  to_address: string // empty: deleted
}

/** `dead`: mails whose job used up its tries; they are queued still. */
export type MailFilter = {
  states?: readonly ListedMail['state'][]
  templates?: readonly string[]
  from?: Temporal.Instant
  before?: Temporal.Instant
  email?: string // normalised
  dead: readonly string[]
}

const isDead = (dead: readonly string[]) => sql`mail_id = any (${[...dead]}::uuid[])`

function where(tenant: string, filter: MailFilter): RawBuilder<unknown> {
  const { states, templates, from, before, email, dead } = filter
  const ofState = {
    queued: sql`(state = 'queued' and not ${isDead(dead)})`,
    sent: sql`state = 'sent'`,
    failed: sql`(state = 'failed' or state = 'queued' and ${isDead(dead)})`,
  }
  return sql.join(
    [
      sql`tenant = ${tenant}`,
      ...(states
        ? [
            sql`(${sql.join(
              states.map((state) => ofState[state]),
              sql` or `,
            )})`,
            ...(states.includes('sent') ? [] : [sql`state <> 'sent'`]),
          ]
        : []),
      ...(templates ? [sql`template = any (${[...templates]})`] : []),
      ...(from ? [sql`created_at >= ${from.toString()}`] : []),
      ...(before ? [sql`created_at < ${before.toString()}`] : []),
      ...(email ? [sql`to_address = ${email} and to_address <> ''`] : []),
    ],
    sql` and `,
  )
}

const columnsOf = ({ dead }: MailFilter) => sql`mail_id, created_at, sent_at, template, to_address,
  case when state = 'queued' and ${isDead(dead)} then 'failed' else state end as state`

/** The newest first; a mail whose job died counts as failed. */
export async function listMailRows(
  tx: Tx,
  tenant: string,
  { filter, limit, offset }: { filter: MailFilter; limit: number; offset: number },
): Promise<{ rows: ListedMail[]; count: number }> {
  const matches = where(tenant, filter)
  const { rows } = await sql<ListedMail>`
    select ${columnsOf(filter)} from mails where ${matches} order by created_at desc, mail_id desc limit ${limit} offset ${offset}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from (select from mails where ${matches} limit ${mostCounted}) as counted`.execute(
    tx,
  )
  return { rows, count: counted[0]!.count }
}

/** The mails after a key, the newest first. */
export async function readMailsAfter(
  tx: Tx,
  tenant: string,
  { filter, after, limit }: { filter: MailFilter; after: RowKey | null; limit: number },
): Promise<ListedMail[]> {
  const by = { column: sql`created_at`, id: sql`mail_id`, descending: true }
  const { rows } = await sql<ListedMail>`
    select ${columnsOf(filter)} from mails where ${where(tenant, filter)} and ${afterKey(after, by)}
    order by created_at desc, mail_id desc limit ${limit}`.execute(tx)
  return rows
}

export function findMailRow(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<(Omit<ListedMail, 'state'> & { state: string }) | undefined> {
  return tx
    .selectFrom('mails')
    .select(['mail_id', 'created_at', 'sent_at', 'template', 'state', 'to_address'])
    .where('tenant', '=', tenant)
    .where('mail_id', '=', id)
    .executeTakeFirst()
}

export type MailCounts = {
  queued: number
  queuedSince: Temporal.Instant | null
  sentToday: number
  failed: number
}

/** @param since of failed ones */
export async function countMails(
  tx: Tx,
  tenant: string,
  {
    dead,
    today,
    since,
  }: { dead: readonly string[]; today: Temporal.Instant; since: Temporal.Instant },
): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select queued, "queuedSince", failed,
      (select count(*)::int from mails where tenant = ${tenant} and sent_at >= ${today.toString()}) as "sentToday"
    from (
      select (count(*) filter (where state = 'queued' and not ${isDead(dead)}))::int as queued,
        min(created_at) filter (where state = 'queued' and not ${isDead(dead)}) as "queuedSince",
        (count(*) filter (where ${isDead(dead)} or state = 'failed' and created_at >= ${since.toString()}))::int as failed
      from mails where tenant = ${tenant} and state <> 'sent'
    ) open`.execute(tx)
  return rows[0]!
}
