import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordStatements } from '../../../bench/record-statements.ts'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { readTables } from '../../../test/helpers/read-tables.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { codeFrom } from '../../domain/numbers.ts'
import { system, type Actor } from '../base/audit-store.ts'
import { followAuditChain } from '../base/audit-chain-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { lockOrder } from '../order/store.ts'
import { applyDecisions, noteDecision, takeBackDecision } from './apply-decisions.ts'
import { checkLedger } from './check-ledger-store.ts'
import { remindOfCodes } from './remind-of-codes.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

// Decisions about orders and reminders of codes go in sets, and leave what they would have left one by one. That sets of decisions leave the same
// rows for any orders is in release-in-sets.test.ts.

let server: TestServer
let bench: Bench
let clerk: Actor
let voucher: string
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  const agency = await makeAgency(server, 'standard', 'AG-7801')
  clerk = { kind: 'agency-user', id: agency.employee.id }
  bench = await makeBench(server, 'standard')
  const { option_id: id } = await bench.run((tx) =>
    tx
      .selectFrom('reward_options')
      .select('option_id')
      .where('tenant', '=', 'standard')
      .where('kind', '=', 'voucher')
      .executeTakeFirstOrThrow(),
  )
  voucher = id
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const statementsOf = async (work: () => Promise<unknown>) => {
  const { borrows } = await recordStatements(server.db.pool, async () => void (await work()))
  return borrows.flatMap(({ waves }) => waves.flat()).length
}

/** Runs `what` in processes that are killed, before or after the first set is in. */
async function killTwice(what: string, isBegun: () => Promise<boolean>): Promise<void> {
  for (const waits of [false, true]) {
    const child = fork(
      new URL('release-due.test-process.ts', import.meta.url),
      [server.database.appUrl, server.clock.now().toString(), 'standard', what],
      { stdio: 'inherit' },
    )
    const ended = once(child, 'exit')
    await once(child, 'message')
    while (waits && !(await isBegun()) && child.exitCode === null);
    child.kill('SIGKILL')
    await ended
  }
}

type Kind = 'release' | 'refuse'
type Decided = { number: string; kind: Kind }

/** Orders that the clerk has decided about, each of a person and a referral of its own; the decisions are due. */
async function decide(kinds: readonly Kind[], actor = clerk): Promise<Decided[]> {
  const made = await Promise.all(
    kinds.map(async (kind) => {
      const referral = await bench.makeReferral()
      return { kind, number: await bench.makeOrder(referral, await bench.makeRecipient(referral)) }
    }),
  )
  for (const { kind, number } of made)
    await bench.run(async (tx) => {
      await lockOrder(tx, 'standard', number)
      const refusal = kind === 'refuse' ? ({ reason: 'duplicate', note: null } as const) : null
      await noteDecision(tx, server.deps, 'standard', number, refusal, actor)
    })
  server.clock.advance('PT11S')
  return made
}
const many = (kind: Kind, count: number) => Array.from({ length: count }, () => kind)
const apply = () => applyDecisions(server.deps, bench.tenant)

/** Each order was released or refused once, in the clerk's name, and both of its people told of a refusal once; nothing waits. */
async function expectDecided(decided: readonly Decided[]): Promise<void> {
  const of = (kind: Kind) => decided.filter((one) => one.kind === kind).map(({ number }) => number)
  const [released, refused] = [of('release'), of('refuse')]
  await bench.run(async (tx) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from orders where tenant = 'standard' and state = 'released' and number = any (${released})) as released,
        (select count(*)::int from orders where tenant = 'standard' and state = 'cancelled' and refusal_reason = 'duplicate' and number = any (${refused})) as refused,
        (select count(*)::int from rewards where tenant = 'standard' and order_number = any (${[...released, ...refused]})) as rewards,
        (select count(*)::int from mails where tenant = 'standard' and template = 'refused'
          and split_part(dedupe_key, '|', 3) = any (${refused})) as mails,
        (select count(*)::int from audit_log where tenant = 'standard' and actor_id = ${clerk.id}
          and (action = 'order-released' and subject_id = any (${released}) or action = 'order-refused' and subject_id = any (${refused}))) as noted,
        (select count(*)::int from order_decisions where tenant = 'standard' and order_number = any (${[...released, ...refused]})) as waiting`.execute(
      tx,
    )
    expect(rows[0]).toEqual({
      released: released.length,
      refused: refused.length,
      rewards: 2 * released.length,
      mails: 2 * refused.length,
      noted: decided.length,
      waiting: 0,
    })
    expect(await checkLedger(tx, 'standard')).toEqual([])
    expect((await followAuditChain(tx, 'standard')).problems).toEqual([])
  })
}

test('a hundred releases, and a hundred refusals, take fewer statements than orders', async () => {
  for (const kind of ['release', 'refuse'] as const) {
    const decided = await decide(many(kind, 100))
    expect(await statementsOf(async () => expect(await apply()).toBe(100)), kind).toBeLessThan(60)
    await expectDecided(decided)
  }
})

test('a decision that fails stops no other of its set, and is applied once it can be', async () => {
  const decided = await decide([...many('release', 5), ...many('refuse', 5)])
  const bad = [decided[2]!.number, decided[7]!.number]
  await asOwner(server, 'standard', (tx) =>
    sql`alter table orders add constraint refused
      check (state not in ('released', 'cancelled') or number not in (${sql.join(bad.map((number) => sql.lit(number)))})) not valid`.execute(
      tx,
    ),
  )
  expect(await apply()).toBe(8)
  for (const number of bad) expect(await bench.stateOf('orders', number)).toBe('confirmed')
  await expectDecided(decided.filter(({ number }) => !bad.includes(number)))
  await asOwner(server, 'standard', (tx) =>
    sql`alter table orders drop constraint refused`.execute(tx),
  )
  expect(await apply()).toBe(2)
  await expectDecided(decided)
})

test('a decision of somebody who has left is dropped, and stops no other of its set', async () => {
  const gone: Actor = { kind: 'agency-user', id: uuidv7() }
  const lapsed = [
    ...(await decide(many('release', 2), gone)),
    ...(await decide(many('refuse', 2), gone)),
  ]
  const decided = await decide([...many('refuse', 3), ...many('release', 3)])
  expect(await apply()).toBe(6)
  await expectDecided(decided)
  for (const { number } of lapsed) expect(await bench.stateOf('orders', number)).toBe('confirmed')
  const dropped = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['subject_id', 'actor_kind'])
      .where('tenant', '=', 'standard')
      .where('action', '=', 'order-decision-dropped')
      .execute(),
  )
  const numbers = lapsed.map(({ number }) => number)
  expect(dropped.map((one) => one.subject_id).toSorted()).toEqual(numbers.toSorted())
  expect(await apply()).toBe(0)
})

test('a refusal tells the contact if the cap had left something when it was decided, whatever is released in the same run', async () => {
  const capped = await makeBench(server, 'bgv')
  const isTold = async (first: Kind) => {
    const email = `${first}@post.example`
    const made: Record<Kind, string> = { release: '', refuse: '' }
    for (const kind of [first, first === 'release' ? 'refuse' : 'release'] as const) {
      const referral = await capped.makeReferral({ share: 0 })
      const recipient = await capped.makeRecipient(referral, { email })
      made[kind] = await capped.makeOrder(referral, recipient)
      await capped.run(async (tx) => {
        await lockOrder(tx, 'bgv', made[kind])
        const refusal = kind === 'refuse' ? ({ reason: 'duplicate', note: null } as const) : null
        await noteDecision(tx, server.deps, 'bgv', made[kind], refusal, system)
      })
      server.clock.advance('PT1S')
    }
    server.clock.advance('PT11S')
    expect(await applyDecisions(server.deps, capped.tenant)).toBe(2)
    const rewards = await capped.readRewards(made.release)
    expect(rewards.map(({ cents }) => cents)).toEqual([capped.tenant.cap.cents])
    const mails = await queuedMails(server, 'bgv', email)
    return mails.some(({ template }) => template === 'refused')
  }
  expect([await isTold('refuse'), await isTold('release')]).toEqual([true, false])
})

test('several workers at once, beside those who take back or release by hand, apply each decision once or not at all', async () => {
  const decided = await decide([...many('release', 20), ...many('refuse', 20)])
  const late = await decide([...many('refuse', 10), ...many('release', 10)])
  server.clock.set(server.clock.now().subtract({ seconds: 5 }).toString())
  const back = late.map(async ({ number }) =>
    bench.run((tx) => takeBackDecision(tx, server.deps, 'standard', number, clerk)),
  )
  const byHand = decided.slice(5, 15).map(({ number }) => bench.release(number))
  const [done, taken, released] = await Promise.all([
    Promise.all([apply(), apply(), apply()]),
    Promise.all(back),
    Promise.all(byHand),
  ])
  const isNew = released.map(({ kind }) => kind === 'released')
  expect(done.reduce((sum, count) => sum + count, 0) + isNew.filter(Boolean).length).toBe(40)
  expect(taken).toEqual(late.map(() => true))
  // Those by hand are in nobody's name.
  await expectDecided(decided.filter((_, at) => !isNew[at - 5]))
  for (const { number } of late) expect(await bench.stateOf('orders', number)).toBe('confirmed')
  server.clock.advance('PT1M')
  expect(await apply()).toBe(0)
})

test('a worker that is killed between or within sets of decisions loses none, and the next applies none twice', async () => {
  const decided = await decide([...many('release', 120), ...many('refuse', 120)])
  const numbers = decided.map(({ number }) => number)
  await killTwice('decisions', () =>
    bench.run(async (tx) => {
      const { rows } = await sql`
        select from orders where tenant = 'standard' and state <> 'confirmed' and number = any (${numbers}) limit 1`.execute(
        tx,
      )
      return rows.length > 0
    }),
  )
  await apply()
  await expectDecided(decided)
})

/** Paid vouchers whose codes nobody looked at; their reminders are due. */
async function takeCodes(count: number): Promise<string[]> {
  const orders = await Promise.all(
    Array.from({ length: count }, async () => {
      const referral = await bench.makeReferral({ share: 100 })
      const number = await bench.makeOrder(referral, await bench.makeRecipient(referral))
      await bench.release(number)
      return number
    }),
  )
  const now = server.clock.now().toString()
  return asOwner(server, 'standard', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      update rewards set state = 'paid', taken_as = 'voucher', paid_at = ${now}, option_id = ${voucher}
      where tenant = 'standard' and order_number = any (${orders}) returning reward_id as id`.execute(
      tx,
    )
    for (const { id } of rows)
      for (const cents of [1000, 2000])
        await tx
          .insertInto('vouchers')
          .values({
            tenant: 'standard',
            voucher_id: uuidv7(),
            option_id: voucher,
            cents,
            code_encrypted: 'sealed',
            code_hash: codeFrom(crypto.getRandomValues(new Uint8Array(10))) + id + String(cents),
            reward_id: id,
            imported_at: now,
            taken_at: now,
            remind_on: server.clock.today().toString(),
          })
          .execute()
    return rows.map(({ id }) => id)
  })
}
const remind = () => remindOfCodes(server.deps, bench.tenant)

/** Each is told of once, with the sum of its codes. */
async function expectReminded(ids: readonly string[]): Promise<void> {
  await bench.run(async (tx) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from mails where tenant = 'standard' and template = 'voucherReminder'
          and (data ->> 'count')::int = 2 and split_part(dedupe_key, '|', 2) = any (${[...ids]})) as mails,
        (select count(*)::int from audit_log where tenant = 'standard' and action = 'remind-of-voucher' and subject_id = any (${[...ids]})) as noted,
        (select count(*)::int from vouchers where tenant = 'standard' and remind_on is not null
          and reward_id = any (${[...ids]}::uuid[])) as planned`.execute(tx)
    expect(rows[0]).toEqual({ mails: ids.length, noted: ids.length, planned: 0 })
    expect((await followAuditChain(tx, 'standard')).problems).toEqual([])
  })
}

test('reminders of codes in sets leave the same rows in every table as one after another', async () => {
  const ids = await takeCodes(12)
  await asOwner(server, 'standard', async (tx) => {
    await sql`update rewards set claimed_back_at = now() where tenant = 'standard' and reward_id = ${ids[1]}`.execute(
      tx,
    )
    await sql`update vouchers set doubted_at = now(), doubted_by = ${uuidv7()}, faulty_at = now(), faulty_by = ${uuidv7()} where tenant = 'standard' and reward_id = ${ids[3]} and cents = 1000`.execute(
      tx,
    )
    await sql`update vouchers set doubted_at = now(), doubted_by = ${uuidv7()}, faulty_at = now(), faulty_by = ${uuidv7()} where tenant = 'standard' and reward_id = ${ids[4]}`.execute(
      tx,
    )
    await sql`update accounts set blocked_on = current_date, blocked_by = 'somebody' where tenant = 'standard'
      and account_id = (select account_id from rewards where tenant = 'standard' and reward_id = ${ids[5]})`.execute(
      tx,
    )
  })
  const copy = await createTestDatabase(server.database)
  const alone = makeTestDeps(copy.appUrl)
  try {
    alone.clock.set(server.clock.now().toString())
    expect(await remind()).toBe(10)
    expect(await remindOfCodes(alone.deps, bench.tenant, 1)).toBe(10)
    expect(await readTables(server.database.ownerUrl, 'standard')).toEqual(
      await readTables(copy.ownerUrl, 'standard'),
    )
  } finally {
    await alone.deps.db.close()
    await copy.drop()
  }
  expect(await remind()).toBe(0)
})

test('a hundred reminders of codes take fewer statements than rewards', async () => {
  const ids = await takeCodes(100)
  expect(await statementsOf(async () => expect(await remind()).toBe(100))).toBeLessThan(25)
  await expectReminded(ids)
})

test('a reminder that fails, and one whose reward somebody holds, stop no other; they come next time', async () => {
  const ids = await takeCodes(8)
  const bad = `voucher-reminder|${ids[2]}|${server.clock.today().toString()}`
  await asOwner(server, 'standard', (tx) =>
    sql`alter table mails add constraint refused check (dedupe_key <> ${sql.lit(bad)})`.execute(tx),
  )
  const others = ids.filter((id) => id !== ids[2] && id !== ids[6])
  await bench.run(async (tx) => {
    await sql`select from rewards where tenant = 'standard' and reward_id = ${ids[6]} for no key update`.execute(
      tx,
    )
    await expect(remind()).rejects.toThrow(/refused/)
    await expectReminded(others)
  })
  await asOwner(server, 'standard', (tx) =>
    sql`alter table mails drop constraint refused`.execute(tx),
  )
  expect(await remind()).toBe(2)
  await expectReminded(ids)
})

test('several workers at once remind of each code once', async () => {
  const ids = await takeCodes(60)
  const done = await Promise.all([remind(), remind(), remindOfCodes(server.deps, bench.tenant, 7)])
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(ids.length)
  await expectReminded(ids)
})

test('a worker that is killed between or within sets of reminders loses none, and the next mails none twice', async () => {
  const ids = await takeCodes(130)
  await killTwice('codes', () =>
    bench.run(async (tx) => {
      const { rows } = await sql`
        select from vouchers where tenant = 'standard' and remind_on is null and reward_id = any (${ids}::uuid[]) limit 1`.execute(
        tx,
      )
      return rows.length > 0
    }),
  )
  await remind()
  await expectReminded(ids)
})
