import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeOperator } from '../../test/helpers/operator.ts'
import { sealAsBefore } from '../../test/helpers/seal-as-before.ts'
import { asOwner } from '../../test/helpers/as-owner.ts'
import { secondSecret, testSecret, thirdSecret } from '../../test/helpers/test-secrets.ts'
import { platformCode } from '../domain/platform.ts'
import { checkKeys } from '../server/base/check-keys.ts'
import { makeKeys, type Keys } from '../server/base/keys.ts'
import { findSecret, saveSecret } from '../server/base/secret-store.ts'
import { tokenText } from '../server/base/token-store.ts'
import { voucherPlace, voucherText } from '../server/base/voucher-places.ts'
import { buildUnready } from '../server/build-unready.ts'
import { connect, withTenant } from '../server/db/connection.ts'
import { registerHealth } from '../server/health.ts'
import { rewardPlace } from '../server/reward/check-bank-data.ts'
import { openAddress } from '../server/tenant/hidden-addresses.ts'
import { findStoredTenant, lockStoredTenant, saveTenant } from '../server/tenant/store.ts'
import { runCliHere } from './cli.test-helper.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

const [old, fresh, third] = [testSecret, secondSecret, thirdSecret]
const iban = 'DE89370400440532013000'

let installation: Installation

beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.stop())

const withKeys = (secrets: string, ...given: string[]) => {
  const { environment, words } = installation.asJo(given)
  const owner = installation.server.database.ownerUrl
  return runCliHere({ ...environment, SECRET_KEY: secrets, DATABASE_OWNER_URL: owner }, words)
}
const idOf = (secret: string) => makeKeys([secret]).newestId
const readiness = async (keys: Keys) => {
  const app = Fastify()
  registerHealth(app, { db: installation.server.db, keys })
  const answer = await app.inject({ url: '/health/ready' })
  return [answer.statusCode, answer.json().status] as const
}
const rowsOf = <T>(tenant: string, table: string) =>
  withTenant(installation.server.db, tenant, (tx) =>
    sql<T>`select * from ${sql.table(table)} where tenant = ${tenant}`.execute(tx),
  ).then(({ rows }) => rows)

describe('values of before they had a format’s tag', () => {
  const codesOf = (tenant: string) =>
    rowsOf<{ voucher_id: string; code_encrypted: string }>(tenant, 'vouchers')
  const open = (tenant: string, rows: Awaited<ReturnType<typeof codesOf>>) =>
    rows.map((row) =>
      makeKeys([old]).decrypt(row.code_encrypted, voucherPlace(tenant, row.voucher_id)),
    )
  const byId = <T extends { voucher_id: string }>(rows: T[]) =>
    rows.toSorted((one, other) => one.voucher_id.localeCompare(other.voucher_id))

  test('are read as they are, and "keys rotate" seals them anew with the same key; cut off in the middle it loses nothing', async () => {
    const { server } = installation
    const tenants = ['standard', 'telko']
    const before = new Map<string, string[]>()
    for (const tenant of tenants) {
      const rows = byId(await codesOf(tenant))
      before.set(tenant, open(tenant, rows))
      await asOwner(server, tenant, async (tx) => {
        for (const [at, row] of rows.entries()) {
          const place = voucherPlace(tenant, row.voucher_id)
          await sql`update vouchers set code_encrypted = ${sealAsBefore(old, before.get(tenant)![at]!, place)}
            where tenant = ${tenant} and voucher_id = ${row.voucher_id}`.execute(tx)
        }
      })
    }
    const all = async () =>
      expect(
        await Promise.all(tenants.map(async (one) => open(one, byId(await codesOf(one))))),
      ).toEqual(tenants.map((one) => before.get(one)))
    await all()
    const isOld = async (tenant: string) =>
      (await codesOf(tenant)).filter(({ code_encrypted: text }) => !text.startsWith('v2:')).length

    // Somebody works on a row, the rotation waits for it, and its connection is killed.
    const owner = connect(server.database.ownerUrl, { max: 2 })
    const cut = await withTenant(owner, 'telko', async (tx) => {
      await sql`select from vouchers where tenant = 'telko' for update`.execute(tx)
      const running = withKeys(old, 'keys', 'rotate', '--json')
      await vi.waitFor(
        async () => {
          const { rows } = await sql<{ pid: number }>`
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%vouchers%'`.execute(
            owner.kysely,
          )
          expect(rows).toHaveLength(1)
        },
        { timeout: 60_000 },
      )
      return running
    })
    await owner.close()
    expect(cut.code).toBe(1)
    expect(await Promise.all(tenants.map(isOld))).toEqual([0, before.get('telko')!.length])
    await all()

    const again = await withKeys(old, 'keys', 'rotate', '--json')
    expect([again.code, again.json().left, again.json().retired]).toEqual([0, 0, []])
    expect(await Promise.all(tenants.map(isOld))).toEqual([0, 0])
    await all()
    for (const row of await codesOf('telko'))
      expect(() =>
        makeKeys([old]).decrypt(row.code_encrypted, voucherPlace('standard', row.voucher_id)),
      ).toThrow()
    expect((await withKeys(old, 'keys', 'rotate')).err).toContain('SECRET_KEY holds one key')
  })

  test('an address with a key that stands open in the settings works, and is sealed by "keys rotate"', async () => {
    const { server, cli } = installation
    const route = 'https://feed.example/katalog.json?key=geheim'
    await withTenant(server.db, 'bgv', async (tx) => {
      const stored = (await lockStoredTenant(tx, 'bgv'))!
      await saveTenant(tx, { ...stored, productApi: { type: 'http', route } }, server.clock.now())
    })
    const routeOf = async () => (await findStoredTenant(server.db, 'bgv'))!.productApi.route
    expect((await cli('tenant', 'show', 'bgv', '--json')).out).not.toContain('geheim')
    expect(await routeOf()).toBe(route)
    const done = await withKeys(old, 'keys', 'rotate', '--json')
    expect([done.code, done.json().left]).toEqual([0, 0])
    const shown = await routeOf()
    expect(shown).toMatch(/^https:\/\/feed\.example\/katalog\.json\?key=••••[\w-]{4}$/)
    const opened = await withTenant(server.db, 'bgv', (tx) =>
      openAddress(tx, makeKeys([old]), 'bgv', 'product-feed-address', shown),
    )
    expect(opened).toBe(route)
  })
})

// One story: each part needs the key that the one before left.
describe('a key is changed, then leaks', { shuffle: false }, () => {
  test('a server whose SECRET_KEY cannot read what is stored is alive and not ready, names the key, and serves and writes nothing', async () => {
    const { server, journey, file, folder } = installation
    const tenant = 'standard'
    await server.call('PUT', '/standard/praemierung', {
      token: journey.rewardToken,
      body: { PraemieId: 'geld', Bankdaten: { Kontoinhaber: 'Vera Vogel', Iban: iban } },
    })
    await withTenant(server.db, tenant, (tx) =>
      sql`update rewards set due_on = current_date - 1 where tenant = ${tenant} and due_on is not null`.execute(
        tx,
      ),
    )
    const paid = await installation.pay()
    renameSync(paid!.file, join(folder, 'first.xml'))
    const secret = file('secret.txt', 'open sesame')
    await withKeys(old, 'secret', 'set', 'analytics', secret, '--tenant', 'telko')

    const wrong = makeKeys([fresh])
    const [status, sentence] = await readiness(wrong)
    expect([status, sentence]).toEqual([
      503,
      `SECRET_KEY cannot read what is stored here: it lacks the key ${idOf(old)}, which belongs behind the newest one, after a comma.`,
    ])
    const refused = await withKeys(fresh, 'payout', 'list', '--tenant', tenant)
    expect([refused.code, refused.err]).toEqual([1, `${sentence}\n`])
    const log = { error: vi.fn() }
    const closers: (() => Promise<unknown>)[] = []
    const app = await buildUnready(
      { ...server.deps, keys: wrong, log: log as never },
      sentence,
      { role: 'web' },
      closers,
    )
    expect((await app.inject({ url: '/health/live' })).statusCode).toBe(200)
    expect((await app.inject({ url: '/health/ready' })).json()).toEqual({ status: sentence })
    for (const [url, status] of [
      ['/api/v1/standard/produkt', 503],
      ['/de/%zz', 400],
    ] as const) {
      const { statusCode, headers } = await app.inject({ url })
      expect([url, statusCode]).toEqual([url, status])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    }
    expect(log.error).toHaveBeenCalledWith(sentence)
    await expect(
      buildUnready({ ...server.deps, log: log as never }, sentence, { role: 'worker' }, []),
    ).rejects.toThrow(sentence)
    await closers[0]!()
    // Its key did not become one that the right server now misses.
    expect(await readiness(makeKeys([old]))).toEqual([200, 'ready'])
  })

  test('commands that change encrypted values require the owner’s login first', async () => {
    expect((await withKeys(old, 'keys', 'rotate')).err).toContain('SECRET_KEY holds one key')
    const environment = { ...installation.environment, SECRET_KEY: `${fresh},${old}` }
    const open = () => rowsOf<{ revoked_at: unknown }>('standard', 'tokens')
    const before = await open()
    for (const words of [
      ['keys', 'rotate'],
      ['keys', 'leaked', '--yes'],
    ]) {
      const { code, err } = await runCliHere(environment, words)
      expect([code, err]).toEqual([1, expect.stringContaining('set DATABASE_OWNER_URL')])
    }
    expect(await open()).toEqual(before)
  })

  test('keys rotate, run twice at once beside a working server, leaves everything readable with the new key alone', async () => {
    const { server, journey, folder, audited } = installation
    const before = await rowsOf<{ code_encrypted: string }>('telko', 'vouchers')
    expect(before.length).toBeGreaterThan(10)
    // The platform's own rows, too.
    await withTenant(server.db, platformCode, (tx) =>
      saveSecret(tx, makeKeys([old]), platformCode, 'single-sign-on', 'of all', server.clock.now()),
    )
    const both = `${fresh},${old}`
    const runs = await Promise.all([
      withKeys(both, 'keys', 'rotate', '--json'),
      withKeys(both, 'keys', 'rotate', '--json'),
    ])
    expect(runs.map(({ code, err }) => [code, code === 0 || err])).toEqual([
      [0, true],
      [0, true],
    ])
    const sum = (ran: { json: () => any }, of: 'resealed' | 'left') =>
      // eslint-disable-line -- read below
      ran.json().tenants.reduce((all: number, one: Record<string, number>) => all + one[of]!, 0)
    const resealed = sum(runs[0], 'resealed') + sum(runs[1], 'resealed')
    const stored = await Promise.all(
      ['standard', 'bgv', 'telko'].flatMap((tenant) =>
        [
          'vouchers',
          'reward_bank_data',
          'bank_accounts',
          'payouts',
          'payout_batches',
          'tenant_secrets',
          'sales_partners',
        ].map((table) => rowsOf(tenant, table)),
      ),
    )
    expect(resealed).toBeGreaterThanOrEqual(stored.flat().length)
    expect((await audited('keys-rotated')).map((row) => row.actor_id)).toContain(
      'command line, set-up',
    )
    const again = await withKeys(both, 'keys', 'rotate', '--json')
    expect([sum(again, 'resealed'), sum(again, 'left')]).toEqual([0, 0])

    const keys = makeKeys([fresh])
    expect(await checkKeys({ db: server.db, keys })).toBeNull()
    for (const tenant of ['standard', 'telko'])
      for (const row of await rowsOf<Record<string, string>>(tenant, 'vouchers')) {
        const code = keys.decrypt(row['code_encrypted']!, voucherPlace(tenant, row['voucher_id']!))
        expect(keys.lookup(voucherText(row['option_id']!, code))).toBe(row['code_hash'])
      }
    const [bank] = await rowsOf<Record<string, string>>('standard', 'reward_bank_data')
    expect(
      keys.decrypt(bank!['iban_encrypted']!, rewardPlace('standard', bank!['reward_id']!)),
    ).toBe(iban)
    expect(bank!['iban_hash']).toBe(keys.lookup(iban))
    expect(
      await withTenant(server.db, 'telko', (tx) => findSecret(tx, keys, 'telko', 'analytics')),
    ).toBe('open sesame')
    expect(
      await withTenant(server.db, platformCode, (tx) =>
        findSecret(tx, keys, platformCode, 'single-sign-on'),
      ),
    ).toBe('of all')
    const [batch] = await rowsOf<{ batch_id: string }>('standard', 'payout_batches')
    const copy = join(folder, 'copy.xml')
    const words = ['payout', 'file', batch!.batch_id, '--tenant', 'standard', '--out', copy]
    expect((await withKeys(fresh, ...words)).code).toBe(0)
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync(join(folder, 'first.xml'), 'utf8'))

    // Links that were mailed before can be written again, and hashes of texts that are gone still match.
    const tokens = await rowsOf<{ token_id: string; kind: string }>('standard', 'tokens')
    const reward = tokens.find(({ kind }) => kind === 'reward')!
    const text = await withTenant(server.db, 'standard', (tx) =>
      tokenText(tx, keys, 'standard', reward.token_id),
    )
    expect(text).toBe(makeKeys([old]).token(reward.token_id))
    expect(keys.lookups('somebody who left')).toContain(makeKeys([old]).lookup('somebody who left'))
    expect(journey.rewardToken.length).toBeGreaterThan(20)
    expect(await readiness(makeKeys([old]))).toEqual([503, expect.stringContaining(idOf(fresh))])
    expect((await readiness(makeKeys([old, fresh])))[1]).toContain('was rotated out')
  })

  test('an unready server names only the keys it needs, not keys that were rotated out', async () => {
    expect(await readiness(makeKeys([third]))).toEqual([
      503,
      `SECRET_KEY cannot read what is stored here: it lacks the key ${idOf(fresh)}, which belongs behind the newest one, after a comma.`,
    ])
  })

  test('a leaked key ends the sessions, links and API keys that were made with it or with a key that it opens, and those prove nothing any more', async () => {
    const { server, audited } = installation
    const tokens = await rowsOf<{ revoked_at: unknown }>('standard', 'tokens')
    const good = tokens.filter(({ revoked_at }) => revoked_at === null).length
    expect(good).toBeGreaterThan(0)
    const operator = await makeOperator(server, 'jo@post.example', ['auditor'])
    const me = () => server.call('GET', '/betrieb/betrieb/ich', { token: operator.token })
    expect((await me()).status).toBe(200)
    const both = `${third},${fresh}`
    expect((await withKeys(third, 'keys', 'leaked', '--yes')).code).toBe(1)
    expect((await withKeys(both, 'keys', 'leaked')).code).toBe(2)
    // All of these were made with the first key, whose tokens the second one tells.
    const ended = await withKeys(both, 'keys', 'leaked', '--yes', '--json')
    expect([ended.code, ended.json().ended >= good]).toEqual([0, true])
    const after = await rowsOf<{ revoked_at: unknown }>('standard', 'tokens')
    expect(after.filter(({ revoked_at }) => revoked_at === null)).toEqual([])
    expect((await me()).status).toBe(401)
    for (const tenant of ['standard', platformCode])
      expect([tenant, await audited('key-leaked', tenant)]).toEqual([tenant, [expect.anything()]])
    const keys = makeKeys([third])
    expect(await checkKeys({ db: server.db, keys })).toBeNull()
    expect(keys.proofs('hex')).toEqual([keys.lookup('hex')])
    expect(keys.lookups('hex')).toHaveLength(3)
  })
})
