import { fork } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { readTables } from '../../../test/helpers/read-tables.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { personText } from '../../domain/known-again.ts'
import { numberFrom } from '../../domain/numbers.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { followAuditChain } from '../base/audit-chain-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { applyDecisions } from './apply-decisions.ts'
import { checkLedger } from './check-ledger-store.ts'
import { expireRewards } from './expire-rewards.ts'
import { provideRewards } from './provide-rewards.ts'
import { releaseDueOrders } from './release-due-orders.ts'
import { makeBench, type Bench, type Referral } from './reward.test-helper.ts'

// Orders that are released in sets leave the same rows as if each had been released by itself.

let server: TestServer
let benches: Record<string, Bench>
const codes = ['standard', 'telko', 'bgv'] as const

beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  benches = {}
  for (const code of codes) benches[code] = await makeBench(server, code)
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const emails = [
  'anna.berg@gmail.com',
  'annaberg+zwei@gmail.com',
  'otto@post.example',
  'ida@post.example',
  'referrer',
  'forgotten',
]
const order = fc.record({
  account: fc.nat(2),
  contact: fc.nat(40),
  own: fc.boolean(), // a referral of its own, else its account's link
  product: fc.nat(1),
  share: fc.constantFrom(0, 50, 100),
  contractAgo: fc.constantFrom(15, 20, 40, 200),
  acceptedAgo: fc.constantFrom(15, 20, 60, 400),
  dueAgo: fc.nat(2),
  home: fc.nat(2),
  special: fc.constantFrom('none', 'none', 'doubted', 'moved', 'unowned', 'cancelled', 'reported'),
  decision: fc.constantFrom(
    'none',
    'none',
    'none',
    'release',
    'release',
    'refuse',
    'refuse',
    'early',
  ),
  decidedBy: fc.constantFrom('operator', 'operator', 'clerk', 'gone'),
  decidedAgo: fc.nat(2),
})
type Order = typeof order extends fc.Arbitrary<infer T> ? T : never
const situation = fc.record({
  code: fc.constantFrom(...codes),
  orders: fc.array(order, { minLength: 4, maxLength: 14 }),
  before: fc.nat(4),
  blocked: fc.constantFrom('none', 'blocked', 'deleted'),
  rules: fc.record({
    cap: fc.constantFrom(null, 1500, 4000),
    months: fc.constantFrom(null, 6),
    most: fc.constantFrom(null, 1, 3),
    agency: fc.boolean(),
  }),
})
type Situation = typeof situation extends fc.Arbitrary<infer T> ? T : never

const tenantOf = ({ code, rules }: Situation): Tenant => {
  const { tenant } = benches[code]!
  const hold = { sameEmail: 'hold', sameBankAccount: 'hold', sameHousehold: 'hold' } as const
  return {
    ...tenant,
    cap: { ...tenant.cap, cents: rules.cap, per: 'policy-and-year' },
    eligibility: {
      ...tenant.eligibility,
      ...hold,
      existingCustomerMonths: rules.months,
      maxRewardedPerYear: rules.most,
    },
  }
}

const daysAgo = (days: number) => server.clock.today().subtract({ days }).toString()

/** An agency user who decides about orders. */
const findClerk = (code: string): Promise<string | undefined> =>
  asOwner(server, code, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select user_id as id from agency_users join agencies using (tenant, agency_id)
      where tenant = ${code} and left_at is null and state = 'active' order by 1 limit 1`.execute(
      tx,
    )
    return rows[0]?.id
  })

/** Fills the tenant, and releases the first orders one by one. */
async function make(given: Situation, tenant: Tenant): Promise<void> {
  const { code, orders, rules } = given
  const bench = benches[code]!
  const accounts = await Promise.all([0, 1, 2].map(() => bench.makeAccount()))
  const number = () => numberFrom(crypto.getRandomValues(new Uint8Array(10)))
  const links = new Map<number, Referral>()
  const people = new Map<string, { number: string }>()
  const made: { number: string; one: Order }[] = []
  const clerk = await findClerk(code)
  for (const one of orders) {
    const account = accounts[one.account]!
    const known = one.own ? undefined : links.get(one.account)
    const product = bench.products[one.product]!.product_id
    const referral =
      known ??
      (await bench.makeReferral({
        account,
        product,
        share: one.share,
        owned: one.special !== 'unowned',
      }))
    if (!one.own) links.set(one.account, referral)
    const wanted = emails[one.contact % 20] ?? `kontakt${one.contact}@post.example`
    const streets = [{}, { street: 'Birkenweg', houseNumber: '3', zip: '20095' }]
    const email =
      wanted === 'referrer' ? account.email : wanted === 'forgotten' ? emails[2]! : wanted
    const isForgotten = wanted === 'forgotten'
    const person = `${referral.number} ${email} ${isForgotten ? number() : ''}`
    const recipient =
      people.get(person) ??
      (await bench.makeRecipient(referral, {
        email: isForgotten ? `${number()}@post.example` : email,
        acceptedOn: daysAgo(one.acceptedAgo),
        ...streets[one.home],
      }))
    people.set(person, recipient)
    const order = number()
    made.push({ number: order, one })
    await asOwner(server, code, async (tx) => {
      const isCancelled = one.special === 'cancelled'
      const isReported = one.special === 'reported'
      await tx
        .insertInto('orders')
        .values({
          tenant: code,
          number: order,
          external_number: isReported ? null : `X-${order}`,
          referral_number: referral.number,
          recipient_number: recipient.number,
          product_id: referral.product,
          contract_on: daysAgo(one.contractAgo),
          state: isCancelled ? 'cancelled' : isReported ? 'reported' : 'confirmed',
          source: 'feed',
          channel: 'wa',
          reported_at: testNow,
          confirmed_at: isReported ? null : testNow,
          releasable_on: isCancelled || isReported ? null : daysAgo(one.dueAgo),
          cancelled_at: isCancelled ? testNow : null,
          ...(one.special === 'doubted' ? { doubts: ['email'], doubted_by: uuidv7() } : {}),
        })
        .execute()
      if (one.decision !== 'none')
        await tx
          .insertInto('order_decisions')
          .values({
            tenant: code,
            order_number: order,
            action: one.decision === 'refuse' ? 'refuse' : 'release',
            refusal_reason: one.decision === 'refuse' ? 'duplicate' : null,
            actor_kind: one.decidedBy === 'operator' ? 'operator' : 'agency-user',
            actor_id: one.decidedBy === 'clerk' ? (clerk ?? uuidv7()) : uuidv7(),
            actor_support: false,
            decided_at: testNow,
            due_at:
              one.decision === 'early'
                ? '2026-11-17T12:00:00Z'
                : server.clock.now().subtract({ minutes: one.decidedAgo }).toString(),
          })
          .execute()
      if (one.special === 'moved')
        await sql`update recipients set home_changed_by = ${uuidv7()} where number = ${recipient.number}`.execute(
          tx,
        )
      if (isForgotten)
        await sql`update recipients set email = '', state = 'withdrawn', person_until = ${daysAgo(-90)}, person_hash = ${server.deps.keys.lookup(personText(code, emails[2]!))}
          where number = ${recipient.number}`.execute(tx)
    })
  }
  if (rules.agency)
    await asOwner(server, code, (tx) =>
      sql`update referrals set agency_id = (select agency_id from agencies where tenant = ${code} limit 1)
        where tenant = ${code} and account_id = ${accounts[0]!.accountId}`.execute(tx),
    )
  const last = accounts[2]!.accountId
  await asOwner(server, code, async (tx) => {
    if (given.blocked === 'blocked')
      await sql`update accounts set blocked_on = ${daysAgo(1)}, blocked_by = 'somebody' where account_id = ${last}`.execute(
        tx,
      )
    if (given.blocked === 'deleted')
      await sql`update accounts set deleted_at = ${testNow} where account_id = ${last}`.execute(tx)
  })
  const { releaseOrder } = await import('./release-order.ts')
  for (const { number, one } of made.slice(0, given.before))
    if (one.special === 'none' && one.decision === 'none')
      await bench.run((tx) =>
        releaseOrder(tx, server.deps, tenant, number, { kind: 'system', id: 'system' }),
      )
}

const steps = ['applied', 'released', 'provided', 'expired'] as const

async function run(step: (typeof steps)[number], deps: Deps, tenant: Tenant, atOnce?: number) {
  if (step === 'applied') await applyDecisions(deps, tenant, atOnce)
  else if (step === 'released') await releaseDueOrders(deps, tenant, atOnce)
  else if (step === 'provided') await provideRewards(deps, tenant, {}, atOnce)
  else await expireRewards(deps, tenant, atOnce)
}

// A database cannot be copied where it has several nodes.
const onOneNode = test.skipIf(process.env['CITUS'] !== undefined)
onOneNode(
  'sets leave the same rows in every table as one row after another',
  async () => {
    await fc.assert(
      fc.asyncProperty(situation, async (given) => {
        server.clock.set(testNow)
        const { code } = given
        const kept = await createTestDatabase(server.database)
        const tenant = tenantOf(given)
        await make(given, tenant)
        const copy = await createTestDatabase(server.database)
        const alone = makeTestDeps(copy.appUrl)
        try {
          for (const step of steps) {
            if (step === 'provided') server.clock.advance('P8D')
            if (step === 'expired') server.clock.advance('P30M')
            alone.clock.set(server.clock.now().toString())
            await run(step, server.deps, tenant)
            await run(step, alone.deps, tenant, 1)
            const [ours, theirs] = [
              await readTables(server.database.ownerUrl, code),
              await readTables(copy.ownerUrl, code),
            ]
            expect(ours, step).toEqual(theirs)
          }
          await withTenant(server.db, code, async (tx) => {
            expect(await checkLedger(tx, code)).toEqual([])
            expect((await followAuditChain(tx, code)).problems).toEqual([])
          })
        } finally {
          await alone.deps.db.close()
          await copy.drop()
          await server.database.restore(kept)
          await kept.drop()
        }
      }),
      { numRuns: Number(process.env['RUNS'] ?? 6), endOnFailure: true },
    )
  },
  600_000,
)

test('orders of one set count for those after them: stages, a year’s referrals, and a person’s cap', async () => {
  const [telko, bgv] = [benches['telko']!, benches['bgv']!]
  const product = telko.products.find((one) => one.commission_cents === 5000)!.product_id
  const account = await telko.makeAccount()
  const numbers: string[] = []
  for (let i = 0; i < 4; i++) {
    const referral = await telko.makeReferral({ account, product, share: 100 })
    numbers.push(await telko.makeOrder(referral, await telko.makeRecipient(referral)))
  }
  const capped: string[] = []
  for (let i = 0; i < 3; i++) {
    const referral = await bgv.makeReferral({ share: 0 })
    const recipient = await bgv.makeRecipient(referral, { email: `cap+${i}@post.example` })
    capped.push(await bgv.makeOrder(referral, recipient))
  }
  server.clock.advance('P60D')
  const rules = { ...telko.tenant.eligibility, maxRewardedPerYear: 2 }
  await releaseDueOrders(server.deps, { ...telko.tenant, eligibility: rules })
  const rewards = (await Promise.all(numbers.map(telko.readRewards))).flat()
  expect(rewards.map(({ cents }) => cents).toSorted((x, y) => x - y)).toEqual([
    5000, 6000, 6000, 6000,
  ])
  expect(rewards.filter(({ review }) => review === 'held')).toHaveLength(2)
  await releaseDueOrders(server.deps, bgv.tenant)
  for (const number of capped) expect(await bgv.stateOf('orders', number)).toBe('released')
  const received = (await Promise.all(capped.map(bgv.readRewards))).flat()
  expect(received.reduce((sum, { cents }) => sum + cents, 0)).toBe(1500)
})

/** Confirmed orders that are due, ten of an account, each of a person of its own. */
async function makeDue(bench: Bench, many: number): Promise<string[]> {
  const accounts = await Promise.all(
    Array.from({ length: Math.ceil(many / 10) }, () => bench.makeAccount()),
  )
  return Promise.all(
    Array.from({ length: many }, async (_, i) => {
      const referral = await bench.makeReferral({ account: accounts[Math.floor(i / 10)]! })
      return bench.makeOrder(referral, await bench.makeRecipient(referral))
    }),
  )
}

/** Each of the orders is released and each of its rewards provided, posted, noted and mailed once. */
async function expectOnce(bench: Bench, numbers: readonly string[]): Promise<void> {
  const { code } = bench
  await bench.run(async (tx) => {
    const ids = sql`${[...numbers]}::text[]`
    const { rows } = await sql<Record<string, number>>`
      with made as (select * from rewards where tenant = ${code} and order_number = any (${ids}))
      select (select count(*)::int from orders where tenant = ${code} and number = any (${ids}) and state = 'released') as orders,
        (select count(*)::int from made where state = 'provided') as rewards,
        (select count(*)::int from ledger_postings where tenant = ${code} and reward_id in (select reward_id from made)) as postings,
        (select count(*)::int from mails where tenant = ${code} and template = 'rewardReady'
          and split_part(dedupe_key, '|', 2) in (select reward_id::text from made)) as mails,
        (select count(*)::int from audit_log where tenant = ${code} and (action = 'order-released' and subject_id = any (${ids})
          or action = 'reward-provided' and subject_id in (select reward_id::text from made))) as noted`.execute(
      tx,
    )
    const many = numbers.length
    expect(rows[0]).toEqual({
      orders: many,
      rewards: 2 * many,
      postings: 8 * many,
      mails: 2 * many,
      noted: 3 * many,
    })
    expect(await checkLedger(tx, code)).toEqual([])
    expect((await followAuditChain(tx, code)).problems).toEqual([])
  })
}

test('an order that fails stops no other of its set, and is released once it can be', async () => {
  const bench = benches['standard']!
  const numbers = await makeDue(bench, 6)
  const bad = numbers[3]!
  server.clock.advance('P15D')
  await asOwner(server, 'standard', (tx) =>
    sql`alter table rewards add constraint refused check (order_number <> ${sql.lit(bad)})`.execute(
      tx,
    ),
  )
  expect(await releaseDueOrders(server.deps, bench.tenant)).toBe(5)
  expect(await bench.stateOf('orders', bad)).toBe('confirmed')
  await provideRewards(server.deps, bench.tenant, {})
  await expectOnce(
    bench,
    numbers.filter((number) => number !== bad),
  )
  await asOwner(server, 'standard', (tx) =>
    sql`alter table rewards drop constraint refused`.execute(tx),
  )
  expect(await releaseDueOrders(server.deps, bench.tenant)).toBe(1)
  await provideRewards(server.deps, bench.tenant, {})
  await expectOnce(bench, numbers)
})

test('several workers at once, and clerks beside them, release and provide each order once', async () => {
  const bench = benches['standard']!
  const numbers = await makeDue(bench, 24)
  server.clock.advance('P15D')
  const sweep = async () => {
    const released = await releaseDueOrders(server.deps, bench.tenant)
    await provideRewards(server.deps, bench.tenant, {})
    return released
  }
  const byHand = numbers.toReversed().map(async (number) => {
    const answer = await bench.release(number)
    await provideRewards(server.deps, bench.tenant, { orderNumber: number })
    return answer.kind === 'released' ? 1 : 0
  })
  const done = await Promise.all([sweep(), sweep(), sweep(), ...byHand])
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(numbers.length)
  await expectOnce(bench, numbers)
})

test('a worker that is killed between or within sets loses nothing, and the next does nothing twice', async () => {
  const bench = benches['standard']!
  const numbers = await makeDue(bench, 130)
  server.clock.advance('P15D')
  const isBegun = async (n: number) =>
    bench.run(async (tx) => {
      const { rows } = await sql<{ done: number }>`
        select count(*)::int as done from orders where tenant = 'standard' and state = 'released' and number = any (${numbers}::text[])`.execute(
        tx,
      )
      return rows[0]!.done >= n
    })
  for (const until of [0, 1]) {
    const child = fork(
      new URL('release-due.test-process.ts', import.meta.url),
      [server.database.appUrl, server.clock.now().toString(), 'standard'],
      { stdio: 'inherit' },
    )
    const ended = once(child, 'exit')
    await once(child, 'message')
    while (!(await isBegun(until)) && child.exitCode === null);
    child.kill('SIGKILL')
    await ended
  }
  await releaseDueOrders(server.deps, bench.tenant)
  await provideRewards(server.deps, bench.tenant, {})
  await expectOnce(bench, numbers)
})
