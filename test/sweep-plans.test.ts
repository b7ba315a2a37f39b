import type { PoolClient } from 'pg'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillAged } from '../bench/fill-aged.ts'
import { recordStatements, type Recording } from '../bench/record-statements.ts'
import { system } from '../src/server/base/audit-store.ts'
import { findDue } from '../src/server/base/run-due.ts'
import { withTenant, type Tx } from '../src/server/db/connection.ts'
import { readBankData } from '../src/server/payout/bank-data-store.ts'
import { listBatches } from '../src/server/payout/list-batches.ts'
import { readUltimateDebtors } from '../src/server/payout/ultimate-debtor.ts'
import { showFunnel } from '../src/server/operator/show-funnel.ts'
import { removeAccount } from '../src/server/reward/delete-account.ts'
import { uuidv7 } from '../src/server/base/uuid.ts'
import { insertReward } from '../src/server/reward/store.ts'
import { forgetTraces } from '../src/server/reward/recipient-account-store.ts'
import { claimDue } from '../src/server/reward/due-store.ts'
import { everySweep } from '../src/server/run-sweeps.ts'
import { closeFunnelDays } from '../src/server/tracking/close-funnel-days.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

// What runs every minute costs what there is to do, not what there is. Held by what its statements read, in a tenant with
// nothing due and enough rows that the planner minds.

const tenant = 'standard'
const referrals = 40_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  await fillAged(server.database.ownerUrl, referrals)
}, 300_000)
afterAll(() => server.stop())

/** Pages of 8 KB: of a walk through one of the large tables there are hundreds. */
const mostPages = 150

type Plan = {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
type Explained = { Plan: Plan }

const pagesOf = (plan: Plan) => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']

/** Rows that the node with the most of them reads. What is written has pages of its own for each index. */
const rowsOf = (plan: Plan): number =>
  Math.max(
    (plan['Actual Rows'] +
      (plan['Rows Removed by Filter'] ?? 0) +
      (plan['Rows Removed by Index Recheck'] ?? 0)) *
      plan['Actual Loops'],
    ...(plan.Plans ?? []).map(rowsOf),
  )
const mostRows = 1_000

type Answer = { 'QUERY PLAN': [Explained] }

/** With a plan that knows no values, as a connection keeps it. */
async function explainKept(client: PoolClient, explain: string, text: string, values: unknown[]) {
  await client.query('set local plan_cache_mode = force_generic_plan')
  await client.query(`prepare kept as ${text}`)
  const quoted = (one: unknown) => `"${String(one).replaceAll(/["\\]/g, '\\$&')}"`
  const given = values.map((one) =>
    one === null
      ? 'null'
      : client.escapeLiteral(
          Array.isArray(one) ? `{${one.map(quoted).join()}}` : String(one as string | number),
        ),
  )
  const answer = await client.query<Answer>(
    `${explain} execute kept${given.length > 0 ? ` (${given.join(', ')})` : ''}`,
  )
  await client.query('deallocate kept')
  return answer
}

/** What of it reads more than that (`sizeOf` a plan), with how much; carried out once more, in its order, and rolled back. */
async function listLarge(
  recorded: Recording,
  sizeOf = pagesOf,
  most = mostPages,
): Promise<string[]> {
  const sent = recorded.borrows.flatMap(({ waves }) => waves.flat())
  const asked = sent.filter(({ text }) =>
    /^\s*(with|select(?! 1; (commit|rollback)$)|insert|update|delete)\b/i.test(text),
  )
  const client = await server.db.pool.connect()
  const large: string[] = []
  try {
    await client.query('begin')
    await client.query('select set_tenant($1)', [tenant])
    for (const { text, values } of asked) {
      const explain = 'explain (analyze, buffers, timing off, format json)'
      const { rows } = text.includes('keeps plan')
        ? await explainKept(client, explain, text, values)
        : await client.query<Answer>(`${explain} ${text}`, values)
      const size = sizeOf(rows[0]!['QUERY PLAN'][0].Plan)
      if (size > most) large.push(`${size}: ${text.replaceAll(/\s+/g, ' ')}`)
    }
    await client.query('rollback')
  } finally {
    client.release()
  }
  return large
}

/** Records what `work` sends in a transaction that is rolled back. */
async function recordTried(work: (tx: Tx) => Promise<unknown>): Promise<Recording> {
  const back = new Error('back')
  return recordStatements(server.db.pool, () =>
    withTenant(server.db, tenant, async (tx) => {
      await work(tx)
      throw back
    }).catch((error: unknown) => {
      if (error !== back) throw error
    }),
  )
}

test('no sweep walks through a large table to find that nothing is due', async () => {
  const sweeps = async () => {
    const all = await everySweep(server.deps, tenant)
    await findDue(server.deps, tenant, all)
    for (const { run } of all) await run()
  }
  await sweeps() // what was due of the demo
  const recorded = await recordStatements(server.db.pool, sweeps)
  const texts = recorded.borrows.flatMap(({ waves }) => waves.flat().map(({ text }) => text))
  expect(
    texts.filter((text) => /^\s*(with|select|insert|update|delete)\b/i.test(text)).length,
  ).toBeGreaterThan(50)
  expect(texts.some((text) => text.includes('keeps plan'))).toBe(true)
  expect(await listLarge(recorded)).toEqual([])
})

describe('reads what it is about, not all there is:', () => {
  test('the deletion of an account', async () => {
    const whole = await server.deps.tenants.get(tenant)
    const recorded = await recordTried(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select account_id as id from accounts where tenant = ${tenant} and email = 'bulk7@bench.example'`.execute(
        tx,
      )
      const asked = { accountId: rows[0]!.id, waive: true, actor: system }
      expect(await removeAccount(tx, server.deps, whole, asked)).toBe('removed')
    })
    expect(await listLarge(recorded, rowsOf, mostRows)).toEqual([])
  })

  test('the deletion of what mails and links say of a contact', async () => {
    const recorded = await recordTried(async (tx) => {
      const { rows } = await sql<Record<'order' | 'referral' | 'number', string>>`
        select number as order, referral_number as referral, recipient_number as number from orders
        where tenant = ${tenant} and external_number = 'BENCH-7'`.execute(tx)
      const { order, referral, number } = rows[0]!
      const reward = uuidv7()
      await insertReward(tx, tenant, {
        rewardId: reward,
        orderNumber: order,
        referralNumber: referral,
        beneficiary: 'recipient',
        accountId: null,
        recipientNumber: number,
        cents: 2500,
        rule: {},
        held: [],
        at: server.clock.now(),
      })
      await sql`
        update mails set subject_id = ${reward}, dedupe_key = ${`reward-ready|${reward}|1`}
        where tenant = ${tenant} and dedupe_key = 'bench|7'`.execute(tx)
      await forgetTraces(tx, tenant, number)
      const { rows: left } = await sql`
        select from mails where tenant = ${tenant} and subject_id = ${reward} and to_address <> ''`.execute(
        tx,
      )
      expect(left).toEqual([])
    })
    expect(await listLarge(recorded, rowsOf, mostRows)).toEqual([])
  })

  test('a claim of payments', async () => {
    const recorded = await recordTried(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select reward_id as id from rewards where tenant = ${tenant} and state = 'collected' limit 5`.execute(
        tx,
      )
      const ids = rows.map(({ id }) => id)
      const asked = {
        seed: 'x',
        ids,
        today: server.clock.today().add({ days: 90 }),
        allBlocked: false,
      }
      expect(await claimDue(tx, tenant, asked)).toHaveLength(5)
      await readBankData(tx, tenant, ids)
      await readUltimateDebtors(tx, await server.deps.tenants.get(tenant), ids)
    })
    expect(await listLarge(recorded, rowsOf, mostRows)).toEqual([])
  })

  test('the list of payouts', async () => {
    const recorded = await recordStatements(server.db.pool, async () => {
      await listBatches(server.deps, tenant)
    })
    expect(await listLarge(recorded, rowsOf, mostRows)).toEqual([])
  })

  test('the funnel of days that are over', async () => {
    const today = server.clock.today()
    await closeFunnelDays(server.deps, tenant)
    const period = { from: today.subtract({ days: 20 }), to: today.subtract({ days: 17 }) }
    const recorded = await recordStatements(server.db.pool, async () => {
      const { total } = await showFunnel(server.deps, tenant, { by: 'channel', ...period })
      expect(total.counts.clicks).toBeGreaterThan(1_000)
      expect(total.counts.referrals).toBeGreaterThan(1_000)
    })
    expect(await listLarge(recorded)).toEqual([]) // clicks by ranges of pages
  })
})
