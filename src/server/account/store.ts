import { sql, type Selectable } from 'kysely'
import { keptSalutation } from '../../domain/person.ts'
import type { Locale } from '../../domain/tenant.ts'
import { recordReport, recordReportNames } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
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

export async function findAccount(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Account | undefined> {
  const row = await byId(tx, tenant, id).executeTakeFirst()
  return row as Account | undefined
}

/** The same, locked against whoever changes what is kept about the person. */
export async function lockPerson(tx: Tx, tenant: string, id: string): Promise<Account | undefined> {
  const row = await byId(tx, tenant, id).forNoKeyUpdate().executeTakeFirst()
  return row as Account | undefined
}

/** The same, locked also against whoever keeps it (keepAccount): all they do to it is done, or comes after. */
export async function lockAccount(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Account | undefined> {
  const row = await byId(tx, tenant, id).forUpdate().executeTakeFirst()
  return row as Account | undefined
}

/** What a page shows of whoever is logged in: no more, since every page reads it. */
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
 * Keeps an account from being deleted until the transaction ends, so that no mail to it is written while the sweep forgets its
 * mails (referral/jobs.ts). False when it is gone already.
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

/**
 * The account of an address, made unconfirmed where there is none, and kept until the transaction ends. Both statements are
 * always sent, in one round trip, so that the time says nothing about which it was; what is known already is never overwritten
 * by a stranger.
 */
export async function ensureAccount(
  tx: Tx,
  tenant: string,
  wanted: NewAccount,
  now: Temporal.Instant,
): Promise<{ account: Account; created: boolean }> {
  const ensure = () =>
    together([
      () =>
        tx
          .insertInto('accounts')
          .values({ tenant, ...wanted, created_at: now.toString() })
          .onConflict((conflict) => conflict.columns(['tenant', 'email']).doNothing())
          .executeTakeFirst(),
      () => byEmail(tx, tenant, wanted.email).forKeyShare().executeTakeFirst(),
    ])
  let [inserted, row] = await ensure()
  // The sweep deleted the old one between the two.
  if (!row) [inserted, row] = await ensure()
  if (!row) throw new Error('An account that was just made is not there')
  return { account: row as Account, created: inserted.numInsertedOrUpdatedRows === 1n }
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

/** The same in the place of one that is known (null: none), or to take it away; false where somebody was faster. */
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

/** Marks the account confirmed, with what its owner wrote at registration; false when it was confirmed already. */
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

/** Gives an account another address, which is free. Before it, closeProofs() keeps what was agreed to under the old one. @param email normalised */
export async function setEmail(tx: Tx, tenant: string, id: string, email: string): Promise<void> {
  // A newsletter that was asked for and not confirmed is asked for anew.
  await sql`
    update accounts set email = ${email},
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

/** Whether a mail goes out at each step of a recommendation. */
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
