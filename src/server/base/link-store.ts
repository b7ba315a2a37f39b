import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { forgetTokens } from './forget-tokens-store.ts'
import { revokeWhere, type Token } from './token-store.ts'

// Mailed links follow the rows that they are about.

/** Revokes opt-in links; unsubscribe links stay valid. */
export async function revokeOptinLinks(
  tx: Tx,
  tenant: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<void> {
  await revokeWhere(
    tx,
    tenant,
    now,
    sql`kind = 'newsletter' and subject = ${accountId} and details ->> 'way' = 'in'`,
  )
}

/** Revokes the links mailed to a former address: the owner logs in instead. Unsubscribe links stay valid. */
export async function revokeMailedLinks(
  tx: Tx,
  tenant: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<void> {
  await revokeWhere(
    tx,
    tenant,
    now,
    sql`
      (subject = ${accountId} and (kind in ('set-password', 'own-referral', 'admin-login')
        or (kind = 'newsletter' and details->>'way' is distinct from 'out')))
      or (kind = 'reward' and subject = any (array(
        select reward_id::text from rewards where tenant = ${tenant} and account_id = ${accountId})))`,
  )
}

/** The same of a contact's entries: to confirm, to their page and to their rewards. */
export async function revokeContactLinks(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const all = [...numbers]
  await revokeWhere(
    tx,
    tenant,
    now,
    sql`
      (subject = any (${all}) and (kind = 'confirm-recipient'
        or kind = 'recipient' and details ->> 'mailed' = 'true'))
      or (kind = 'reward' and subject = any (array(
        select reward_id::text from rewards
        where tenant = ${tenant} and recipient_number = any (${all}) and beneficiary = 'recipient')))`,
  )
}

/** Open sessions that links to a person's rewards, and to a contact's entry, began. */
export async function listLinkSessions(
  tx: Tx,
  tenant: string,
  of: { account: string } | { recipient: string },
  now: Temporal.Instant,
): Promise<Pick<Token, 'token_id' | 'kind' | 'details' | 'created_at'>[]> {
  const [owner, beneficiary, entry] =
    'account' in of
      ? [sql`account_id = ${of.account}`, 'referrer', sql`false`]
      : [
          sql`recipient_number = ${of.recipient}`,
          'recipient',
          sql`kind = 'recipient' and subject = ${of.recipient}`,
        ]
  const { rows } = await sql<Pick<Token, 'token_id' | 'kind' | 'details' | 'created_at'>>`
    select token_id, kind, details, created_at from tokens
    where tenant = ${tenant} and kind in ('recipient-session', 'reward-session') and revoked_at is null
      and expires_at > ${now.toString()} and subject = any (array(
        select token_id::text from tokens
        where tenant = ${tenant} and (${entry} or (kind = 'reward' and subject = any (array(
          select reward_id::text from rewards
          where tenant = ${tenant} and ${owner} and beneficiary = ${beneficiary}))))))`.execute(tx)
  return rows
}

/** Links to rewards end as many days later. */
export async function extendRewardLinks(
  tx: Tx,
  tenant: string,
  rewards: readonly { reward_id: string; days: number }[],
): Promise<void> {
  const ids = rewards.map(({ reward_id }) => reward_id)
  const days = rewards.map((reward) => reward.days)
  // Local days, so that links end at midnight across clock changes.
  await sql`
    update tokens
    set expires_at = (expires_at at time zone 'Europe/Berlin' + make_interval(days => extended.days)) at time zone 'Europe/Berlin'
    from unnest(${ids}::text[], ${days}::int[]) as extended (reward_id, days)
    where tokens.tenant = ${tenant} and tokens.kind = 'reward' and tokens.subject = extended.reward_id
      and tokens.revoked_at is null`.execute(tx)
}

/** Links of an unproven account go to another one. A welcome link no longer confirms; it only claims, like a link to a confirmed account. */
export async function moveClaimLinks(
  tx: Tx,
  tenant: string,
  from: string,
  to: string,
): Promise<void> {
  await sql`
    update tokens set subject = ${to}, kind = 'own-referral'
    where tenant = ${tenant} and kind in ('own-referral', 'set-password') and subject = ${from}
      and details->>'referral' is not null`.execute(tx)
}

/**
 * Links of a merged recipient go to the remaining one. The mailed link belongs to the owner. The form's token may be a stranger's, so
 * it opens nothing of the remaining one.
 */
export async function moveRecipientLinks(
  tx: Tx,
  tenant: string,
  from: string,
  into: string,
): Promise<void> {
  await sql`
    update tokens set subject = ${into}
    where tenant = ${tenant} and subject = ${from} and (kind = 'confirm-recipient'
      or (kind = 'recipient' and details ->> 'mailed' = 'true'))`.execute(tx)
  await forgetTokens(tx, tenant, ['recipient'], [from])
}
