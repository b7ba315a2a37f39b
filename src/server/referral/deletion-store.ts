import { sql } from 'kysely'
import { recordReport } from '../reports/rows-store.ts'
import { forgetTokens } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'

/** Of the first mail that asks a recipient to confirm, or of a later one by the token of its link. */
export const confirmMailKey = (number: string, tokenId?: string) =>
  `confirm-recipient|${number}${tokenId ? `|${tokenId}` : ''}`

type Unconfirmed = {
  number: string
  referral_number: string
  same: string | null // the confirmed recipient of the same address in the same referral
  reported: boolean // whether a browser reported an order, which anybody could have done
}

/** Up to `limit` recipients who never confirmed in time and have no order of the provider, locked; with their referrals. */
export async function lockUnconfirmed(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<Unconfirmed[]> {
  const { rows } = await sql<Unconfirmed>`
    select number, referral_number,
      (select other.number from recipients other
        where other.tenant = ${tenant} and other.referral_number = recipients.referral_number
          and other.email = recipients.email and other.state = 'confirmed') as same,
      exists (select from orders
        where orders.tenant = ${tenant} and orders.recipient_number = recipients.number) as reported
    from recipients
    where tenant = ${tenant} and state = 'accepted' and delete_on <= ${today.toString()}
      and not exists (select from orders
        where orders.tenant = ${tenant} and orders.recipient_number = recipients.number and orders.state <> 'reported')
    order by delete_on limit ${limit} for update skip locked`.execute(tx)
  return rows
}

/** Up to `limit` duplicates that were merged into another (mergeRecipient) and whose weeks are over, locked. */
export async function lockMerged(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from recipients
    where tenant = ${tenant} and state = 'withdrawn' and delete_on <= ${today.toString()} and email <> ''
    order by delete_on limit ${limit} for update skip locked`.execute(tx)
  return rows.map(({ number }) => number)
}

/**
 * Leaves of merged recipients a number that leads to the one who stays, and what that one agreed to here (consents); nothing else
 * of a person.
 */
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
  // Merging gives the links of a duplicate to the one that stays (mergeRecipient).
  const { rows: links } = await sql<{ token_id: string; number: string }>`
    select tokens.token_id, recipients.number
    from recipients join tokens on tokens.tenant = ${tenant} and tokens.kind = 'confirm-recipient'
      and tokens.subject in (recipients.number, recipients.merged_into)
    where recipients.tenant = ${tenant} and recipients.number = any (${numbers})`.execute(tx)
  const keys = [
    ...numbers.map((number) => confirmMailKey(number)),
    ...links.map(({ number, token_id }) => confirmMailKey(number, token_id)),
  ]
  await sql`
    update mails set to_address = '', data = '{}', state = case when state = 'queued' then 'failed' else state end
    where tenant = ${tenant} and dedupe_key = any (${keys})`.execute(tx)
}

/**
 * Deletes recipients and everything that tells of them: tokens, consents (of an address that was never confirmed they prove
 * nothing) and what the mails to them said. Clicks keep a number that belongs to nobody.
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

/** The same for recipients that a reported order hangs on: what is left is a number that belongs to nobody. */
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

/** Forgets the links that were mailed to recipients, and the mails that brought them. */
export async function forgetLinks(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  const all = [...numbers]
  // The mails before the links are gone, which name the later ones.
  await blankConfirmMails(tx, tenant, all)
  await forgetTokens(tx, tenant, ['confirm-recipient'], all)
  await forgetTokens(tx, tenant, ['recipient'], all, true)
}

async function forgetRecipients(tx: Tx, tenant: string, all: string[]): Promise<void> {
  await forgetLinks(tx, tenant, all)
  await forgetTokens(tx, tenant, ['recipient'], all)
  await forgetConsents(tx, tenant, all)
}

/** Forgets what recipients agreed to who never confirmed that the address is theirs. */
export async function forgetConsents(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<void> {
  await sql`
    delete from consents
    where tenant = ${tenant} and subject_kind = 'recipient' and subject_id = any (${[...numbers]})`.execute(
    tx,
  )
}

/** Of these referrals those that have an accepted or confirmed recipient. */
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
