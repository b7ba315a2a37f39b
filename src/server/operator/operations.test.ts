import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeadJob, openQueue } from '../../../test/helpers/dead-job.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { platformCode } from '../../domain/platform.ts'
import { flushLimits } from '../base/note-limit.ts'
import { withTenant } from '../db/connection.ts'
import { runSelection } from './run-selection.ts'

let server: TestServer
let queue: Awaited<ReturnType<typeof openQueue>>
let admin: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  queue = await openQueue(server)
})
beforeEach(async () => {
  server.clock.set(testNow)
  admin = await makeOperator(server, 'betrieb@post.example', ['tenant-admin'])
})
afterAll(async () => {
  await queue.stop()
  await server.stop()
})

const call = (method: string, path: string, body?: unknown, who = admin, at = 'standard') =>
  server.call(method, `/${at}/betrieb${path}`, {
    token: who.token,
    ...(body === undefined ? {} : { body }),
  })
const state = async (who = admin, at = 'standard') =>
  (await call('GET', '/lage', undefined, who, at)).body
const dead = (kind = 'send-goal', tenant = 'standard', error?: string) =>
  makeDeadJob(server, queue, { tenant, kind, payload: { n: 1 }, ...(error ? { error } : {}) })
const retry = (body: object, who = admin, at = 'standard') =>
  call('POST', '/vorgaenge/erneut', { Grund: 'Ursache behoben', ...body }, who, at)
const list = async (body: object = {}, who = admin, at = 'standard') =>
  (await call('PUT', '/vorgaenge', body, who, at)).body
const waitingOf = async (id: string) => {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data ->> 'id' = ${id} and state = 'created'`.execute(
    server.deps.queue.kysely,
  )
  return rows.map(({ name }) => name)
}
const auditRows = (action: string, tenant = 'standard') =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'actor_role', 'session_id', 'reason', 'subject_id', 'details'])
      .where('tenant', '=', tenant)
      .where('action', '=', action)
      .orderBy('number', 'desc')
      .execute(),
  )

test('the page says in one word how it is, and what is wrong first', async () => {
  const before = await state()
  // No process of a test runs jobs.
  expect(before.Zustand).toMatchObject({ Stand: 'gestoert', Gruende: ['no-worker'] })
  await dead('send-goal')
  const after = await state()
  expect(after.Zustand.Gruende).toEqual(['no-worker', 'jobs-dead'])
  expect(after.Vorgaenge).toContainEqual(
    expect.objectContaining({ Art: 'send-goal', Aufgegeben: 1, Warten: 0 }),
  )
  expect(after.Versionen).toMatchObject({
    Schema: basename(readdirSync('src/server/db/migrations').toSorted().at(-1)!, '.sql'),
    Node: process.versions.node,
    PostgreSql: expect.stringMatching(/^18/),
  })
  // Of what is the platform's, whether there is a backup; not where, nor how much room there is.
  expect(after.Sicherung).toEqual({ Eingerichtet: false, Zuletzt: null, ZuletztGescheitert: null })
  expect(after.Plattform).toBeNull()
})

test('a limit that turned somebody away is a count, without who it was', async () => {
  const guess = () =>
    server.call('GET', '/telko/empfehlung/empfehlungscode/AB2C-D3EF', { ip: '203.0.113.9' })
  let refused = 0
  for (let tries = 0; tries < 14; tries += 1) if ((await guess()).status === 429) refused += 1
  expect(refused).toBeGreaterThan(1)
  await flushLimits(server.deps)
  const other = await makeOperator(server, 'telko@post.example', ['tenant-admin'], 'telko')
  const { Grenzen } = await state(other, 'telko')
  expect(Grenzen).toEqual([{ Aufruf: 'findByCode', Anzahl: refused }])
  expect((await state()).Grenzen).toEqual([])
  server.clock.advance('PT25H')
  const later = await makeOperator(server, 'telko@post.example', ['tenant-admin'], 'telko')
  expect((await state(later, 'telko')).Grenzen).toEqual([])
})

test('a dead job says why without anybody’s data, runs again with a reason, and is in the log', async () => {
  const id = await dead('send-mail', 'standard', 'MailError: 550 <mila@post.example> unknown')
  const { Content, TotalCount } = await list({ Filter: { Art: 'send-mail' } })
  expect([TotalCount, Content]).toEqual([
    1,
    [
      expect.objectContaining({
        Id: id,
        Mandant: 'standard',
        Versuche: 8,
        Fehler: 'MailError: 550 <…> unknown',
      }),
    ],
  ])
  expect(await waitingOf(id)).toEqual(['dead-letter'])
  expect((await retry({ Vorgang: id, Grund: '' })).status).toBe(400)
  expect((await retry({})).status).toBe(400)
  expect((await retry({ Vorgang: id })).body).toEqual({ Wiederholt: 1 })
  expect(await waitingOf(id)).toEqual(['send-mail'])
  expect((await list({ Filter: { Art: 'send-mail' } })).TotalCount).toBe(0)
  expect(await auditRows('job-retried')).toMatchObject([
    { actor_id: admin.id, reason: 'Ursache behoben', subject_id: id },
  ])
  expect((await retry({ Vorgang: id })).body).toEqual({ Wiederholt: 0 })
})

test('dead jobs are work of Today for whoever may retry them, as many as their list has, and the platform’s are of all tenants', async () => {
  const task = async (who = admin, at = 'standard') =>
    (await call('PUT', '/heute', {}, who, at)).body.Aufgaben.find(
      ({ Art }: { Art: string }) => Art === 'dead-jobs',
    )
  const id = await dead('send-goal')
  await dead('send-goal', 'bgv')
  const count = (await list()).TotalCount
  expect(count).toBeGreaterThan(0)
  expect(await task()).toMatchObject({
    OhneFrist: count,
    Entscheidbar: true,
    AeltesteSeit: expect.stringMatching(/^\d{4}-/),
    WertCent: null,
  })
  const auditor = await makeOperator(server, 'revision@post.example', ['auditor'])
  expect(await task(auditor)).toMatchObject({ OhneFrist: count, Entscheidbar: false })
  const platform = await makeOperator(
    server,
    'server@post.example',
    ['platform-operator'],
    platformCode,
  )
  expect((await task(platform, platformCode)).OhneFrist).toBeGreaterThan(count)
  await retry({ Vorgang: id })
  expect((await task()).OhneFrist).toBe(count - 1)
  const support = await makeOperator(server, 'service@post.example', ['support'])
  expect(await task(support)).toBe(undefined)
})

test('of eight who retry at once, one does, and each job is queued once', async () => {
  const ids = [await dead('send-goal'), await dead('send-goal'), await dead('refresh-feed')]
  const one = await Promise.all(Array.from({ length: 8 }, () => retry({ Vorgang: ids[0] })))
  expect(one.map(({ body }) => body.Wiederholt).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 1])
  expect(await waitingOf(ids[0]!)).toEqual(['send-goal'])
  expect(await waitingOf(ids[1]!)).toEqual(['dead-letter'])
  expect(await waitingOf(ids[2]!)).toEqual(['dead-letter'])
})

const select = async (Art: string, who = admin, at = 'standard') =>
  (await call('PUT', '/vorgaenge/stapel', { Art }, who, at)).body.StapelId as string
const show = async (id: string, who = admin, at = 'standard') =>
  (await call('GET', `/stapel/${id}`, undefined, who, at)).body
const start = (id: string, who = admin, at = 'standard', more: object = {}) =>
  call(
    'PUT',
    `/stapel/${id}/ausfuehrung`,
    { Version: 1, Notiz: 'Ursache behoben', ...more },
    who,
    at,
  )

test('all of a kind run again exactly as their preview showed: neither what died later, nor what somebody retried meanwhile', async () => {
  const kind = 'match-unmatched'
  const [first, second] = [
    await dead(kind),
    await dead(kind, 'standard', 'Error: Zeit <a@b.example>'),
  ]
  const other = await dead(kind, 'bgv')
  const id = await select(kind)
  const shown = await show(id)
  expect(shown).toMatchObject({ Vorhaben: 'wiederholen', Anzahl: 2, ZweitePerson: false })
  expect(shown.Gruppen.map(({ Gruende }: { Gruende: string[] }) => Gruende)).toEqual(
    expect.arrayContaining([
      [kind, 'Error: never'],
      [kind, 'Error: Zeit <…>'],
    ]),
  )
  const later = await dead(kind)
  expect((await retry({ Vorgang: first })).body).toEqual({ Wiederholt: 1 })
  expect((await start(id, admin, 'standard', { Notiz: ' ' })).status).toBe(400)
  const starts = await Promise.all([start(id), start(id), start(id)])
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  await Promise.all([
    runSelection(server.deps, 'standard', id),
    runSelection(server.deps, 'standard', id),
  ])
  expect(await show(id)).toMatchObject({ Stand: 'done', Erledigt: 1, Uebersprungen: 1 })
  expect(await Promise.all([first, second, later, other].map(waitingOf))).toEqual([
    [kind],
    [kind],
    ['dead-letter'],
    ['dead-letter'],
  ])
  const rows = await auditRows('job-retried')
  expect(rows.filter(({ subject_id }) => subject_id === second)).toMatchObject([
    { actor_id: admin.id, reason: 'Ursache behoben' },
  ])
})

test('a selection of jobs is nobody’s who may not retry them, and the platform’s retries those of all tenants', async () => {
  const kind = 'import-orders'
  const own = await dead(kind)
  const id = await select(kind)
  const reviewer = await makeOperator(server, 'pruefung@post.example', ['reviewer'])
  const auditor = await makeOperator(server, 'revision@post.example', ['auditor'])
  expect((await call('GET', `/stapel/${id}`, undefined, reviewer)).status).toBe(403)
  expect((await call('GET', `/stapel/${id}`, undefined, auditor)).status).toBe(200)
  for (const who of [reviewer, auditor]) expect((await start(id, who)).status).toBe(403)
  expect(await waitingOf(own)).toEqual(['dead-letter'])

  const roles = ['platform-operator'] as const
  const platform = await makeOperator(server, 'plattform@post.example', roles, platformCode)
  const foreign = await dead(kind, 'bgv')
  const all = await select(kind, platform, platformCode)
  expect(await show(all, platform, platformCode)).toMatchObject({ Anzahl: 2 })
  expect((await start(all, platform, platformCode)).status).toBe(200)
  await runSelection(server.deps, platformCode, all)
  expect(await Promise.all([own, foreign].map(waitingOf))).toEqual([[kind], [kind]])
  expect(await auditRows('job-retried', 'bgv')).toContainEqual(
    expect.objectContaining({
      actor_id: platform.id,
      actor_role: 'platform-operator',
      session_id: platform.session,
      subject_id: foreign,
      details: expect.objectContaining({ selection: all }),
    }),
  )
})

test('another tenant’s jobs are neither shown nor retried; the platform’s operators see and retry all', async () => {
  const id = await dead('send-goal', 'bgv')
  const mine = await list({ Pagesize: 100 })
  expect(mine.Content.map(({ Mandant }: { Mandant: string }) => Mandant)).not.toContain('bgv')
  expect((await retry({ Vorgang: id })).body).toEqual({ Wiederholt: 0 })
  expect((await call('GET', '/lage', undefined, admin, 'bgv')).status).toBe(403)
  const roles = ['platform-operator'] as const
  const platform = await makeOperator(server, 'plattform@post.example', roles, platformCode)
  const there = await list({ Pagesize: 100 }, platform, platformCode)
  expect(there.Content).toContainEqual(expect.objectContaining({ Id: id, Mandant: 'bgv' }))
  const { Plattform, Sicherung } = await state(platform, platformCode)
  expect(Plattform).toEqual({
    DatenbankBytes: expect.any(Number),
    PlatteBytes: expect.any(Number),
    PlatteFreiBytes: expect.any(Number),
  })
  expect(Sicherung).toMatchObject({ Eingerichtet: false, Zuletzt: null })
  expect((await retry({ Vorgang: id }, platform, platformCode)).body).toEqual({ Wiederholt: 1 })
  // The row is in the log of the job's tenant.
  expect(await auditRows('job-retried', 'bgv')).toContainEqual(
    expect.objectContaining({ actor_id: platform.id, subject_id: id }),
  )
})

test('an auditor looks and retries nothing', async () => {
  const auditor = await makeOperator(server, 'revision@post.example', ['auditor'])
  expect((await call('GET', '/lage', undefined, auditor)).status).toBe(200)
  expect((await retry({ Vorgang: await dead() }, auditor)).status).toBe(403)
})
