import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { audit } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { remindOfCodes } from './remind-of-codes.ts'
import { planReminder } from './shown-code-store.ts'
import { makeBench, makeDesk, withSettings, type Bench, type Desk } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
  desk = await makeDesk(server, bench)
})
beforeEach(() => {
  server.clock.set(testNow)
})
afterEach(() => bench.expectLedger())
afterAll(() => server.stop())

const tenant = async () => server.deps.tenants.get('standard')
const run = async () => remindOfCodes(server.deps, await tenant())
const later = (days: number) =>
  server.clock.set(
    Temporal.Instant.from(testNow)
      .add({ hours: 24 * days })
      .toString(),
  )

/** A reward taken as a voucher, with the link of its mail. */
async function taken() {
  const made = await desk.reward()
  const body = { PraemieId: desk.voucher }
  expect((await desk.collect(made.token, body)).status).toBe(200)
  const [mail] = (await queuedMails(server, 'standard', made.referral.email)).filter(
    ({ template }) => template === 'voucher',
  )
  return { ...made, email: made.referral.email, link: mail?.token ?? '' }
}

const show = (token: string, headers: Record<string, string> = {}) =>
  server.call('POST', '/standard/praemierung/gutscheincodes', { token, headers })
const reminders = async (email: string) =>
  (await queuedMails(server, 'standard', email)).filter(
    ({ template }) => template === 'voucherReminder',
  )
const codesOf = (id: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('vouchers')
      .select(['shown_at', 'remind_on'])
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', id)
      .execute(),
  )
const shownRows = (id: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select('actor_kind')
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .where('action', '=', 'voucher-shown')
      .execute(),
  )

test('opening the link shows no code and counts as nothing; the press shows it, and the first one is kept', async () => {
  const { id, link } = await taken()
  const opened = await desk.show(link)
  expect([opened.status, opened.body.Status, opened.body.CodesAnzeigbar]).toEqual([
    200,
    'Ausgezahlt',
    true,
  ])
  expect(JSON.stringify(opened.body)).not.toMatch(/"Code"/)
  expect((await codesOf(id)).every(({ shown_at }) => shown_at === null)).toBe(true)
  later(1)
  const first = await show(link)
  expect(first.status).toBe(200)
  expect(first.body.Codes[0].Code.length).toBeGreaterThan(5)
  const at = (await codesOf(id))[0]?.shown_at?.toString()
  later(3)
  expect((await show(link)).body).toEqual(first.body)
  expect((await codesOf(id))[0]?.shown_at?.toString()).toBe(at)
  expect(await shownRows(id)).toEqual([{ actor_kind: 'reward' }])
})

test('a code that was not shown is reminded of once after the tenant’s days, without the code, by a link that shows it', async () => {
  const { id, email } = await taken()
  const counts: number[] = []
  for (const days of [1, 13, 14, 14, 15, 60, 400]) {
    later(days)
    await Promise.all([run(), run()])
    counts.push((await reminders(email)).length)
  }
  expect(counts).toEqual([0, 0, 1, 1, 1, 1, 1])
  const [mail] = await reminders(email)
  later(14)
  const shown = await show(mail?.token ?? '')
  expect(shown.status).toBe(200)
  expect(JSON.stringify(mail?.data)).not.toContain(shown.body.Codes[0].Code)
  expect((await codesOf(id)).map(({ remind_on }) => remind_on)).toEqual([null])
})

test('a code that was shown and one that is claimed back are not reminded of', async () => {
  const seen = await taken()
  await show(seen.link)
  const owed = await taken()
  await bench.run((tx) =>
    tx
      .updateTable('rewards')
      .set({ claimed_back_at: server.clock.now().toString() })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', owed.id)
      .execute(),
  )
  later(20)
  await run()
  expect([await reminders(seen.email), await reminders(owed.email)]).toEqual([[], []])
  expect((await show(owed.link)).status).toBe(404)
  await bench.run((tx) =>
    tx
      .updateTable('rewards')
      .set({ claimed_back_at: null })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', owed.id)
      .execute(),
  )
})

test('a tenant that wants no reminder of codes has none planned', async () => {
  const { id } = await taken()
  const off = withSettings(await tenant(), { voucherReminderDays: 0 })
  const plan = (of: typeof off) =>
    bench.run(async (tx) => {
      await tx
        .updateTable('vouchers')
        .set({ remind_on: null })
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', id)
        .execute()
      await planReminder(tx, of, id, server.deps.clock.today())
    })
  await plan(off)
  expect((await codesOf(id)).map(({ remind_on }) => remind_on)).toEqual([null])
  await plan(await tenant())
  expect((await codesOf(id)).map(({ remind_on }) => remind_on)).toEqual(['2026-12-01'])
})

test('a reward’s earlier link, which may have been forwarded, shows no code, and neither does a session by link or of support', async () => {
  const { id, token, referral } = await taken()
  const earlier = await desk.show(token)
  expect([earlier.status, earlier.body.CodesAnzeigbar]).toEqual([200, undefined])
  expect((await show(token)).status).toBe(404)

  const session = (details: Record<string, unknown>) =>
    withTenant(server.db, 'standard', async (tx) => {
      const now = server.clock.now()
      const expiresAt = server.deps.clock.realNow().add({ hours: 1 })
      const made = { kind: 'user-session', subject: referral.accountId, now, expiresAt } as const
      return (await issueToken(tx, server.deps.keys, 'standard', { ...made, uses: null, details }))
        .text
    })
  const opened = async (details: Record<string, unknown>) => {
    const answer = await server.call('POST', `/standard/empfehler/praemierung/${id}`, {
      token: await session(details),
    })
    return answer.status === 200 || answer.status === 201
      ? (await show(answer.body.Token)).status
      : answer.status
  }
  expect(await opened({})).toBe(200)
  expect(await opened({ freshUntil: testNow.toString() })).not.toBe(200)
  expect(await opened({ support: true })).not.toBe(200)
})

test('no address that is newer than the voucher gets the reminder', async () => {
  const { id, email, referral } = await taken()
  later(1)
  await bench.run((tx) =>
    audit(tx, 'standard', {
      at: server.clock.now(),
      actor: { kind: 'referrer', id: referral.accountId },
      action: 'change-email',
      subjectKind: 'account',
      subjectId: referral.accountId,
    }),
  )
  later(20)
  await run()
  expect(await reminders(email)).toEqual([])
  expect((await codesOf(id)).map(({ remind_on }) => remind_on)).toEqual([null])
})

test('nobody gets another tenant’s codes by a link, or without one', async () => {
  const { link } = await taken()
  const elsewhere = await server.call('POST', '/telko/praemierung/gutscheincodes', { token: link })
  expect([elsewhere.status, (await show('')).status]).toEqual([403, 403])
})
