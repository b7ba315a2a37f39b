import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { connect, type Tx } from '../../src/server/db/connection.ts'
import { checkLedger } from '../../src/server/reward/check-ledger-store.ts'
import { checkCommissions } from '../../src/server/billing/check-store.ts'
import type { Told } from './fault-load.ts'

const tenant = 'standard'

/** Runs `work` in one snapshot of everything, with the owner's login, while the load goes on. */
export async function inSnapshot<T>(dataDir: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const db = connect(embeddedUrls(dataDir).ownerUrl, { max: 1 })
  try {
    return await db.kysely.transaction().setIsolationLevel('repeatable read').execute(work)
  } finally {
    await db.close()
  }
}

const copy = (told: Told): Told =>
  Object.fromEntries(
    Object.entries(told).map(([name, value]) => [
      name,
      typeof value === 'object' ? structuredClone(value) : value,
    ]),
  ) as Told

/** One sentence for everything that was acknowledged and is not in the books, or is in them twice; none when all is well. */
export async function checkBooks(dataDir: string, told: Told): Promise<string[]> {
  const before = copy(told)
  return inSnapshot(dataDir, async (tx) => {
    const problems = [
      ...(await checkLedger(tx, tenant)).map((line) => `ledger: ${line}`),
      ...(await checkCommissions(tx, tenant)).map((line) => `partners: ${line}`),
      ...(await checkCreations(tx, before)),
      ...(await checkClicks(tx, before, told)),
      ...(await checkRecipients(tx, before)),
      ...(await checkOrders(tx, before)),
      ...(await checkRewards(tx, before)),
      ...(await checkBatches(tx, before)),
    ]
    return problems
  })
}

async function checkCreations(tx: Tx, told: Told): Promise<string[]> {
  const { rows } = await sql<{ email: string; numbers: string[] }>`
    select email, array_agg(number) as numbers from referrals join accounts using (tenant, account_id)
    where tenant = ${tenant} and email like 'creator-%' group by email`.execute(tx)
  const found = new Map(rows.map((row) => [row.email, row.numbers]))
  return [
    ...rows
      .filter(({ numbers }) => numbers.length > 1)
      .map(({ email, numbers }) => `${email} has ${numbers.length} referrals`),
    ...[...told.created]
      .filter(([email, number]) => !found.get(email)?.includes(number))
      .map(([, number]) => `referral ${number} is lost`),
  ]
}

async function checkClicks(tx: Tx, before: Told, now: Told): Promise<string[]> {
  const { rows } = await sql<{ number: string; clicks: number }>`
    select referral_number as number, count(*) as clicks from clicks where tenant = ${tenant} group by referral_number`.execute(
    tx,
  )
  const found = new Map(rows.map((row) => [row.number, row.clicks]))
  return [...now.clicksSent.keys()].flatMap((number) => {
    const clicks = found.get(number) ?? 0
    const [least, most] = [before.clicked.get(number) ?? 0, now.clicksSent.get(number) ?? 0]
    return clicks >= least && clicks <= most
      ? []
      : [`${number}: ${clicks} clicks, ${least} acknowledged, ${most} sent`]
  })
}

async function checkRecipients(tx: Tx, told: Told): Promise<string[]> {
  const { rows } = await sql<{ email: string; numbers: string[] }>`
    select email, array_agg(number) as numbers from recipients where tenant = ${tenant} group by email`.execute(
    tx,
  )
  const found = new Map(rows.map((row) => [row.email, row.numbers]))
  return [
    ...rows
      .filter(({ numbers }) => numbers.length > 1)
      .map(({ email }) => `${email} is a recipient twice`),
    ...[...told.recipients]
      .filter(([email, number]) => !found.get(email)?.includes(number))
      .map(([, number]) => `recipient ${number} is lost`),
  ]
}

async function checkOrders(tx: Tx, told: Told): Promise<string[]> {
  const { rows } = await sql<{
    number: string
    external_number: string
    state: string
    rewards: number
    cents: number
  }>`
    select number, external_number, orders.state, count(reward_id) as rewards, coalesce(sum(cents), 0)::bigint as cents
    from orders left join rewards on rewards.tenant = orders.tenant and rewards.order_number = orders.number
    where orders.tenant = ${tenant} group by number, external_number, orders.state`.execute(tx)
  const found = new Map(rows.map((row) => [row.external_number, row]))
  return [
    ...[...told.orders]
      .filter(([external, number]) => found.get(external)?.number !== number)
      .map(([external]) => `order ${external} is lost`),
    ...rows
      .filter(({ number, state }) => told.released.has(number) && state !== 'released')
      .map(({ number }) => `the release of ${number} is lost`),
    ...rows
      .filter(({ state, rewards, cents }) =>
        state === 'released' ? rewards !== 2 || cents !== 5000 : rewards !== 0,
      )
      .map(
        ({ number, state, rewards, cents }) =>
          `order ${number} (${state}) has ${rewards} rewards of ${cents} cents`,
      ),
  ]
}

async function checkRewards(tx: Tx, told: Told): Promise<string[]> {
  const { rows } = await sql<{
    reward_id: string
    state: string
    taken_as: string | null
    payouts: number
    vouchers: number
    cents: number
    handed: number
  }>`
    select reward_id, state, taken_as, cents,
      (select count(*) from payouts p where p.tenant = r.tenant and p.reward_id = r.reward_id) as payouts,
      (select count(*) from vouchers v where v.tenant = r.tenant and v.reward_id = r.reward_id) as vouchers,
      (select coalesce(sum(v.cents), 0)::bigint from vouchers v
        where v.tenant = r.tenant and v.reward_id = r.reward_id and v.faulty_at is null) as handed
    from rewards r where tenant = ${tenant}`.execute(tx)
  const found = new Map(rows.map((row) => [row.reward_id, row]))
  return [
    ...[...told.collected].flatMap(([id, takenAs]) => {
      const reward = found.get(id)
      const isTaken =
        reward?.taken_as === takenAs && (reward.state === 'collected' || reward.state === 'paid')
      return isTaken
        ? []
        : [
            `reward ${id} was collected as ${takenAs}, but is ${reward?.state} as ${reward?.taken_as}`,
          ]
    }),
    ...rows
      .filter(({ payouts, vouchers }) => payouts > 1 || (payouts > 0 && vouchers > 0))
      .map(({ reward_id }) => `reward ${reward_id} is paid twice`),
    ...rows
      .filter(({ taken_as, handed, cents }) => handed !== (taken_as === 'voucher' ? cents : 0))
      .map(({ reward_id, handed }) => `reward ${reward_id} has vouchers of ${handed} cents`),
  ]
}

async function checkBatches(tx: Tx, told: Told): Promise<string[]> {
  const { rows } = await sql<{
    batch_id: string
    file_hash: string
    total_cents: number
    transfers: number
    cents: number
    payouts: number
    paid: number
  }>`
    select batch_id, file_hash, total_cents, transfers, coalesce(sum(cents), 0)::bigint as cents, count(payout_id) as payouts,
      count(*) filter (where state = 'paid') as paid
    from payout_batches left join payouts using (tenant, batch_id) where tenant = ${tenant}
    group by batch_id, file_hash, total_cents, transfers`.execute(tx)
  const found = new Map(rows.map((row) => [row.batch_id, row]))
  const hash = (file: string) => createHash('sha256').update(file).digest('hex')
  return [
    ...[...told.batches]
      .filter(([id, file]) => found.get(id)?.file_hash !== hash(file))
      .map(([id]) => `batch ${id} is lost or another one`),
    ...[...told.executed]
      .filter((id) => found.get(id)?.paid !== found.get(id)?.transfers)
      .map((id) => `the execution of batch ${id} is lost`),
    ...rows
      .filter((row) => row.total_cents !== row.cents || row.transfers !== row.payouts)
      .map((row) => `batch ${row.batch_id} does not add up`),
  ]
}

/** What is still on its way: open work of jobs, mails and rewards. */
export async function countUnfinished(dataDir: string): Promise<Record<string, number>> {
  return inSnapshot(dataDir, async (tx) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from outbox) as outbox,
        (select count(*) from mails where state = 'queued') as mails,
        (select count(*) from rewards where state <> 'paid') as rewards,
        (select count(*) from orders where state = 'reported') as "reportedOrders"`.execute(tx)
    return rows[0] ?? {}
  })
}

/** Each reward that is not paid, with all that says why: for whoever reads that a run has failed. */
export async function describeUnpaid(dataDir: string): Promise<string[]> {
  return inSnapshot(dataDir, async (tx) => {
    const { rows } = await sql<Record<string, unknown>>`
      select r.reward_id, r.state, r.beneficiary, r.cents, r.taken_as, r.review, r.review_reasons, r.due_on, r.payout_problem, p.state as payout, p.batch_id,
        (select count(*) from vouchers v where v.tenant = r.tenant and v.reward_id = r.reward_id) as vouchers,
        (select count(*) from tokens t where t.tenant = r.tenant and t.kind = 'reward' and t.subject = r.reward_id::text) as tokens
      from rewards r left join payouts p on p.tenant = r.tenant and p.payout_id = r.payout_id
      where r.state <> 'paid' limit 20`.execute(tx)
    return rows.map((row) => JSON.stringify(row))
  })
}
