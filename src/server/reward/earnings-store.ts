import { sql, type RawBuilder } from 'kysely'
import { earningEvents } from '../../domain/earnings.ts'
import type { RewardEvent } from '../../domain/ledger.ts'
import type { Tx } from '../db/connection.ts'
import { isMoved } from './ledger-store.ts'

type Received = { event: RewardEvent; cents: number; on: string }

/** What moved of an account's rewards. */
export const listReceived = (tx: Tx, tenant: string, accountId: string): Promise<Received[]> =>
  readReceived(tx, tenant, sql`r.account_id = ${accountId}`)

/** What moved of a contact's rewards from one recommendation. */
export const listReceivedAsContact = (
  tx: Tx,
  tenant: string,
  number: string,
): Promise<Received[]> =>
  readReceived(tx, tenant, sql`r.recipient_number = ${number} and r.beneficiary = 'recipient'`)

/** The same of one reward. */
export const listReceivedOf = (tx: Tx, tenant: string, rewardId: string): Promise<Received[]> =>
  readReceived(tx, tenant, sql`r.reward_id = ${rewardId}`)

/**
 * The day of a posting `p` of a reward `r`: the one of its payment or repayment, as far as somebody said one (the bank may tell it later);
 * else the one on which it was booked, in Berlin. A repayment that was a mistake is none on its own day. A payment's record may be gone after its years: then the newest one's is the reward's.
 */
export const paidDay = (tenant: string) => sql<string>`coalesce(
      case when p.event in ('claim-repaid', 'repayment-undone') then (select b.paid_on from repayments b
        where b.tenant = ${tenant} and b.reward_id = p.reward_id and p.event_key in ('repaid:' || b.repayment_id, 'repayment-undone:' || b.repayment_id)) end,
      case when p.event = 'settled' then (select (payouts.settled_at at time zone 'Europe/Berlin')::date from payouts
        where payouts.tenant = ${tenant}
          and payouts.payout_id = substring(p.event_key from '^payout:([0-9a-f-]{36}):')::uuid) end,
      (case when p.event = 'settled' and r.state = 'paid' and not exists (select from ledger_postings later
        where later.tenant = ${tenant} and later.reward_id = p.reward_id and later.event = 'returned' and later.at >= p.at)
        then r.paid_at end at time zone 'Europe/Berlin')::date,
      (p.at at time zone 'Europe/Berlin')::date)`

/** One row per event. */
async function readReceived(
  tx: Tx,
  tenant: string,
  whose: RawBuilder<unknown>,
): Promise<Received[]> {
  const { rows } = await sql<Received>`
    select p.event, p.cents, ${paidDay(tenant)} as "on"
    from rewards r join ledger_postings p on p.tenant = ${tenant} and p.reward_id = r.reward_id
    where r.tenant = ${tenant} and ${whose} and p.cents > 0 and p.event = any (${earningEvents})
      and not ${isMoved(tenant, 'p')}
    order by p.at, p.posting_id`.execute(tx)
  return rows
}
