import { sql } from 'kysely'
import { accounts, postingsFor, type Account, type RewardEvent } from '../../domain/ledger.ts'
import type { RewardState } from '../../domain/reward.ts'
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
  taken_as: 'cash' | 'voucher' | null
  payout_id: string | null
  claimed_back_at: Temporal.Instant | null
}

/**
 * Checks a tenant's ledger; one English sentence per error. For every reward the postings sum up to zero, and its amount lies in
 * the account of its state.
 */
export async function checkLedger(tx: Tx, tenant: string): Promise<string[]> {
  const rewards = await tx
    .selectFrom('rewards')
    .select(['reward_id', 'state', 'cents', 'taken_as', 'payout_id', 'claimed_back_at'])
    .where('tenant', '=', tenant)
    .execute()
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
  for (const reward of rewards as Held[]) {
    const book = books.get(reward.reward_id) ?? new Map<Account, number>()
    const sum = [...book.values()].reduce((total, cents) => total + cents, 0)
    if (sum !== 0) problems.push(`Reward ${reward.reward_id}: postings add up to ${sum}`)
    const filled = [...book].filter(([account, cents]) => account !== 'programme' && cents !== 0)
    const expected = accountsOf(reward)
    const [only, ...more] = filled
    const fits = only && more.length === 0 && expected.includes(only[0]) && only[1] === reward.cents
    if (!fits || book.get('programme') !== -reward.cents) {
      const found = filled.map(([account, cents]) => `${account} ${cents}`).join(', ') || 'nothing'
      problems.push(
        `Reward ${reward.reward_id} (${reward.state}): ${reward.cents} belong in ${expected.join(' or ')}, found ${found}`,
      )
    }
  }
  const total = Object.values(await readBalances(tx, tenant)).reduce((sum, cents) => sum + cents, 0)
  if (total !== 0) problems.push(`All postings together add up to ${total}`)
  return problems
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
      if (reward.claimed_back_at) return ['claims', 'cancelled']
      return [reward.taken_as === 'voucher' ? 'paid-voucher' : 'paid-bank']
    case 'cancelled':
      return ['cancelled']
    case 'expired':
      return ['expired']
  }
}
