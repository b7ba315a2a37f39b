import { sql } from 'kysely'
import type { AccountChangeState, PayoutAccount } from '../../domain/payout-account.ts'
import type { Tx } from '../db/connection.ts'
import { accountChangeState } from './proposal-state-store.ts'

export type AccountChange = {
  change_id: string
  old_account: PayoutAccount
  account: PayoutAccount
  state: AccountChangeState
  proposed_by: string
  proposed_at: Temporal.Instant
  reason: string
  approved_by: string | null
  approved_at: Temporal.Instant | null
  use_from: Temporal.Instant | null
  used_at: Temporal.Instant | null
  stopped_by: string | null
  stopped_at: Temporal.Instant | null
  stop_reason: string | null
  version: number
}

const columns = (
  now: Temporal.Instant,
) => sql`change_id, old_account, account, ${accountChangeState(now)} as state, proposed_by, proposed_at, reason, approved_by, approved_at, use_from, used_at,
  stopped_by, stopped_at, stop_reason, version`

/** The latest ones, the newest first. */
export async function listAccountChanges(
  tx: Tx,
  tenant: string,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<AccountChange[]> {
  const { rows } = await sql<AccountChange>`
    select ${columns(now)} from payout_account_changes where tenant = ${tenant}
    order by proposed_at desc, change_id desc limit ${limit}`.execute(tx)
  return rows
}

/** Those that nobody agreed to in time make way. */
export async function endExpiredChanges(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ change_id: string }>`
    update payout_account_changes set state = 'expired', version = version + 1
    where tenant = ${tenant} and state = 'open' and ${accountChangeState(now)} = 'expired' returning change_id`.execute(
    tx,
  )
  return rows.map(({ change_id: id }) => id)
}

/** False: another one is not over yet. */
export async function insertAccountChange(
  tx: Tx,
  tenant: string,
  change: {
    id: string
    before: PayoutAccount
    account: PayoutAccount
    by: string
    at: Temporal.Instant
    reason: string
  },
): Promise<boolean> {
  const { id, before, account, by, at, reason } = change
  const { numAffectedRows } = await sql`
    insert into payout_account_changes (tenant, change_id, old_account, account, state, proposed_by, proposed_at, reason)
    values (${tenant}, ${id}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(account)}::jsonb, 'open', ${by}, ${at.toString()}, ${reason})
    on conflict (tenant) where state in ('open', 'approved') do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function lockAccountChange(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<AccountChange | undefined> {
  const { rows } = await sql<AccountChange>`
    select ${columns(now)} from payout_account_changes where tenant = ${tenant} and change_id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0]
}

export async function markAccountApproved(
  tx: Tx,
  tenant: string,
  id: string,
  { by, at, useFrom }: { by: string; at: Temporal.Instant; useFrom: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('payout_account_changes')
    .set((eb) => ({
      state: 'approved',
      approved_by: by,
      approved_at: at.toString(),
      use_from: useFrom.toString(),
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('change_id', '=', id)
    .execute()
}

export async function markAccountStopped(
  tx: Tx,
  tenant: string,
  id: string,
  { by, at, reason }: { by: string; at: Temporal.Instant; reason: string },
): Promise<void> {
  await tx
    .updateTable('payout_account_changes')
    .set((eb) => ({
      state: 'stopped',
      stopped_by: by,
      stopped_at: at.toString(),
      stop_reason: reason,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('change_id', '=', id)
    .execute()
}

export const dueAccountChange = (tenant: string, now: Temporal.Instant) => sql`
  select 1 from payout_account_changes
  where tenant = ${tenant} and state = 'approved' and use_from <= ${now.toString()}`

/** The one whose days of notice are over. */
export async function findDueAccountChange(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('payout_account_changes')
    .select('change_id')
    .where('tenant', '=', tenant)
    .where('state', '=', 'approved')
    .where('use_from', '<=', sql<Temporal.Instant>`${now.toString()}::timestamptz`)
    .executeTakeFirst()
  return row?.change_id
}

/** @param settings the version of the settings that have it from now on; nothing else may change the account (migration 0155) */
export async function markAccountUsed(
  tx: Tx,
  tenant: string,
  id: string,
  { at, settings }: { at: Temporal.Instant; settings: number },
): Promise<void> {
  await tx
    .updateTable('payout_account_changes')
    .set((eb) => ({
      state: 'used',
      used_at: at.toString(),
      used_version: settings,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('change_id', '=', id)
    .execute()
}
