import { sql, type Selectable } from 'kysely'
import type { RecipientState } from '../../domain/recipient.ts'
import type { ReferralState } from '../../domain/referral.ts'
import type { Locale, Localised } from '../../domain/tenant.ts'
import { mailboxOf } from '../../domain/email.ts'
import { recordReport } from '../reports/rows-store.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import { together } from '../db/together.ts'
import type { Recipients } from '../db/tables.ts'
import { moveRecipientLinks } from '../base/link-store.ts'

export type Recipient = Omit<Selectable<Recipients>, 'state' | 'language'> & {
  state: RecipientState
  language: Locale
}

export type RecipientWithReferral = Recipient & {
  product_id: string
  product_title: Localised
  commission_cents: number
  share: number
}

export type NewRecipient = {
  number: string
  referral_number: string
  salutation: string
  first_name: string
  last_name: string
  email: string // normalised
  birth_date: string | null
  phone: string | null
  street: string | null
  house_number: string | null
  zip: string | null
  city: string | null
  advertising: boolean
  language: Locale
  channel: string
  campaign: string | null
  created_at: string
  created_on: string
  consented_at: string | null // null: our terms were not shown yet
  delete_on: string
  same_network: boolean | null // as the referral's creation; null: unknown
  merged_into: string | null // the confirmed entry of this mailbox; set from the start for the same person
}

/** A referral for its recipients' rules, with the owner's address. */
export type ReferralOffer = {
  number: string
  state: ReferralState
  accepted_go_on: boolean
  valid_until: string
  account_id: string
  first_name: string
  share: number
  referrer_email: string
  product_id: string
  product_title: Localised
  in_sentence: Localised | null
  commission_cents: number
  network_hash: string | null
}

export async function findReferralOffer(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<ReferralOffer | undefined> {
  const row = await tx
    .selectFrom('referrals as r')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.tenant', '=', 'r.tenant').onRef('a.account_id', '=', 'r.account_id'),
    )
    .innerJoin('products as p', (join) =>
      join.onRef('p.tenant', '=', 'r.tenant').onRef('p.product_id', '=', 'r.product_id'),
    )
    .select([
      'r.number',
      'r.state',
      'r.accepted_go_on',
      'r.valid_until',
      'r.account_id',
      'r.first_name',
      'r.share',
      'r.product_id',
      'r.network_hash',
      'a.email as referrer_email',
      'p.title as product_title',
      'p.in_sentence',
      'r.commission_cents',
    ])
    .where('r.tenant', '=', tenant)
    .where('a.tenant', '=', tenant)
    .where('p.tenant', '=', tenant)
    .where('r.number', '=', number)
    .executeTakeFirst()
  return row as ReferralOffer | undefined
}

export async function insertRecipient(
  tx: Tx,
  tenant: string,
  recipient: NewRecipient,
): Promise<void> {
  await together([
    () =>
      tx
        .insertInto('recipients')
        .values({ tenant, ...recipient, state: 'accepted' })
        .execute(),
    () => recordReport(tx, tenant, 'leads', [recipient.number]),
  ])
}

/** Overwrites an unconfirmed entry; number, channel, campaign and dates stay. */
export async function correctRecipient(tx: Tx, tenant: string, entry: NewRecipient): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({
      salutation: entry.salutation,
      first_name: entry.first_name,
      last_name: entry.last_name,
      email: entry.email,
      birth_date: entry.birth_date,
      phone: entry.phone,
      street: entry.street,
      house_number: entry.house_number,
      zip: entry.zip,
      city: entry.city,
      advertising: entry.advertising,
      language: entry.language,
      consented_at: entry.consented_at,
      merged_into: entry.merged_into,
      // Once true, it stays true, whatever is typed later.
      same_network: sql<boolean | null>`same_network or ${entry.same_network}::boolean`,
    })
    .where('tenant', '=', tenant)
    .where('number', '=', entry.number)
    .where('state', '=', 'accepted')
    .execute()
}

export const findRecipient = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<(Recipient | undefined)[]> => {
    const rows = await tx
      .selectFrom('recipients')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
      .execute()
    const found = new Map((rows as Recipient[]).map((row) => [row.number, row]))
    return numbers.map((number) => found.get(number))
  },
)

/** A waiting entry, locked; undefined also if locked by others (the sweep locks in another order and may be deleting it). */
export async function lockWaiting(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<Recipient | undefined> {
  const row = await tx
    .selectFrom('recipients')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('state', '=', 'accepted')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row as Recipient | undefined
}

/** The first confirmed entry of a mailbox in a referral, in any spelling. */
export const findConfirmedMailbox = forMany(
  async (
    tx,
    tenant,
    asked: readonly { referral: string; email: string }[],
  ): Promise<(Recipient | undefined)[]> => {
    const rows = await tx
      .selectFrom('recipients')
      .selectAll()
      .where('tenant', '=', tenant)
      .where(
        'mailbox',
        '=',
        sql<string>`any(${asked.map(({ email }) => mailboxOf(email))}::text[])`,
      )
      .where('referral_number', '=', sql<string>`any(${asked.map((one) => one.referral)}::text[])`)
      .where('state', '=', 'confirmed')
      .orderBy('confirmed_at')
      .orderBy('number')
      .execute()
    return asked.map(({ referral, email }) =>
      (rows as Recipient[]).find(
        (row) => row.referral_number === referral && row.mailbox === mailboxOf(email),
      ),
    )
  },
)

/**
 * Locks the confirmed entry of a number, or the one it would merge into; before the referral, as always (order/store.ts). A
 * parallel deletion is done afterwards or waits.
 */
export const lockConfirmed = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<undefined[]> => {
    await lockAllConfirmed(tx, tenant, numbers)
    return numbers.map(() => undefined)
  },
)

/** The same of many, in the order of their numbers. */
export async function lockAllConfirmed(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const any = sql`any (${[...numbers]}::text[])`
  // Arrays are read once each; what they have beside the pairs is locked in vain.
  const of = (column: string) => sql`any (array(
        select asked.${sql.ref(column)} from recipients asked where asked.tenant = ${tenant} and asked.number = ${any}))`
  await sql`
      select 1 from recipients
      where tenant = ${tenant} and state = 'confirmed'
        and (number = ${any} or (mailbox = ${of('mailbox')} and referral_number = ${of('referral_number')}))
      order by number for no key update`.execute(tx)
}

/**
 * Whether a confirmed entry is still there and locked by us; asked under the referral's lock, without waiting. False: confirmed
 * or leaving since lockConfirmed; retry.
 */
export const isHeld = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<boolean[]> => {
    const { rows } = await sql<{ number: string }>`
      select ${keepsPlan} number from recipients
      where tenant = ${tenant} and number = any (${[...numbers]}::text[]) and state = 'confirmed'
      for no key update skip locked`.execute(tx)
    const held = new Set(rows.map(({ number }) => number))
    return numbers.map((number) => held.has(number))
  },
)

/**
 * The recipient of a number: itself, or the confirmed one it was merged into, as shops and cookies keep the old number.
 * Undefined for none or withdrawn.
 */
export async function resolveRecipient(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<RecipientWithReferral | undefined> {
  const row = await tx
    .selectFrom('recipients as asked')
    .innerJoin('recipients as found', (join) =>
      join
        .onRef('found.tenant', '=', 'asked.tenant')
        .onRef('found.referral_number', '=', 'asked.referral_number'),
    )
    .innerJoin('referrals as r', (join) =>
      join.onRef('r.tenant', '=', 'found.tenant').onRef('r.number', '=', 'found.referral_number'),
    )
    .innerJoin('products as p', (join) =>
      join.onRef('p.tenant', '=', 'r.tenant').onRef('p.product_id', '=', 'r.product_id'),
    )
    .selectAll('found')
    .select(['p.product_id', 'p.title as product_title', 'r.commission_cents', 'r.share'])
    .where('asked.tenant', '=', tenant)
    .where('found.tenant', '=', tenant)
    .where('r.tenant', '=', tenant)
    .where('p.tenant', '=', tenant)
    .where('asked.number', '=', number)
    .where((eb) =>
      eb.or([
        eb.and([eb('asked.state', '<>', 'withdrawn'), eb('found.number', '=', number)]),
        eb.and([
          eb('asked.state', '=', 'withdrawn'),
          eb('found.state', '=', 'confirmed'),
          eb('found.number', '=', eb.ref('asked.merged_into')),
        ]),
      ]),
    )
    .executeTakeFirst()
  return row as RecipientWithReferral | undefined
}

/** The recipient of the given token. None if merged meanwhile: the form's token may be a stranger's. */
export async function findOwnRecipient(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<RecipientWithReferral | undefined> {
  const found = await resolveRecipient(tx, tenant, number)
  return found?.number === number ? found : undefined
}

/** Accepted becomes confirmed; false if not accepted any more. */
export const markConfirmed = forMany(
  async (
    tx,
    tenant,
    asked: readonly { number: string; at: Temporal.Instant }[],
  ): Promise<boolean[]> => {
    const { rows } = await sql<{ number: string }>`
      update recipients set state = 'confirmed', confirmed_at = asked.at, merged_into = null
      from unnest(${asked.map(({ number }) => number)}::text[], ${asked.map(({ at }) => at.toString())}::timestamptz[]) as asked (number, at)
      where recipients.tenant = ${tenant} and recipients.number = asked.number and recipients.state = 'accepted'
      returning recipients.number`.execute(tx)
    const confirmed = rows.map(({ number }) => number)
    await recordReport(tx, tenant, 'leads', confirmed)
    return asked.map(({ number }) => confirmed.includes(number))
  },
)

/**
 * Merges a duplicate: orders, confirmation link and day of acceptance go to the remaining one; the row stays as withdrawn, so
 * that its number resolves (resolveRecipient). Reports of the same order stay behind. Consents go along only `byOwner`, i.e. by
 * mailed link.
 */
export async function mergeRecipient(
  tx: Tx,
  tenant: string,
  from: string,
  into: string,
  { byOwner }: { byOwner: boolean },
): Promise<void> {
  await sql`
    update orders set recipient_number = ${into}
    where tenant = ${tenant} and recipient_number = ${from} and not (state = 'reported' and exists (
      select from orders other where other.tenant = ${tenant} and other.recipient_number = ${into}
        and other.product_id = orders.product_id and other.state = 'reported'))`.execute(tx)
  await moveRecipientLinks(tx, tenant, from, into)
  // Read before the duplicate is emptied, and only on change: others lock the remaining one before they wait for the referral
  // locked here.
  await sql`
    update recipients set created_on = least(recipients.created_on, other.created_on),
      advertising = recipients.advertising or (${byOwner} and other.advertising),
      same_network = recipients.same_network or other.same_network,
      phone = case when ${byOwner} then coalesce(recipients.phone, other.phone) else recipients.phone end
    from recipients other
    where recipients.tenant = ${tenant} and recipients.number = ${into}
      and other.tenant = ${tenant} and other.number = ${from}
      and (other.created_on < recipients.created_on or (other.same_network and recipients.same_network is not true)
        or (${byOwner} and ((other.advertising and not recipients.advertising)
          or (other.phone is not null and recipients.phone is null))))`.execute(tx)
  await sql`
    update recipients set state = 'withdrawn', merged_into = ${into}, birth_date = null, phone = null, street = null, house_number = null,
      zip = null, city = null, advertising = false, first_name = '', last_name = '', same_network = null
    where tenant = ${tenant} and number = ${from}`.execute(tx)
  await recordReport(tx, tenant, 'leads', [from, into])
}

export async function markConsented(
  tx: Tx,
  tenant: string,
  number: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({ consented_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .execute()
}
