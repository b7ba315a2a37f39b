import { sql, type RawBuilder } from 'kysely'
import { recordReport } from '../reports/rows-store.ts'
import { forgetTokens } from '../base/forget-tokens-store.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { blankMailsOfKeys } from '../mail/blank-store.ts'
import { forgetConsents } from '../base/consent-store.ts'
import { forgetClaims } from '../base/claim-store.ts'
import { forgetNotes } from '../base/note-store.ts'
import { forgetRequests } from '../account/goodwill-request-store.ts'
import { forgetWhoAccepted } from '../account/invitation-store.ts'
import { deleteAccountRows } from '../account/store.ts'

/** Unconfirmed and unused: no own, open or accepted referral, no live link. */
const isForgotten = (tenant: string, now: Temporal.Instant): RawBuilder<unknown> => sql`
  accounts.tenant = ${tenant} and accounts.confirmed_at is null and accounts.newsletter_opted_in_at is null
    and not exists (select from referrals
      where referrals.tenant = ${tenant} and referrals.account_id = accounts.account_id
        and (referrals.owned_at is not null or referrals.state not in ('expired', 'cancelled')
          or exists (select from recipients
            where recipients.tenant = ${tenant} and recipients.referral_number = referrals.number)
          or exists (select from orders
            where orders.tenant = ${tenant} and orders.referral_number = referrals.number)
          or exists (select from rewards
            where rewards.tenant = ${tenant} and rewards.referral_number = referrals.number)))
    and not exists (select from rewards
      where rewards.tenant = ${tenant} and rewards.account_id = accounts.account_id)
    and not exists (select from bank_accounts
      where bank_accounts.tenant = ${tenant} and bank_accounts.account_id = accounts.account_id)
    and not exists (select from tokens
      where tokens.tenant = ${tenant} and tokens.kind = 'set-password' and tokens.subject = accounts.account_id::text
        and tokens.revoked_at is null and tokens.uses_left > 0 and tokens.expires_at > ${now.toString()})`

/** Unused accounts created before `before`. */
export async function listForgottenAccounts(
  tx: Tx,
  tenant: string,
  asked: { before: Temporal.Instant; now: Temporal.Instant; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${keepsPlan} account_id as id from accounts
    where ${isForgotten(tenant, asked.now)} and created_at < ${asked.before.toString()}
    order by created_at limit ${asked.limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks those of them that are still unused, with their referrals. Checked again once locked: a parallel acceptance
 * (create-recipient.ts locks the referral) keeps the account.
 */
export async function lockForgottenAccounts(
  tx: Tx,
  tenant: string,
  asked: { now: Temporal.Instant; ids: readonly string[] },
): Promise<string[]> {
  const { rows: found } = await sql<{ id: string }>`
    select account_id as id from accounts
    where ${isForgotten(tenant, asked.now)} and account_id = any (${[...asked.ids]}::uuid[])
    for update skip locked`.execute(tx)
  if (found.length === 0) return []
  const ids = found.map(({ id }) => id)
  await sql`
    select from referrals where tenant = ${tenant} and account_id = any (${ids})
    order by number for update`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select account_id as id from accounts
    where ${isForgotten(tenant, asked.now)} and account_id = any (${ids})`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes accounts with referrals, clicks (by cascade), tokens, consents and mail contents. The audit log keeps the bare ids. */
export async function deleteAccounts(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<void> {
  const all = [...ids]
  await blankMailsOfKeys(
    tx,
    tenant,
    sql`array(select kind || '|' || token_id from tokens
      where tenant = ${tenant} and kind in ('set-password', 'own-referral') and subject = any (${all}))`,
  )
  await forgetTokens(
    tx,
    tenant,
    ['set-password', 'own-referral', 'user-session', 'admin-login', 'newsletter'],
    all,
  )
  const numbersOfAll = sql`array(select number from referrals where tenant = ${tenant} and account_id = any (${all}))`
  await forgetConsents(tx, tenant, 'referral', numbersOfAll)
  await forgetConsents(tx, tenant, 'account', all)
  await forgetNotes(tx, tenant, 'account', all)
  await forgetRequests(tx, tenant, all)
  await forgetClaims(tx, tenant, 'account', all)
  await forgetWhoAccepted(tx, tenant, all)
  const { rows } = await sql<{ number: string }>`
    insert into ended_referrals (tenant, number, code)
    select tenant, number, code from referrals where tenant = ${tenant} and account_id = any (${all}::uuid[]) and owned_at is null
    on conflict (tenant, number) do nothing returning number`.execute(tx)
  await sql`
    delete from referrals where tenant = ${tenant} and account_id = any (${all}::uuid[])`.execute(
    tx,
  )
  await deleteAccountRows(tx, tenant, all)
  const numbers = rows.map(({ number }) => number)
  await together([
    () => recordReport(tx, tenant, 'referrals', numbers),
    () => recordReport(tx, tenant, 'recommenders', all),
  ])
}
