import { sql } from 'kysely'
import { accounts, postingsFor, type Account, type RewardEvent } from '../../domain/ledger.ts'
import { standingOf } from '../../domain/settled-day.ts'
import type { Tx } from '../db/connection.ts'

/**
 * Posts an event of a reward (domain/ledger.ts), once per `eventKey`: the unique key decides, not a prior read. False if posted
 * already.
 */
export async function post(
  tx: Tx,
  tenant: string,
  reward: { rewardId: string; cents: number },
  event: RewardEvent,
  eventKey: string,
  at: Temporal.Instant,
): Promise<boolean> {
  return (await postMany(tx, tenant, [{ ...reward, eventKey }], event, at)) === 1
}

/** The same event of many rewards. Returns how many were not posted before. */
export function postMany(
  tx: Tx,
  tenant: string,
  rewards: readonly { rewardId: string; cents: number; eventKey: string }[],
  event: RewardEvent,
  at: Temporal.Instant,
): Promise<number> {
  return postEach(
    tx,
    tenant,
    rewards.map((reward) => ({ ...reward, event, at: at.toString() })),
  )
}

type Happened = {
  rewardId: string
  cents: number
  event: RewardEvent
  eventKey: string
  at: string // an instant
}

/** Events of any kinds and times. Returns how many were not posted before. */
export async function postEach(
  tx: Tx,
  tenant: string,
  events: readonly Happened[],
): Promise<number> {
  let posted = 0
  for (let from = 0; from < events.length; from += 5_000) {
    const postings = events
      .slice(from, from + 5_000)
      .flatMap((one) =>
        postingsFor(one.event, one.cents).map((posting) => ({ ...one, ...posting })),
      )
    const of = (name: keyof (typeof postings)[number]) => postings.map((one) => one[name])
    const { numAffectedRows = 0n } = await sql`
      insert into ledger_postings (tenant, reward_id, event, event_key, account, cents, at)
      select tenants.tenant, reward_id, event, event_key, account, cents, at
      from tenants, unnest(${of('rewardId')}::uuid[], ${of('event')}::text[], ${of('eventKey')}::text[], ${of('account')}::text[],
          ${of('cents')}::bigint[], ${of('at')}::timestamptz[])
        as given (reward_id, event, event_key, account, cents, at)
      where tenants.tenant = ${tenant}
      on conflict (tenant, reward_id, event_key, account) do nothing`.execute(tx)
    posted += Number(numAffectedRows)
  }
  if (posted % 2 === 1) throw new Error('Half of a posting was there already')
  return posted / 2
}

/** Whether a posting is a settling that was moved to another day (domain/settled-day.ts). */
export const isMoved = (
  tenant: string,
  posting: string,
) => sql`(${sql.ref(`${posting}.event`)} = 'settled'
  and exists (select from ledger_postings undone where undone.tenant = ${tenant} and undone.event = 'settled-undone' and undone.reward_id = ${sql.ref(`${posting}.reward_id`)}
    and undone.event_key = replace(${sql.ref(`${posting}.event_key`)}, ':settled', ':settled-undone')))`

export type Settled = {
  payout_id: string
  reward_id: string
  event_key: string
  at: Temporal.Instant
  cents: number
}

/** How the settling of these payments stands in the ledger now. */
export async function listSettled(
  tx: Tx,
  tenant: string,
  payments: readonly { rewardId: string; payoutId: string }[],
): Promise<Settled[]> {
  if (payments.length === 0) return []
  const { rows } = await sql<Omit<Settled, 'payout_id'>>`
    select reward_id, event_key, at, cents from ledger_postings
    where tenant = ${tenant} and reward_id = any (${payments.map(({ rewardId }) => rewardId)}::uuid[])
      and event in ('settled', 'settled-undone') and cents > 0`.execute(tx)
  return standingOf(
    rows,
    payments.map(({ payoutId }) => payoutId),
  )
}

/** Cents per account of a tenant; zero without postings. */
export async function readBalances(tx: Tx, tenant: string): Promise<Record<Account, number>> {
  const { rows } = await sql<{ account: Account; cents: string }>`
    select account, sum(cents)::text as cents from ledger_postings where tenant = ${tenant} group by account`.execute(
    tx,
  )
  const sums = Object.fromEntries(accounts.map((account) => [account, 0])) as Record<
    Account,
    number
  >
  for (const { account, cents } of rows) sums[account] = Number(cents)
  return sums
}

/** `suffix`: of the event's key, as one pair can be set off more than once. */
export type AliveSetOff = { against: string; suffix: string; cents: number }

/** What a reward was set off against and was not undone; its event's key says it. */
export async function listAliveSetOffs(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<AliveSetOff[]> {
  const { rows } = await sql<AliveSetOff>`
    select substr(event_key, 9, 36) as against, substr(event_key, 45) as suffix, cents from ledger_postings made
    where tenant = ${tenant} and reward_id = ${rewardId} and event = 'set-off' and cents > 0
      and not exists (select from ledger_postings undone
        where undone.tenant = ${tenant} and undone.reward_id = ${rewardId}
          and undone.event_key = 'set-off-undone:' || substr(made.event_key, 9))
    order by against, suffix`.execute(tx)
  return rows
}
