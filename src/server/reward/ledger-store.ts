import { sql } from 'kysely'
import { accounts, postingsFor, type Account, type RewardEvent } from '../../domain/ledger.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Tx } from '../db/connection.ts'
import type { TakenAs } from './store.ts'

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
  const result = await tx
    .insertInto('ledger_postings')
    .values(
      postingsFor(event, reward.cents).map(({ account, cents }) => ({
        tenant,
        reward_id: reward.rewardId,
        event,
        event_key: eventKey,
        account,
        cents,
        at: at.toString(),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'reward_id', 'event_key', 'account']).doNothing(),
    )
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows === 1n) throw new Error('Half of a posting was there already')
  return result.numInsertedOrUpdatedRows === 2n
}

/** The same event of many rewards. Returns how many were not posted before. */
export async function postMany(
  tx: Tx,
  tenant: string,
  rewards: readonly { rewardId: string; cents: number; eventKey: string }[],
  event: RewardEvent,
  at: Temporal.Instant,
): Promise<number> {
  let posted = 0
  for (let from = 0; from < rewards.length; from += 5_000) {
    const postings = rewards
      .slice(from, from + 5_000)
      .flatMap(({ rewardId, cents, eventKey }) =>
        postingsFor(event, cents).map((posting) => ({ rewardId, eventKey, ...posting })),
      )
    const of = (name: keyof (typeof postings)[number]) => postings.map((one) => one[name])
    const { numAffectedRows = 0n } = await sql`
      insert into ledger_postings (tenant, reward_id, event, event_key, account, cents, at)
      select ${tenant}, reward_id, ${event}, event_key, account, cents, ${at.toString()}::timestamptz
      from unnest(${of('rewardId')}::uuid[], ${of('eventKey')}::text[], ${of('account')}::text[], ${of('cents')}::bigint[])
        as given (reward_id, event_key, account, cents)
      on conflict (tenant, reward_id, event_key, account) do nothing`.execute(tx)
    posted += Number(numAffectedRows)
  }
  if (posted % 2 === 1) throw new Error('Half of a posting was there already')
  return posted / 2
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

type Held = {
  reward_id: string
  state: RewardState
  cents: number
  taken_as: TakenAs | null
  set_off_cents: number
  left_cents: number | null // of its clawback
  payout_id: string | null
  claimed_back_at: Temporal.Instant | null
  review: string
  order_number: string | null
  order_state: string | null
}

/**
 * Checks a tenant's ledger; one English sentence per error. For every reward the postings sum up to zero, and its amount lies in
 * the account of its state.
 */
export async function checkLedger(tx: Tx, tenant: string): Promise<string[]> {
  const { rows: rewards } = await sql<Held>`
    select rewards.reward_id, rewards.state, rewards.cents, taken_as, payout_id, claimed_back_at, set_off_cents, left_cents,
      review, order_number, orders.state as order_state
    from rewards left join clawbacks on clawbacks.tenant = ${tenant} and clawbacks.reward_id = rewards.reward_id
      left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.tenant = ${tenant}`.execute(tx)
  const { rows } = await sql<{ reward_id: string; account: Account; cents: string }>`
    select reward_id, account, sum(cents)::text as cents
    from ledger_postings where tenant = ${tenant} group by reward_id, account`.execute(tx)
  const books = new Map<string, Map<Account, number>>()
  for (const { reward_id, account, cents } of rows) {
    const book = books.get(reward_id) ?? new Map<Account, number>()
    book.set(account, Number(cents))
    books.set(reward_id, book)
  }
  const problems: string[] = []
  for (const reward of rewards) {
    const book = books.get(reward.reward_id) ?? new Map<Account, number>()
    const sum = [...book.values()].reduce((total, cents) => total + cents, 0)
    if (sum !== 0) problems.push(`Reward ${reward.reward_id}: postings add up to ${sum}`)
    const filled = [...book].filter(([account, cents]) => account !== 'programme' && cents !== 0)
    if (!isRight(reward, new Map(filled)) || book.get('programme') !== -reward.cents) {
      const found = filled.map(([account, cents]) => `${account} ${cents}`).join(', ') || 'nothing'
      problems.push(
        `Reward ${reward.reward_id} (${reward.state}): ${reward.cents} belong in ${accountsOf(reward).join(' or ')}, found ${found}`,
      )
    }
  }
  problems.push(...(await checkSetOffs(tx, tenant)))
  problems.push(...(await checkRepayments(tx, tenant)))
  const total = Object.values(await readBalances(tx, tenant)).reduce((sum, cents) => sum + cents, 0)
  if (total !== 0) problems.push(`All postings together add up to ${total}`)
  return problems
}

/** What was set off lies there, or is cancelled by a refusal or with its order, but not with a rest that was given up; the rest lies in the account of the state, or in those of a claim. */
function isRight(reward: Held, filled: Map<Account, number>): boolean {
  const { set_off_cents: setOff } = reward
  if (setOff > 0) {
    const place = isUndone(reward, filled) ? 'cancelled' : 'set-off'
    filled.set(place, (filled.get(place) ?? 0) - setOff)
  }
  const places = accountsOf(reward)
  const others = [...filled].filter(([, cents]) => cents !== 0)
  if (others.some(([account, cents]) => cents < 0 || !places.includes(account))) return false
  const isClaimed = places.includes('claims')
  if ((filled.get('claims') ?? 0) !== (isClaimed ? (reward.left_cents ?? 0) : 0)) return false
  const rest = others.reduce((sum, [, cents]) => sum + cents, 0)
  return rest === reward.cents - setOff && (isClaimed || others.length <= 1)
}

function isUndone(reward: Held, filled: ReadonlyMap<Account, number>): boolean {
  if (reward.claimed_back_at !== null) return true
  if (reward.state !== 'cancelled') return false
  if (reward.review === 'refused' || reward.order_state === 'cancelled') return true
  // After an appeal the order is the refused reward's.
  return reward.order_number === null && !filled.has('set-off')
}

/** Every set-off stands at both rewards with the same amount, and so does what undid it. */
async function checkSetOffs(tx: Tx, tenant: string): Promise<string[]> {
  const { rows } = await sql<{ event: string; cents: number }>`
    select event, coalesce(sum(cents), 0)::bigint as cents from ledger_postings
    where tenant = ${tenant} and cents > 0 and event in ('set-off', 'claim-set-off', 'set-off-undone', 'claim-again')
    group by event`.execute(tx)
  const of = (event: string) => rows.find((row) => row.event === event)?.cents ?? 0
  return of('set-off') === of('claim-set-off') && of('set-off-undone') === of('claim-again')
    ? []
    : ['What was set off differs from what it was set off against']
}

/** Every booked repayment is in the ledger, and so is what took it back. */
async function checkRepayments(tx: Tx, tenant: string): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    select coalesce(booked.reward_id, posted.reward_id) as reward_id
    from (select reward_id, sum(cents) filter (where undone_at is null) as cents from repayments
        where tenant = ${tenant} group by reward_id) booked
      full join (select reward_id, sum(case event when 'claim-repaid' then cents else -cents end) as cents from ledger_postings
        where tenant = ${tenant} and cents > 0 and event in ('claim-repaid', 'repayment-undone') group by reward_id) posted
        on posted.reward_id = booked.reward_id
    where coalesce(booked.cents, 0) <> coalesce(posted.cents, 0)`.execute(tx)
  return rows.map(({ reward_id }) => `Reward ${reward_id}: its repayments differ from the ledger`)
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

function accountsOf(reward: Held): Account[] {
  switch (reward.state) {
    case 'open':
      return ['committed']
    case 'provided':
      return ['payable']
    case 'collected':
      return [reward.payout_id === null ? 'payable' : 'in-transit']
    case 'paid':
      // Claimed-back money lies in claims until repaid or returned.
      if (reward.claimed_back_at) return ['claims', 'cancelled', 'written-off']
      if (reward.taken_as === 'set-off') return []
      return [reward.taken_as === 'voucher' ? 'paid-voucher' : 'paid-bank']
    case 'cancelled':
      return ['cancelled']
    case 'expired':
      return ['expired']
  }
}
