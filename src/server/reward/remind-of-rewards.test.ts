import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { remindOfRewards } from './remind-of-rewards.ts'
import { makeBench } from './reward.test-helper.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
})
afterAll(() => server.stop())

const run = async () => remindOfRewards(server.deps, await server.deps.tenants.get('standard'))
const reminders = async (to: string) =>
  (await queuedMails(server, 'standard', to)).filter(
    ({ template }) => template === 'rewardReminder',
  )
const expiry = Temporal.PlainDate.from('2027-11-17')
const goTo = (daysBefore: number) =>
  server.clock.set(`${expiry.subtract({ days: daysBefore }).toString()}T11:00:00Z`)

test('a reward that nobody collects is reminded of 30 and 7 days before its last day, once each', async () => {
  server.clock.set(testNow)
  const { referral, rewards } = await bench.makeReward()
  expect(rewards[0]?.expires_on).toBe(expiry.toString())
  const counts: number[] = []
  for (const days of [31, 30, 30, 29, 8, 7, 7, 1, 0]) {
    goTo(days)
    await Promise.all([run(), run()])
    counts.push((await reminders(referral.email)).length)
  }
  expect(counts).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2])
  const [last] = await reminders(referral.email)
  expect(last?.data).toMatchObject({ expiresOn: expiry.toString(), beneficiary: 'referrer' })
  const shown = await server.call('GET', '/standard/praemierung', { token: last?.token ?? '' })
  expect([shown.status, shown.body.Status]).toEqual([200, 'Bereitgestellt'])
})

test('whoever has collected, and whose reward is over, gets no reminder', async () => {
  server.clock.set(testNow)
  const { referral, rewards } = await bench.makeReward()
  const token = await bench.token('reward', rewards[0]!.reward_id)
  goTo(31)
  const body = {
    PraemieId: 'geld',
    Bankdaten: { Kontoinhaber: 'Wera Werber', Iban: 'DE89370400440532013000' },
  }
  expect((await server.call('PUT', '/standard/praemierung', { token, body })).status).toBe(200)
  goTo(7)
  await run()
  expect(await reminders(referral.email)).toEqual([])

  server.clock.set(testNow)
  const other = await bench.makeReward()
  goTo(-1)
  await run()
  expect(await reminders(other.referral.email)).toEqual([])
})

test('after a long standstill there is one reminder, not one for every day that was missed', async () => {
  server.clock.set(testNow)
  const { referral } = await bench.makeReward()
  goTo(3)
  await run()
  await run()
  expect(await reminders(referral.email)).toHaveLength(1)
})

test('a reward that is provided anew shortly before its last day is not reminded of at once', async () => {
  server.clock.set(testNow)
  const { referral, rewards } = await bench.makeReward()
  goTo(5)
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('rewards')
      .set({ provided_at: server.clock.now().toString() })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', rewards[0]!.reward_id)
      .execute(),
  )
  await run()
  expect(await reminders(referral.email)).toEqual([])
})

test('a tenant without reminder days sends none', async () => {
  server.clock.set(testNow)
  const { referral } = await bench.makeReward()
  goTo(7)
  const tenant = await server.deps.tenants.get('standard')
  const silent = { ...tenant, reminders: { rewardDays: [], referralDays: [] } }
  expect(await remindOfRewards(server.deps, silent)).toBe(0)
  expect(await reminders(referral.email)).toEqual([])
})

test('a reward that belongs to nobody any more keeps no other from its reminder', async () => {
  server.clock.set(testNow)
  const lost = await bench.makeReward({ share: 0 })
  const { referral } = await bench.makeReward()
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('recipients')
      .set({ email: '' })
      .where('tenant', '=', 'standard')
      .where('number', '=', lost.recipient.number)
      .execute(),
  )
  goTo(7)
  await run()
  expect(await reminders(referral.email)).toHaveLength(1)
})

test('one whose reminder fails keeps no other from its own, and its error is said', async () => {
  server.clock.set(testNow)
  const first = await bench.makeReward()
  const broken = await bench.makeReward()
  const last = await bench.makeReward()
  goTo(7)
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  await owner.query(`
    create function fail_reminder() returns trigger language plpgsql as $$ begin raise 'no reminder'; end $$;
    create trigger fail_reminder before update on rewards
      for each row when (new.reward_id = '${broken.rewards[0]!.reward_id}') execute function fail_reminder()`)
  const tenant = await server.deps.tenants.get('standard')
  await expect(remindOfRewards(server.deps, tenant, 2)).rejects.toThrow('no reminder')
  const counts = async () => {
    const mails = [first, broken, last].map(({ referral }) => reminders(referral.email))
    return (await Promise.all(mails)).map(({ length }) => length)
  }
  expect(await counts()).toEqual([1, 0, 1])
  await owner.query('drop function fail_reminder cascade')
  await owner.end()
  await run()
  expect(await counts()).toEqual([1, 1, 1])
})
