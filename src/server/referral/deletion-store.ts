import { sql } from 'kysely'
import { recordReport } from '../reports/rows-store.ts'
import { forgetTokens } from '../base/forget-tokens-store.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { blankMailsOfKeys } from '../mail/blank-store.ts'
import { forgetConsents } from '../base/consent-store.ts'
import { forgetClaims } from '../base/claim-store.ts'
import { forgetNotes } from '../base/note-store.ts'

/** Of the first confirmation mail, or of a later one by its link's token. */
export const confirmMailKey = (number: string, tokenId?: string) =>
  `confirm-recipient|${number}${tokenId ? `|${tokenId}` : ''}`

type Unconfirmed = {
  number: string
  referral_number: string
  same: string | null // the confirmed recipient of the same address and referral
  reported: boolean // whether a browser, i.e. anybody, reported an order
}

const unconfirmed = (tenant: string, today: Temporal.PlainDate) => sql`
    recipients
    where tenant = ${tenant} and state = 'accepted' and delete_on <= ${today.toString()}
      and not exists (select from orders
        where orders.tenant = ${tenant} and orders.recipient_number = recipients.number and orders.state <> 'reported')`

/** Overdue unconfirmed recipients without a confirmed order. */
export async function listUnconfirmed(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from ${unconfirmed(tenant, today)} order by delete_on limit ${limit}`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Locks those of them that are still to be deleted; returns them with their referrals. */
export async function lockUnconfirmed(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  numbers: readonly string[],
): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select number, referral_number,
      (select other.number from recipients other
        where other.tenant = ${tenant} and other.referral_number = recipients.referral_number
          and other.email = recipients.email and other.state = 'confirmed') as same,
      exists (select from orders
        where orders.tenant = ${tenant} and orders.recipient_number = recipients.number) as reported
    from ${unconfirmed(tenant, today)} and number = any (${[...numbers]}::text[])
    for update skip locked`.execute(tx)
  return rows
}

const merged = (tenant: string, today: Temporal.PlainDate) => sql`
    recipients
    where tenant = ${tenant} and state = 'withdrawn' and delete_on <= ${today.toString()} and email <> ''`

/** Merged duplicates (mergeRecipient) past their weeks. */
export async function listMerged(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select ${keepsPlan} number from ${merged(tenant, today)} order by delete_on limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ number }) => number)
}

/** Locks and returns those of them that are still to be reduced. */
export async function lockMerged(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from ${merged(tenant, today)} and number = any (${[...numbers]}::text[])
    for update skip locked`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Reduces merged recipients to a number that leads to the remaining one, with the consents given here. */
export async function blankRecipients(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers]
  await sql`
    update recipients set email = '', salutation = '', first_name = '', last_name = '', birth_date = null, phone = null,
      street = null, house_number = null, zip = null, city = null, advertising = false, same_network = null
    where tenant = ${tenant} and number = any (${all})`.execute(tx)
  await blankConfirmMails(tx, tenant, all)
}

async function blankConfirmMails(tx: Tx, tenant: string, numbers: string[]): Promise<void> {
  // Merging moves the duplicate's links to the remaining one (mergeRecipient).
  const { rows: links } = await sql<{ token_id: string; number: string }>`
    select tokens.token_id, recipients.number
    from recipients join tokens on tokens.tenant = ${tenant} and tokens.kind = 'confirm-recipient'
      and tokens.subject in (recipients.number, recipients.merged_into)
    where recipients.tenant = ${tenant} and recipients.number = any (${numbers})`.execute(tx)
  const keys = [
    ...numbers.map((number) => confirmMailKey(number)),
    ...links.map(({ number, token_id }) => confirmMailKey(number, token_id)),
  ]
  await blankMailsOfKeys(tx, tenant, keys)
}

/**
 * Deletes recipients with tokens, consents (an unconfirmed address proves nothing) and mail contents. Clicks keep a dangling
 * number.
 */
export async function deleteRecipients(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers]
  await forgetRecipients(tx, tenant, all)
  await sql`delete from recipients where tenant = ${tenant} and number = any (${all})`.execute(tx)
  await recordReport(tx, tenant, 'leads', all)
}

/** For recipients with a reported order: only the number stays. */
export async function withdrawRecipients(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers]
  await forgetRecipients(tx, tenant, all)
  await blankRecipients(tx, tenant, all)
  await sql`update recipients set state = 'withdrawn' where tenant = ${tenant} and number = any (${all})`.execute(
    tx,
  )
  await recordReport(tx, tenant, 'leads', all)
}

/** Deletes recipients' mailed links and their mails. */
export async function forgetLinks(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers]
  // Before the links, by which later mails are found.
  await blankConfirmMails(tx, tenant, all)
  await forgetTokens(tx, tenant, ['confirm-recipient'], all)
  await forgetTokens(tx, tenant, ['recipient'], all, true)
}

async function forgetRecipients(tx: Tx, tenant: string, all: string[]): Promise<void> {
  await forgetLinks(tx, tenant, all)
  await forgetTokens(tx, tenant, ['recipient', 'new-email', 'old-email'], all)
  await forgetConsents(tx, tenant, 'recipient', all)
  await forgetNotes(tx, tenant, 'recipient', all)
  await blankMailsOfKeys(
    tx,
    tenant,
    sql`array(select 'claim-decided|' || claim_id from claims
      where tenant = ${tenant} and claimant_kind = 'recipient' and claimant_id = any (${all}))`,
  )
  await forgetClaims(tx, tenant, 'recipient', all)
}

/** Those with an accepted or confirmed recipient. */
export async function findStillAccepted(
  tx: Tx,
  tenant: string,
  referrals: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('recipients')
    .select('referral_number')
    .distinct()
    .where('tenant', '=', tenant)
    .where('referral_number', 'in', referrals)
    .where('state', '<>', 'withdrawn')
    .execute()
  return new Set(rows.map((row) => row.referral_number))
}

export async function listValidUntil(
  tx: Tx,
  tenant: string,
  referrals: readonly string[],
): Promise<{ number: string; valid_until: string }[]> {
  return tx
    .selectFrom('referrals')
    .select(['number', 'valid_until'])
    .where('tenant', '=', tenant)
    .where('number', 'in', referrals)
    .orderBy('number')
    .forNoKeyUpdate()
    .execute()
}
