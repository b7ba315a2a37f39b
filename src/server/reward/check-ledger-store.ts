import { sql } from 'kysely'
import { mostNamed, nameDifferences, type Difference } from '../../domain/books.ts'
import { accounts, type Account } from '../../domain/ledger.ts'
import type { RewardState } from '../../domain/reward.ts'
import type { Tx } from '../db/connection.ts'
import { readBalances } from './ledger-store.ts'
import type { TakenAs } from './store.ts'

// Whether the ledger says of every reward what its row says.

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
  programme: number
  places: Partial<Record<Account, number>>
}

const places = accounts.filter((account) => account !== 'programme')
const atOnce = 50_000 // rewards, so that no statement takes long

// Floats hold whole cents exactly, and are added up four times as fast as bigints, whose sums are numeric.
const books = (tenant: string, after: string, until: string) => sql`
  select reward_id, ${sql.join(
    accounts.map(
      (account) =>
        sql`coalesce(sum(cents::float8) filter (where account = ${sql.lit(account)}), 0) as ${sql.id(account)}`,
    ),
  )}
  from ledger_postings where tenant = ${tenant} and reward_id > ${after} and reward_id <= ${until} group by reward_id`

/** Whether it lies whole in the one account of its state. What was set off or claimed back is judged by itself. */
const isPlain = sql`coalesce(set_off_cents = 0 and claimed_back_at is null and books.programme = -rewards.cents
  and case rewards.state when 'open' then books.committed when 'provided' then books.payable
    when 'collected' then case when payout_id is null then books.payable else books."in-transit" end
    when 'paid' then case taken_as when 'voucher' then books."paid-voucher" when 'cash' then books."paid-bank" end
    when 'cancelled' then books.cancelled when 'expired' then books.expired end = rewards.cents
  and num_nonnulls(${sql.join(places.map((account) => sql`nullif(books.${sql.id(account)}, 0)`))}) = 1, false)`

/**
 * For every reward the postings sum up to zero, and its amount lies in the account of its state. The database passes what is plainly right,
 * a part at a time, so that a million rewards take constant memory.
 */
export async function findLedgerDifferences(tx: Tx, tenant: string): Promise<Difference[]> {
  const named: Omit<Difference, 'kind'>[] = []
  let total = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const until = await endOfPart(tx, tenant, after)
    if (until === null) break
    for (const reward of await listDoubtful(tx, tenant, after, until))
      for (const found of judge(reward)) {
        total++
        if (named.length < mostNamed) named.push(found)
      }
    after = until
  }
  return [
    ...nameDifferences('reward', named, total),
    ...(await checkSetOffs(tx, tenant)),
    ...(await checkRepayments(tx, tenant)),
    ...(await checkTotal(tx, tenant)),
  ]
}

async function endOfPart(tx: Tx, tenant: string, after: string): Promise<string | null> {
  const { rows } = await sql<{ until: string | null }>`
    select max(reward_id::text) as until from (
      select reward_id from rewards where tenant = ${tenant} and reward_id > ${after}
      order by reward_id limit ${atOnce}) part`.execute(tx)
  return rows[0]!.until
}

async function listDoubtful(tx: Tx, tenant: string, after: string, until: string): Promise<Held[]> {
  const { rows } = await sql<Held>`
    with books as (${books(tenant, after, until)})
    select rewards.reward_id, rewards.state, rewards.cents, taken_as, payout_id, claimed_back_at, set_off_cents, left_cents,
      review, order_number, orders.state as order_state, coalesce(books.programme, 0) as programme,
      json_build_object(${sql.join(
        places.map((account) => sql`${sql.lit(account)}, coalesce(books.${sql.id(account)}, 0)`),
      )}) as places
    from rewards left join books on books.reward_id = rewards.reward_id
      left join clawbacks on clawbacks.tenant = ${tenant} and clawbacks.reward_id = rewards.reward_id
      left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.tenant = ${tenant} and rewards.reward_id > ${after} and rewards.reward_id <= ${until} and not ${isPlain}`.execute(
    tx,
  )
  return rows
}

/** The same as sentences. */
export const checkLedger = async (tx: Tx, tenant: string): Promise<string[]> =>
  (await findLedgerDifferences(tx, tenant)).map(({ text }) => text)

function judge(reward: Held): Omit<Difference, 'kind'>[] {
  const filled = Object.entries(reward.places).filter(([, cents]) => cents !== 0) as [
    Account,
    number,
  ][]
  const { reward_id: id, cents: expected } = reward
  const held = filled.reduce((sum, [, cents]) => sum + cents, 0)
  const sum = held + reward.programme
  const found: Omit<Difference, 'kind'>[] = []
  if (sum !== 0)
    found.push({ id, expected: 0, found: sum, text: `Reward ${id}: postings add up to ${sum}` })
  if (!isRight(reward, new Map(filled)) || reward.programme !== -reward.cents) {
    const all = filled.map(([account, cents]) => `${account} ${cents}`).join(', ') || 'nothing'
    const text = `Reward ${id} (${reward.state}): ${expected} belong in ${accountsOf(reward).join(' or ')}, found ${all}`
    found.push({ id, expected, found: held, text })
  }
  return found
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
async function checkSetOffs(tx: Tx, tenant: string): Promise<Difference[]> {
  const { rows } = await sql<{ event: string; cents: number }>`
    select event, coalesce(sum(cents), 0)::bigint as cents from ledger_postings
    where tenant = ${tenant} and cents > 0 and event in ('set-off', 'claim-set-off', 'set-off-undone', 'claim-again')
    group by event`.execute(tx)
  const of = (event: string) => rows.find((row) => row.event === event)?.cents ?? 0
  const text = 'What was set off differs from what it was set off against'
  const pairs = [
    [of('set-off'), of('claim-set-off')],
    [of('set-off-undone'), of('claim-again')],
  ] as const
  return pairs
    .filter(([one, other]) => one !== other)
    .map(([expected, found]) => ({ kind: 'set-off', id: '', expected, found, text }))
}

/** Every booked repayment is in the ledger, and so is what took it back. */
async function checkRepayments(tx: Tx, tenant: string): Promise<Difference[]> {
  const { rows } = await sql<{ reward_id: string; booked: number; posted: number }>`
    select coalesce(booked.reward_id, posted.reward_id) as reward_id, coalesce(booked.cents, 0)::bigint as booked,
      coalesce(posted.cents, 0)::bigint as posted
    from (select reward_id, sum(cents) filter (where undone_at is null) as cents from repayments
        where tenant = ${tenant} group by reward_id) booked
      full join (select reward_id, sum(case event when 'claim-repaid' then cents else -cents end) as cents from ledger_postings
        where tenant = ${tenant} and cents > 0 and event in ('claim-repaid', 'repayment-undone') group by reward_id) posted
        on posted.reward_id = booked.reward_id
    where coalesce(booked.cents, 0) <> coalesce(posted.cents, 0)`.execute(tx)
  return nameDifferences(
    'repayment',
    rows.slice(0, mostNamed).map(({ reward_id: id, booked, posted }) => ({
      id,
      expected: booked,
      found: posted,
      text: `Reward ${id}: its repayments differ from the ledger`,
    })),
    rows.length,
  )
}

async function checkTotal(tx: Tx, tenant: string): Promise<Difference[]> {
  const total = Object.values(await readBalances(tx, tenant)).reduce((sum, cents) => sum + cents, 0)
  const text = `All postings together add up to ${total}`
  return total === 0 ? [] : [{ kind: 'ledger', id: '', expected: 0, found: total, text }]
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
