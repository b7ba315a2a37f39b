import { sql } from 'kysely'
import { voucherReminderOn } from '../../domain/voucher-pool.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { isWaiting } from './store.ts'

// Whether the owner of a code has seen it on their page, and when it is reminded of.

export type CodeToShow = {
  voucher_id: string
  code_encrypted: string
  cents: number
  expires_on: string | null
  shown_at: Temporal.Instant | null
}

/** A reward's codes in use, in the order of its mail. */
export function listCodesToShow(tx: Tx, tenant: string, rewardId: string): Promise<CodeToShow[]> {
  return tx
    .selectFrom('vouchers')
    .select(['voucher_id', 'code_encrypted', 'cents', 'expires_on', 'shown_at'])
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .where('faulty_at', 'is', null)
    .orderBy('cents', 'desc')
    .orderBy('voucher_id')
    .execute()
}

/** Shown for the first time; the number of codes for which it was. */
export async function markCodesShown(
  tx: Tx,
  tenant: string,
  rewardId: string,
  at: Temporal.Instant,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update vouchers set shown_at = ${at.toString()}, remind_on = null
    where tenant = ${tenant} and reward_id = ${rewardId} and faulty_at is null and shown_at is null`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** Plans the reminder of codes that a reward has just got. */
export async function planReminder(
  tx: Tx,
  tenant: { code: string; voucherReminderDays: number },
  rewardId: string,
  today: Temporal.PlainDate,
): Promise<void> {
  const codes = await listCodesToShow(tx, tenant.code, rewardId)
  const days = codes
    .filter(({ shown_at }) => shown_at === null)
    .map(({ expires_on }) =>
      voucherReminderOn(
        today,
        expires_on === null ? null : Temporal.PlainDate.from(expires_on),
        tenant.voucherReminderDays,
      ),
    )
    .filter((day) => day !== null)
    .toSorted(Temporal.PlainDate.compare)
  if (!days[0]) return
  await sql`
    update vouchers set remind_on = ${days[0].toString()}
    where tenant = ${tenant.code} and reward_id = ${rewardId} and faulty_at is null and shown_at is null`.execute(
    tx,
  )
}

export type UnshownCodes = {
  reward_id: string
  option_id: string
  cents: number
  codes: number
  expires_on: string | null // the first one
  isToldOf: boolean // its owner is left, has the address that the code went to, and may keep the code
}

const isDue = (tenant: string, allBlocked: boolean, today: Temporal.PlainDate) => sql`
  rewards.tenant = ${tenant} and not ${isWaiting(tenant, allBlocked)} and rewards.reward_id in (
        select reward_id from vouchers where tenant = ${tenant} and remind_on <= ${today.toString()})`

/** Rewards whose codes are to be reminded of. Those of blocked accounts wait. */
export async function listUnshownCodes(
  tx: Tx,
  tenant: string,
  allBlocked: boolean,
  today: Temporal.PlainDate,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${keepsPlan} rewards.reward_id as id from rewards where ${isDue(tenant, allBlocked, today)} limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/** Takes those of them that are still due, each once. SKIP LOCKED: one whose code is being shown or replaced is taken next time. */
export async function takeUnshownCodes(
  tx: Tx,
  tenant: string,
  allBlocked: boolean,
  today: Temporal.PlainDate,
  ids: readonly string[],
): Promise<UnshownCodes[]> {
  const { rows } = await sql<UnshownCodes>`
    with due as materialized (
      select rewards.reward_id from rewards
      where ${isDue(tenant, allBlocked, today)} and rewards.reward_id = any (${[...ids]}::uuid[])
      for no key update of rewards skip locked),
    taken as (
      update vouchers set remind_on = null
      where tenant = ${tenant} and remind_on is not null and reward_id in (select reward_id from due)
      returning reward_id, option_id, cents, expires_on, faulty_at),
    codes as (
      select reward_id, min(option_id) as option_id, sum(cents)::bigint as cents, count(*)::int as codes, min(expires_on) as expires_on
      from taken where faulty_at is null group by reward_id)
    select codes.*,
      rewards.state = 'paid' and rewards.taken_as = 'voucher' and rewards.claimed_back_at is null
        and (coalesce(recipients.email, '') <> '' or rewards.account_id is not null)
        and not exists (select from audit_log where audit_log.tenant = ${tenant} and action = 'change-email' and at > rewards.paid_at
          and subject_id in (rewards.account_id::text, rewards.recipient_number)) as "isToldOf"
    from codes join rewards on rewards.tenant = ${tenant} and rewards.reward_id = codes.reward_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number`.execute(
    tx,
  )
  return rows
}
