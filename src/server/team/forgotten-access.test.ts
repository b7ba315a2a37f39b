import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { platformCode } from '../../domain/platform.ts'
import { claimKey } from '../base/idempotency-store.ts'
import { countHit } from '../base/limit-store.ts'
import { withTenant } from '../db/connection.ts'
import { isDue, runSweeps } from '../run-sweeps.ts'
import { operatorNames } from './operator-names.ts'
import { insertPasskey } from './passkey-store.ts'
import { linkOperator } from './store.ts'
import { keepView } from './view-store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const count = (tenant: string, from: string, where = 'true') =>
  withTenant(server.db, tenant, async (tx) => {
    const { rows } = await sql`
      select from ${sql.table(from)} where tenant = ${tenant} and ${sql.raw(where)}`.execute(tx)
    return rows.length
  })
const left = async () => ({
  challenges: await count(platformCode, 'tokens', `kind = 'passkey-challenge'`),
  sessions: await count(platformCode, 'tokens', `kind = 'operator-session'`),
  scripts: await count(platformCode, 'tokens', `kind = 'operator-token'`),
  invitations: await count('standard', 'tokens', `kind = 'operator-invitation'`),
  limits: await count(platformCode, 'rate_limits'),
  keys: await count(platformCode, 'idempotency_keys'),
})
const sweepAfter = async (duration: string) => {
  server.clock.advance(duration)
  await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
  return left()
}

test('challenges, limits, repeated calls, sessions and invitations of operators are gone in time, with the platform’s own', async () => {
  const admin = await makeOperator(server, 'verwaltung@post.example', ['tenant-admin'])
  await server.call('POST', '/betrieb/betrieb/anmeldung/beginn')
  await server.call('POST', '/standard/betrieb/team', {
    token: admin.token,
    body: { Email: 'jule@post.example', Name: 'Jule', Rolle: 'editor', Grund: 'Neu im Team' },
  })
  await server.call('POST', '/betrieb/betrieb/zugang/tokens', {
    token: admin.token,
    body: {
      Name: 'Bericht',
      Mandant: 'standard',
      Rollen: ['tenant-admin'],
      Bis: server.clock.today().toString(),
    },
  })
  const now = server.clock.realNow()
  await withTenant(server.db, platformCode, async (tx) => {
    await countHit(tx, platformCode, 'operator-sign-in|x', now, 900)
    const call = { caller: admin.id, endpoint: 'signOut', key: 'once', bodyHash: '' }
    await claimKey(tx, server.deps.keys, platformCode, call, now)
  })
  const all = { challenges: 1, sessions: 1, scripts: 1, invitations: 1, keys: 1 }
  expect(await left()).toMatchObject(all)
  expect((await left()).limits).toBeGreaterThan(0)
  expect(await isDue(server.deps, platformCode, server.clock.now())).toBe(false)
  expect(await sweepAfter('PT1M')).toMatchObject(all)
  expect(await sweepAfter('PT10M')).toMatchObject({ ...all, challenges: 0 })
  expect(await sweepAfter('P2DT1H')).toMatchObject({ ...all, challenges: 0, limits: 0, keys: 0 })
  // The team still sees when somebody was last there.
  expect(await sweepAfter('P87D')).toMatchObject({ sessions: 1, scripts: 1, invitations: 1 })
  server.clock.advance('P2D')
  expect(await isDue(server.deps, platformCode, server.clock.now())).toBe(true)
  expect(await sweepAfter('PT0S')).toMatchObject({ sessions: 0, scripts: 0, invitations: 0 })
})

test('who left is forgotten: passkeys, views, visits and sessions after 90 days, name and address after three whole years, and the log keeps the id', async () => {
  server.clock.set(testNow)
  const email = 'gegangen@post.example'
  const admin = await makeOperator(server, 'leitung@post.example', ['tenant-admin'])
  const gone = await makeOperator(server, email, ['auditor'])
  const kept = await makeOperator(server, 'bleibt@post.example', ['auditor'])
  const read = (path: string, token: string) =>
    server.call('PUT', `/standard/betrieb/${path}`, { token })
  await withTenant(server.db, platformCode, async (tx) => {
    for (const { id } of [gone, kept]) {
      const passkey = { operator_id: id, name: 'Notebook', public_key: Buffer.from('x') }
      const rest = { passkey_id: id, counter: 0, transports: [] }
      await insertPasskey(tx, { ...passkey, ...rest }, server.clock.realNow())
      const list = { operatorId: id, place: 'standard', page: 'ConsoleAudit' } as const
      await keepView(tx, list, { name: 'Meine', query: 'zeilen=20' })
      await linkOperator(tx, id, `https://anbieter.example ${id}`, 'https://anbieter.example')
    }
  })
  for (const { token } of [gone, kept]) expect((await read('heute', token)).status).toBe(200)
  const end = { token: admin.token, body: { Rolle: 'auditor', Grund: 'Ausgeschieden' } }
  expect((await server.call('POST', `/standard/betrieb/team/${gone.id}/ende`, end)).status).toBe(
    200,
  )
  const of = async (id: string) => ({
    passkeys: await count(platformCode, 'operator_passkeys', `operator_id = '${id}'`),
    views: await count(platformCode, 'operator_views', `operator_id = '${id}'`),
    visits: await count('standard', 'operator_visits', `operator_id = '${id}'`),
    sessions: await count(platformCode, 'tokens', `subject = '${id}'`),
    links: await count(
      platformCode,
      'operators',
      `operator_id = '${id}' and sso_subject is not null`,
    ),
    names: await count(platformCode, 'operators', `operator_id = '${id}' and email like '%@%'`),
  })
  const all = { passkeys: 1, views: 1, visits: 1, sessions: 1, links: 1, names: 1 }
  await sweepAfter('P89D')
  expect(await of(gone.id)).toEqual(all)
  await sweepAfter('P2D')
  expect(await of(gone.id)).toEqual({
    ...all,
    passkeys: 0,
    views: 0,
    visits: 0,
    sessions: 0,
    links: 0,
  })
  expect(await of(kept.id)).toMatchObject({ passkeys: 1, views: 1, links: 1, names: 1 })
  server.clock.set('2029-12-31T22:59:00Z')
  await sweepAfter('PT0S')
  expect((await of(gone.id)).names).toBe(1)
  server.clock.set('2029-12-31T23:01:00Z')
  expect(await isDue(server.deps, platformCode, server.clock.now())).toBe(true)
  await sweepAfter('PT0S')
  expect((await of(gone.id)).names).toBe(0)
  expect((await of(kept.id)).names).toBe(1)
  const later = await makeOperator(server, 'revision@post.example', ['auditor'])
  const { body } = await server.call('PUT', '/standard/betrieb/protokoll', {
    token: later.token,
    body: { Filter: { Suche: gone.id } },
  })
  const text = JSON.stringify(body)
  expect(text).toContain(gone.id)
  expect(text).not.toContain('gegangen')
  const names = await withTenant(server.db, 'standard', (tx) =>
    operatorNames(tx, 'standard', [gone.id]),
  )
  expect(names.get(gone.id)).toBe(`Ehemalige Person ${gone.id.slice(-4)}`)
  // The address that comes back is somebody new.
  expect((await makeOperator(server, email, ['auditor'])).id).not.toBe(gone.id)
})
