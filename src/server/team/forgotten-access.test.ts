import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { platformCode } from '../../domain/platform.ts'
import { claimKey } from '../base/idempotency-store.ts'
import { countHit } from '../base/limit-store.ts'
import { withTenant } from '../db/connection.ts'
import { isAnythingDue, runSweeps } from '../run-sweeps.ts'

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
  expect(await isAnythingDue(server.deps, server.clock.now())).toBe(false)
  expect(await sweepAfter('PT1M')).toMatchObject(all)
  expect(await sweepAfter('PT10M')).toMatchObject({ ...all, challenges: 0 })
  expect(await sweepAfter('P2DT1H')).toMatchObject({ ...all, challenges: 0, limits: 0, keys: 0 })
  // The team still sees when somebody was last there.
  expect(await sweepAfter('P87D')).toMatchObject({ sessions: 1, scripts: 1, invitations: 1 })
  server.clock.advance('P2D')
  expect(await isAnythingDue(server.deps, server.clock.now())).toBe(true)
  expect(await sweepAfter('PT0S')).toMatchObject({ sessions: 0, scripts: 0, invitations: 0 })
})
