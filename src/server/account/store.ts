import { sql, type Selectable } from 'kysely'
import { keptSalutation } from '../../domain/person.ts'
import type { Locale } from '../../domain/tenant.ts'
import { recordReport, recordReportNames } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import type { Accounts } from '../db/tables.ts'
import { together } from '../db/together.ts'

export type Account = Omit<Selectable<Accounts>, 'language'> & { language: Locale }

export type NewAccount = {
  account_id: string
  email: string // normalised
  first_name: string
  last_name: string
  language: Locale
  referrer_hash: string
}

const byId = (tx: Tx, tenant: string, id: string) =>
  tx
    .selectFrom('accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('deleted_at', 'is', null)

export const findAccount = forMany(
  async (tx, tenant, ids: readonly string[]): Promise<(Account | undefined)[]> => {
    const rows = await tx
      .selectFrom('accounts')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('account_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where('deleted_at', 'is', null)
      .execute()
    const found = new Map((rows as Account[]).map((row) => [row.account_id, row]))
    return ids.map((id) => found.get(id.toLowerCase()))
  },
)

/** Those of the accounts that are blocked by themselves. */
export async function listBlocked(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('accounts')
    .select('account_id')
    .where('tenant', '=', tenant)
    .where('account_id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('blocked_on', 'is not', null)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map((row) => row.account_id)
}

/** An account, locked against changes of the person's data. */
export async function lockPerson(tx: Tx, tenant: string, id: string): Promise<Account | undefined> {
  const row = await byId(tx, tenant, id).forNoKeyUpdate().executeTakeFirst()
  return row as Account | undefined
}

/** The same, locked also against keepAccount: parallel work is done or comes after. */
export async function lockAccount(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Account | undefined> {
  const row = await byId(tx, tenant, id).forUpdate().executeTakeFirst()
  return row as Account | undefined
}

/** The logged-in user for a page; minimal, since every page reads it. */
export function findPageUser(tx: Tx, tenant: string, id: string) {
  return tx
    .selectFrom('accounts')
    .select((eb) => [
      'first_name',
      'last_name',
      'email',
      eb('password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
    ])
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** An account's address alone: a whole row is dear to read. */
export async function findEmail(tx: Tx, tenant: string, id: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('accounts')
    .select('email')
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.email
}

/** @param email normalised */
export async function findAccountByEmail(
  tx: Tx,
  tenant: string,
  email: string,
): Promise<Account | undefined> {
  const row = await byEmail(tx, tenant, email).executeTakeFirst()
  return row as Account | undefined
}

const byEmail = (tx: Tx, tenant: string, email: string) =>
  tx
    .selectFrom('accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('email', '=', email)
    .where('deleted_at', 'is', null)

/**
 * Protects an account from deletion in this transaction, so that no mail is written while the sweep deletes its mails
 * (referral/jobs.ts). False if gone.
 */
export async function keepAccount(tx: Tx, tenant: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('account_id')
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function setPassword(
  tx: Tx,
  tenant: string,
  id: string,
  passwordHash: string,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Replaces a known hash (null: none), or removes it; false if changed meanwhile. */
export async function replacePassword(
  tx: Tx,
  tenant: string,
  id: string,
  known: string | null,
  passwordHash: string | null,
): Promise<boolean> {
  const result = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('password_hash', 'is not distinct from', known)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Confirms the account, with its owner's registration data; false if confirmed already. */
export async function confirmAccount(
  tx: Tx,
  tenant: string,
  id: string,
  person: {
    salutation?: string | undefined
    firstName?: string | undefined
    lastName?: string | undefined
  },
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('accounts')
    .set({
      confirmed_at: now.toString(),
      ...(person.salutation ? { salutation: keptSalutation(person.salutation) || null } : {}),
      ...(person.firstName ? { first_name: person.firstName } : {}),
      ...(person.lastName ? { last_name: person.lastName } : {}),
    })
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  if (result.numUpdatedRows !== 1n) return false
  await together([
    () => recordReportNames(tx, tenant, id),
    () => recordReport(tx, tenant, 'recommenders', [id]),
  ])
  return true
}

export async function setName(
  tx: Tx,
  tenant: string,
  id: string,
  firstName: string,
  lastName: string,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ first_name: firstName, last_name: lastName })
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .where('deleted_at', 'is', null)
    .execute()
  await together([
    () => recordReportNames(tx, tenant, id),
    () => recordReport(tx, tenant, 'recommenders', [id]),
  ])
}

/**
 * Sets an account's new, free address; first, closeProofs() keeps consents under the old one. @param email normalised
 * @param corrected now, if an operator asked for it
 */
export async function setEmail(
  tx: Tx,
  tenant: string,
  id: string,
  email: string,
  corrected: Temporal.Instant | null,
): Promise<void> {
  // A pending newsletter opt-in is asked anew.
  await sql`
    update accounts set email = ${email}, email_corrected_at = coalesce(${corrected?.toString() ?? null}, email_corrected_at),
      newsletter_mail_sent_at = case when newsletter_opted_in_at is not null then newsletter_mail_sent_at end
    where tenant = ${tenant} and account_id = ${id} and deleted_at is null`.execute(tx)
  await recordReport(tx, tenant, 'recommenders', [id])
}

export async function setLanguage(
  tx: Tx,
  tenant: string,
  id: string,
  language: Locale,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ language })
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .execute()
}

/** Whether each step of a recommendation is mailed. */
export async function setStepMails(
  tx: Tx,
  tenant: string,
  id: string,
  wanted: boolean,
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ step_mails: wanted })
    .where('tenant', '=', tenant)
    .where('account_id', '=', id)
    .execute()
}

/** `blocked_by` of accounts that the tenant's lists block. */
export const byLists = 'blockedEmails'

/** False if unchanged. A person's block takes over the lists', and keeps its day. */
export async function setBlocked(
  tx: Tx,
  tenant: string,
  accountId: string,
  block: { on: Temporal.PlainDate; by: string } | null,
): Promise<boolean> {
  const update = tx
    .updateTable('accounts')
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
  const result = await (
    block
      ? update
          .set({
            blocked_on: sql`coalesce(blocked_on, ${block.on.toString()}::date)`,
            blocked_by: block.by,
          })
          .where(
            sql<boolean>`(blocked_on is null or blocked_by = ${byLists} and ${block.by} <> ${byLists})`,
          )
      : update.set({ blocked_on: null, blocked_by: null }).where('blocked_on', 'is not', null)
  ).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** A person's block becomes one of the lists', which end it. */
export async function giveToLists(tx: Tx, tenant: string, accountId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ blocked_by: byLists })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('blocked_on', 'is not', null)
    .execute()
}

/** Accounts after one, in order: all, or only those that the lists block. */
export function listBlockable(
  tx: Tx,
  tenant: string,
  { onlyListed, after, limit }: { onlyListed: boolean; after: string | null; limit: number },
) {
  let query = tx
    .selectFrom('accounts')
    .select(['account_id', 'email', 'blocked_on', 'blocked_by'])
    .where('tenant', '=', tenant)
    .where('deleted_at', 'is', null)
  if (onlyListed)
    query = query.where('blocked_on', 'is not', null).where('blocked_by', '=', byLists)
  if (after) query = query.where('account_id', '>', after)
  return query.orderBy('account_id').limit(limit).execute()
}

/** Empties the row of a deleted account; only the id stays. */
export async function emptyAccount(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update accounts set email = 'deleted:' || account_id, salutation = null, first_name = '', last_name = '',
      password_hash = null, confirmed_at = null, referrer_hash = 'deleted:' || account_id, newsletter_opted_in_at = null,
      newsletter_mail_sent_at = null, customer_number = null, customer_number_state = null,
      customer_number_at = null, deleted_at = ${now.toString()}
    where tenant = ${tenant} and account_id = ${id}`.execute(tx)
}

/** Deletes the rows of accounts that nothing refers to any more. */
export async function deleteAccountRows(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from accounts where tenant = ${tenant} and account_id = any (${[...ids]})`.execute(
    tx,
  )
}
