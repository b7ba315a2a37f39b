import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Sessions opened by an API key, or made with keys of SECRET_KEY. */
export type Sessions = { apiKey: string } | { keys: string[] }

/** Lasting effects of sessions, by numbers only. */
export type Traces = {
  rewards: string[] // opened by them, collected since, unpaid
  bankAccounts: string[] // accounts whose stored bank account is theirs
}

const those = (of: Sessions) =>
  'apiKey' in of
    ? sql`sessions.details->>'apiKey' = ${of.apiKey}`
    : sql`sessions.key_id = any (${of.keys})`

/** A collected reward counts from its token's opening, as the caller is not recorded. */
export async function listTraces(tx: Tx, tenant: string, of: Sessions): Promise<Traces> {
  const rewards = await sql<{ id: string }>`
    select distinct rewards.reward_id as id
    from tokens sessions
      join tokens opened on opened.tenant = ${tenant} and opened.kind = 'reward'
        and opened.details->>'session' = sessions.token_id::text
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = opened.subject::uuid
    where sessions.tenant = ${tenant} and sessions.kind = 'user-session' and ${those(of)}
      and rewards.state = 'collected' and rewards.collected_at >= opened.created_at
    order by id`.execute(tx)
  // By the last save; not if another account was stored since.
  const accounts = await sql<{ id: string }>`
    select bank_accounts.account_id as id
    from bank_accounts
      join lateral (
        select details->>'session' as session from audit_log
        where audit_log.tenant = ${tenant} and audit_log.subject_kind = 'account'
          and audit_log.subject_id = bank_accounts.account_id::text and audit_log.action = 'bank-data-saved'
        order by audit_log.at desc, audit_log.audit_id desc limit 1) stored on true
      join tokens sessions on sessions.tenant = ${tenant} and sessions.token_id = stored.session::uuid
        and sessions.kind = 'user-session'
    where bank_accounts.tenant = ${tenant} and ${those(of)}
      and bank_accounts.account_id = any (array(
        select subject::uuid from tokens sessions
        where sessions.tenant = ${tenant} and sessions.kind = 'user-session' and ${those(of)}))
    order by id`.execute(tx)
  return {
    rewards: rewards.rows.map(({ id }) => id),
    bankAccounts: accounts.rows.map(({ id }) => id),
  }
}

/** As lines for an operator; none without effects. */
export const tracesText = ({ rewards, bankAccounts }: Traces): string[] => [
  ...(rewards.length > 0
    ? [`Collected in such sessions and not paid yet: rewards ${rewards.join(', ')}.`]
    : []),
  ...(bankAccounts.length > 0
    ? [`Their bank account was stored in such a session: accounts ${bankAccounts.join(', ')}.`]
    : []),
  ...(rewards.length + bankAccounts.length > 0
    ? ['Look at them before the next batch: docs/operations.md, "A key leaked".']
    : []),
]
