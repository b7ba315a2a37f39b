import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTenant } from '../../src/server/db/connection.ts'
import { startClawbacks } from '../../src/server/operator/clawbacks.test-helper.ts'
import { makeFixtures } from '../../src/server/payout/payout.test-helper.ts'
import type { Bench } from '../../src/server/reward/reward.test-helper.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'
import type { TestServer } from '../helpers/server.ts'
import { readEnd } from '../kills/end-of-story.ts'
import { isCommit, killPoints } from '../kills/kill-points.ts'
import { runStep, type Step } from '../kills/run-step.ts'
import { startSpares } from '../kills/spare-process.ts'
import { setUpStory, stepNames, type Plan } from '../kills/story.ts'

// Every step between a proposal and a closed day, killed at many of its statements, in a process of its own: `npm run test:kills` 20 times
// each, `npm run test:long` once.

const killsOfEach = Number(process.env['KILLS'] ?? 1)

let server: TestServer
let bench: Bench
const { owing } = startClawbacks((made) => ({ server, bench } = made))

let plans: Plan[]
let rewards: string[]
let spares: ReturnType<typeof startSpares>
type Before = { kept: TestDatabase; now: string; statements: string[] }
const before: Before[] = []
let undisturbed: Awaited<ReturnType<typeof readEnd>>

const order = (step: Step) => ({
  url: server.database.appUrl,
  now: server.clock.now().toString(),
  step,
})

beforeAll(async () => {
  spares = startSpares()
  const owed = await owing()
  const { order_number: orderNumber } = await bench.run((tx) =>
    tx
      .selectFrom('rewards')
      .select('order_number')
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', owed.id)
      .executeTakeFirstOrThrow(),
  )
  const clawback = { id: owed.id, orderNumber: orderNumber! }
  ;({ plans, rewards } = await setUpStory(server, makeFixtures(server), clawback))
  // Once without a kill: what each step does, and what there is at the end.
  for (const plan of plans) {
    const kept = await createTestDatabase(server.database)
    const now = server.clock.now().toString()
    const step = await plan.next()
    if (!step) throw new Error(`Nothing to do: ${plan.name}`)
    const told = await spares.run({ ...order(step), kill: null })
    expect([plan.name, told?.status]).toEqual([plan.name, 200])
    before.push({ kept, now, statements: told!.statements })
  }
  undisturbed = await readEnd(server)
}, 900_000)
afterAll(async () => {
  await spares.stop()
  for (const { kept } of before) await kept.drop()
})

/** What a person sees afterwards; the processes that were killed have left nothing open. */
async function goOn(from: number, again: Step): Promise<void> {
  // The queue tries a file anew once its process has been silent for a minute.
  await withTenant(server.deps.db, 'standard', (tx) =>
    sql`update bank_uploads set seen_at = seen_at - interval '2 minutes' where tenant = 'standard' and state = 'running'`.execute(
      tx,
    ),
  )
  // The same call once more, as a browser or the queue does that has no answer.
  expect([plans[from]!.name, await runStep(server.app, server.deps, again)]).toEqual([
    plans[from]!.name,
    expect.toBeOneOf([200, 400, 409]),
  ])
  for (const [at, plan] of plans.entries()) {
    if (at < from) continue
    const step = await plan.next()
    if (!step && at > from) throw new Error(`Nothing to do: ${plan.name}`)
    if (step)
      expect([plan.name, await runStep(server.app, server.deps, step)]).toEqual([plan.name, 200])
  }
}

async function returnTo({ kept, now }: Before): Promise<void> {
  await server.database.restore(kept)
  // The process keys its memory of a database by this object.
  server.deps.db = { ...server.deps.db }
  server.deps.tenants.forget()
  server.deps.cache.forget()
  server.clock.set(now)
}

test('the story ends as it should: each payment once, what came back is owed, the day is closed', () => {
  expect(plans.map(({ name }) => name)).toEqual(stepNames)
  expect(undisturbed).toMatchObject({ books: [], chain: [], closed: ['2026-11-18'] })
  const of = (lines: readonly string[]) =>
    rewards.map((id) => {
      const found = lines.filter((line) => line.startsWith(id))
      return found.map((line) => line.split(' ')[1]).join()
    })
  expect(of(undisturbed.payments)).toEqual([
    'paid',
    'rejected',
    ...Array.from({ length: 4 }, () => 'paid'),
    'returned',
  ])
  expect(of(undisturbed.rewards)).toEqual([
    'paid',
    'provided',
    ...Array.from({ length: 4 }, () => 'paid'),
    'provided',
  ])
  expect(undisturbed.lines.map((line) => line.split(' ').slice(0, 4).join(' '))).toEqual([
    'K-0 DBIT 4001 payout',
    'K-2 DBIT 4003 payout',
    'K-3 DBIT 4004 payout',
    'K-4 DBIT 12018 batch',
    'K-5 CRDT 4007 return',
    'K-6 DBIT 390 charge',
    'K-7 CRDT 1500 repayment',
    'K-8 DBIT 77700 other',
  ])
  expect(undisturbed.inTransit).toMatchObject({ ledgerCents: 0, paymentCents: 0 })
})

test.each(stepNames)(
  '%s: killed at any statement and done again, all ends as without',
  async (name) => {
    const place = stepNames.indexOf(name)
    const { statements } = before[place]!
    const points = killPoints(statements, killsOfEach)
    let done = 0
    for (const kill of points) {
      await returnTo(before[place]!)
      const step = await plans[place]!.next()
      expect(await spares.run({ ...order(step!), kill })).toBeNull()
      const left = await plans[place]!.next()
      if (!left) done += 1
      await goOn(place, step!)
      expect({ kill, ...(await readEnd(server)) }).toEqual({ kill, ...undisturbed })
    }
    process.stdout.write(
      `${name}: ${points.length} kills over ${statements.length} statements, ${statements.filter(isCommit).length} commits; ${done} times it was done already\n`,
    )
  },
)
