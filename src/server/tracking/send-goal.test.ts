import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { goals } from '../../domain/tracking-goals.ts'
import { saveSecret } from '../base/secret-store.ts'
import { withTenant } from '../db/connection.ts'
import { startBoss, type Jobs } from '../jobs/boss.ts'
import { drain } from '../jobs/drain.ts'
import { retryJob, listJobs } from '../jobs/manage-jobs.ts'
import { relayOnce } from '../jobs/relay.ts'
import type { GoalJob } from './goal-job.ts'
import { recordEvent } from './record-event.ts'
import { sendGoal } from './send-goal.ts'
import { agreedCookie, readQueued, startMatomo, useMatomo } from './tracking.test-helper.ts'

// Over real HTTP, against a server that speaks Matomo's tracking API as it is documented.

let server: TestServer
let matomo: Awaited<ReturnType<typeof startMatomo>>
let consentId: string
beforeAll(async () => {
  server = await startTestServer()
  matomo = await startMatomo()
})
startEachAfresh(() => server)
beforeEach(async () => {
  matomo.answer(204)
  matomo.told.length = 0
  await useMatomo(server, 'standard', { url: matomo.url, siteId: 7, goals: { '6': 106 } })
  consentId = (await agreedCookie(server, 'standard')).split('.').at(-1) ?? ''
})
afterAll(async () => {
  await matomo.close()
  await server.stop()
})

const job = (more: Partial<GoalJob> = {}): GoalJob => ({
  goal: 1,
  at: server.clock.realNow().toString(),
  consentId,
  locale: 'de',
  userAgent: 'Mozilla/5.0 Firefox/140.0',
  channel: 'wa',
  campaign: 'herbst',
  ...more,
})
const send = (more: Partial<GoalJob> = {}, limitMs?: number) =>
  sendGoal(server.deps, 'standard', job(more), limitMs)
const lastTold = () => Object.fromEntries(matomo.told.at(-1)?.query ?? [])

test('a goal is told as Matomo’s tracking API asks for it, without anything that tells who it was', async () => {
  await send()
  expect(matomo.told.map(({ path }) => path)).toEqual(['/matomo/matomo.php'])
  const { _id, ...told } = lastTold()
  expect(_id).toMatch(/^[0-9a-f]{16}$/)
  expect(told).toEqual({
    idsite: '7',
    rec: '1',
    apiv: '1',
    send_image: '0',
    idgoal: '1',
    action_name: 'Homepage',
    url: 'http://localhost:3000/de/home-viewed',
    lang: 'de',
    ua: 'Mozilla/5.0 Firefox/140.0',
    cdt: '2026-11-17 11:00:00',
    _rcn: 'herbst',
    _rck: 'wa',
  })
  expect(JSON.stringify(told)).not.toContain(consentId)
})

test('one visitor is one pseudonym, another at the next tenant, and never the id of the proof', async () => {
  await send()
  const first = lastTold()._id
  await send({ goal: 6 })
  expect(lastTold()._id).toBe(first)
  await useMatomo(server, 'telko', { url: matomo.url, siteId: 8 })
  const other = (await agreedCookie(server, 'telko')).split('.').at(-1) ?? ''
  await sendGoal(server.deps, 'telko', job({ consentId: other }))
  expect(lastTold()).toMatchObject({ idsite: '8' })
  expect(lastTold()._id).not.toBe(first)
})

test('a tenant’s own numbers are used where it has some, ours for all the others', async () => {
  for (const { id } of goals) await send({ goal: id })
  expect(matomo.told.map(({ query }) => Number(query.get('idgoal')))).toEqual(
    goals.map(({ id }) => (id === 6 ? 106 : id)),
  )
})

test('a missing campaign or channel is not sent', async () => {
  await send({ channel: 'xx', campaign: null })
  expect(lastTold()).not.toHaveProperty('_rcn')
  expect(lastTold()).not.toHaveProperty('_rck')
})

test('nothing is sent for visitors without consent or who withdrew it meanwhile', async () => {
  const cookie = `zs_consent=2026-11b.r1a1m0.${consentId}`
  await server.call('PUT', '/standard/cookies/zustimmung', {
    cookie,
    body: { Analyse: false, Merken: true },
  })
  await send()
  await send({ consentId: 'AAAAAAAAAAAAAAAAAAAAAA' })
  expect(matomo.told).toEqual([])
})

test('nothing is sent for a tenant that removed its Matomo meanwhile', async () => {
  await useMatomo(server, 'standard', null)
  await send()
  expect(matomo.told).toEqual([])
})

test.each([200, 202, 204])('%i is a success', async (status) => {
  matomo.answer(status)
  await expect(send()).resolves.toBeUndefined()
})

test.each([301, 400, 401, 403, 404, 429, 500, 503])('%i is tried again later', async (status) => {
  matomo.answer(status)
  await expect(send()).rejects.toThrow(/Matomo answered|redirect/)
})

test('one that hangs, or is not there, is given up after the time limit and tried again later', async () => {
  matomo.answer('hang')
  await expect(send({}, 100)).rejects.toThrow(/no answer in 100 ms/)
  await useMatomo(server, 'standard', { url: 'http://127.0.0.1:1/matomo.php', siteId: 7 })
  await expect(send()).rejects.toThrow(/cannot be reached/)
})

test('an older time is told only with the secret that Matomo asks for then', async () => {
  const at = server.clock.realNow().subtract({ hours: 30 }).toString()
  await send({ at })
  expect(lastTold()).not.toHaveProperty('cdt')
  expect(lastTold()).not.toHaveProperty('token_auth')
  await withTenant(server.db, 'standard', (tx) =>
    saveSecret(tx, server.deps.keys, 'standard', 'analytics', 'geheim', server.clock.now()),
  )
  await send({ at })
  expect(lastTold()).toMatchObject({ cdt: '2026-11-16 05:00:00', token_auth: 'geheim' })
})

test('nothing of what went wrong names the secret or the visitor', async () => {
  matomo.answer(500)
  const error = await send().then(
    () => null,
    (thrown: Error) => thrown,
  )
  expect(`${error?.message} ${error?.stack}`).not.toMatch(new RegExp(`geheim|${consentId}`))
})

let jobs: Jobs | null = null
afterEach(async () => {
  await jobs?.stop()
  jobs = null
})

test(
  'while Matomo is down nothing is lost, and when it is back each goal is told once',
  { tags: 'long' },
  async () => {
    const { db, deps, database } = server
    jobs = await startBoss({
      url: database.appUrl,
      db,
      workers: true,
      handlers: {
        'send-mail': async () => undefined,
        'send-goal': ({ tenant, payload }) => sendGoal(deps, tenant, payload as GoalJob, 500),
      },
      onError: () => undefined,
    })
    const analytics = { consentId, locale: 'de' as const, userAgent: 'Firefox' }
    matomo.answer(503)
    for (const event of ['home-viewed', 'shop-opened', 'link-clicked'] as const)
      recordEvent(deps, { tenant: 'standard', event, analytics })
    expect(await readQueued(server)).toHaveLength(3)
    const { boss } = jobs
    const move = async () => {
      while ((await relayOnce(db, boss)) > 0);
      await drain({ db, timeoutMs: 30_000 })
    }
    await move()
    expect(matomo.told).toHaveLength(3)
    matomo.told.length = 0
    matomo.answer(204)
    const waiting = await listJobs(db, { kind: 'send-goal', state: 'retry' })
    expect(waiting).toHaveLength(3)
    for (const { id } of waiting)
      expect(await withTenant(db, 'standard', (tx) => retryJob(tx, 'standard', id))).toBe('retry')
    await move()
    await move()
    const told = matomo.told.map(({ query }) => query.get('idgoal')).toSorted()
    expect(told).toEqual(['1', '12', '17'])
  },
)
