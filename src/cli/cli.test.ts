import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeApiKey, makeJourney } from '../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../test/helpers/server.ts'
import { withTenant } from '../server/db/connection.ts'
import { keepOrigin } from '../server/env/kept-origin.ts'
import { enqueue } from '../server/jobs/enqueue.ts'
import { startBoss } from '../server/jobs/boss.ts'
import { relayOnce } from '../server/jobs/relay.ts'
import { notice } from '../server/payout/payout.test-helper.ts'
import { checkLedger } from '../server/reward/ledger-store.ts'
import { runCliHere, runCliProcess } from './cli.test-helper.ts'

// Processes that start on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

const secret = 'test-secret-key-of-at-least-32-characters'
let server: TestServer
let journey: Awaited<ReturnType<typeof makeJourney>>
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  server = await startTestServer()
  journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'), 100)
  folder = mkdtempSync(join(tmpdir(), 'zuspruch-cli-'))
  environment = {
    DATABASE_URL: server.database.appUrl,
    SECRET_KEY: secret,
    PUBLIC_ORIGIN: 'https://empfehlen.example',
    DATA_DIR: folder,
  }
})
afterEach(async () => {
  expect(await withTenant(server.db, 'standard', (tx) => checkLedger(tx, 'standard'))).toEqual([])
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

// The first call of each command is a process of its own, the others are not, since starting one is most of its time.
const started = new Set<string>()
const cli = (...words: string[]) => {
  const name = words.slice(0, 2).join(' ')
  const run = started.has(name) ? runCliHere : runCliProcess
  started.add(name)
  return run(environment, words)
}
const standard = (...words: string[]) =>
  cli(...words, '--tenant', 'standard', '--as', 'Jo Beispiel')

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const audited = (action: string, tenant = 'standard') =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('audit_log')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('action', '=', action)
      .execute(),
  )

test('tenant: shown, copied from its own file, changed on purpose only, and wrong fields named', async () => {
  expect((await cli('tenant', 'show')).out).toContain('Bergvogel')
  const shown = await cli('tenant', 'show', 'telko', '--json')
  const config = { ...shown.json(), code: 'neuland', name: 'Neuland' }
  const path = file('tenant.json', JSON.stringify(config))
  const created = await cli('tenant', 'create', path, '--as', 'Jo')
  expect(created).toMatchObject({ code: 0, err: '' })
  expect(created.out).toMatch(
    /^Tenant neuland \("Neuland"\) is created\. Products: \d+, reward options: \d+\.$/m,
  )
  expect(await audited('tenant-created', 'neuland')).toMatchObject([
    { actor_kind: 'operator', actor_id: 'Jo' },
  ])
  expect((await server.call('GET', '/mandant/neuland')).body.Name).toBe('Neuland')
  expect((await cli('tenant', 'create', path)).code).toBe(1)
  expect((await cli('tenant', 'create', path, '--replace')).code).toBe(0)
  expect((await cli('tenant', 'show', 'neuland')).out).toContain('Neuland')
  const { name: _, ...nameless } = config
  const wrong = file(
    'wrong.json',
    JSON.stringify({
      ...nameless,
      nmae: 'x',
      flags: { Nonsense: 1 },
      payoutAccount: { ...config.payoutAccount, iban: 'DE00' },
    }),
  )
  const refused = await cli('tenant', 'create', wrong)
  expect(refused.code).toBe(1)
  for (const part of ['name:', 'nmae', 'flags:', 'payoutAccount.iban: is not a valid IBAN'])
    expect(refused.err).toContain(part)
})

test('tenant: its file brings products and reward options, and what is missing is said', async () => {
  const shown = (await cli('tenant', 'show', 'telko', '--json')).json()
  const { products, rewardOptions, voucherPools, ...settings } = shown
  expect([products.length > 0, rewardOptions.length > 0, voucherPools[0].free > 0]).toEqual([
    true,
    true,
    true,
  ])
  const bare = file('bare.json', JSON.stringify({ ...settings, code: 'bar', hosts: [] }))
  expect((await cli('tenant', 'create', bare)).out).toMatch(
    /Still missing:\n {2}There are no products .*\n {2}There are no reward options /,
  )
  const full = { ...settings, code: 'bar', hosts: [], products, rewardOptions }
  const filled = await cli('tenant', 'create', file('full.json', JSON.stringify(full)), '--replace')
  const voucher = rewardOptions.find((one: { kind: string }) => one.kind === 'voucher').id
  expect(filled.out).toContain(`Voucher ${voucher} has no codes: "vouchers import FILE --option`)
  expect(filled.out).not.toContain('There are no')
  const served = await server.call('GET', '/bar/produkt')
  expect(served.body.map((one: { ExterneId: string }) => one.ExterneId)).toEqual(
    products.map((one: { externalId: string }) => one.externalId),
  )

  const [first, ...others] = products
  const changed = {
    ...full,
    products: [{ ...first, active: false, title: { de: 'Neu', en: 'New' } }],
  }
  await cli('tenant', 'create', file('changed.json', JSON.stringify(changed)), '--replace')
  expect((await server.call('GET', '/bar/produkt')).body).toHaveLength(others.length)
  const text = (await cli('tenant', 'show', 'bar')).out
  for (const part of [first.externalId, 'New', voucher, 'There are no voucher codes yet'])
    expect(text).toContain(part)
  const twice = { ...full, products: [first, { ...first, id: 'x', commission: 'much' }] }
  const refused = await cli(
    'tenant',
    'create',
    file('twice.json', JSON.stringify(twice)),
    '--replace',
  )
  expect([
    refused.code,
    refused.err.includes('products.1.commission: is not "plan;cents"'),
  ]).toEqual([1, true])
})

test('orders: imported with a report, once, then released and cancelled by either number', async () => {
  const recipient = journey.recipient.Empfaengernummer
  const csv = [
    'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status;Beitrag',
    `CLI-1;${recipient};SON-GAS;01.02.2021;abgeschlossen;"1.234,50"`,
    `CLI-2;${recipient};SON-NIX;01.02.2021;abgeschlossen;`,
    `CLI-3;${recipient};SON-HAUSRAT;30.02.2021;abgeschlossen;`,
    `CLI-4;${recipient};SON-INTERNET;01.02.2021;abgeschlossen;`,
  ].join('\r\n')
  const path = file('orders.csv', `\ufeff${csv}`)
  const first = await standard('orders', 'import', path)
  expect(first.code).toBe(1)
  expect(first.out).toContain('4 lines: 2 new, 0 unchanged, 0 cancelled, 2 failed.')
  expect(first.out).toMatch(/^ +3 .*CLI-2/m)
  expect(first.err).toBe('Orders 4/4\n')
  expect(first.out).toContain('There is no product with this ProduktExterneId.')
  expect(first.out).toContain('Vertragsdatum "30.02.2021" is no date')
  const again = await standard('orders', 'import', path, '--json')
  expect(again.json()).toMatchObject({ lines: 4, new: 0, unchanged: 2, failed: 2 })
  expect(await audited('order-confirmed')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ actor_kind: 'operator', actor_id: 'Jo Beispiel' }),
    ]),
  )

  const released = await standard('orders', 'release', 'CLI-1', '--json')
  expect(released.json()).toMatchObject({ already: false, rewards: [{ beneficiary: 'referrer' }] })
  expect((await standard('orders', 'release', released.json().number)).out).toContain(
    'was released before',
  )
  expect((await standard('orders', 'release', '--due')).out).toContain('order')
  expect((await standard('orders', 'release', 'CLI-4')).out).toContain('was released before')
  expect((await standard('orders', 'cancel', 'CLI-1')).out).toContain('is cancelled')
  expect((await standard('orders', 'cancel', 'CLI-1', '--json')).json()).toMatchObject({
    already: true,
  })
  expect((await standard('orders', 'release', 'CLI-1')).code).toBe(1)
  expect((await standard('orders', 'cancel', 'CLI-9')).err).toBe('There is no order CLI-9.\n')
  expect((await standard('orders', 'release')).code).toBe(2)
})

test('payouts: built, written, confirmed, listed and answered by the bank; the second run of anything changes nothing', async () => {
  await server.call('PUT', '/standard/praemierung', {
    token: journey.rewardToken,
    body: {
      PraemieId: 'geld',
      Bankdaten: { Kontoinhaber: 'Vera Vogel', Iban: 'DE89370400440532013000' },
    },
  })
  await withTenant(server.db, 'standard', (tx) =>
    sql`update rewards set due_on = '2021-01-01' where tenant = 'standard' and state = 'collected'`.execute(
      tx,
    ),
  )
  const target = join(folder, 'pain001.xml')
  const created = await standard('payout', 'create', '--out', target, '--json')
  expect(created.json()).toMatchObject({ transfers: 1, file: target })
  expect(statSync(target).mode & 0o077).toBe(0)
  const { batch, totalCents } = created.json()
  expect((await standard('payout', 'create')).out).toBe('Nothing is due.\n')
  const copy = join(folder, 'copy.xml')
  expect((await standard('payout', 'file', batch, '--out', copy)).code).toBe(0)
  expect(readFileSync(copy).equals(readFileSync(target))).toBe(true)
  expect((await standard('payout', 'file', 'NOBATCH', '--out', copy)).code).toBe(1)

  const id = /<EndToEndId>(\w+)</.exec(readFileSync(target, 'utf8'))?.[1] ?? ''
  const pending = file('camt-pending.xml', notice({ id, cents: totalCents, status: 'PDNG' }))
  expect((await standard('payout', 'apply', pending, '--json')).json()).toMatchObject({
    pending: 1,
    settled: 0,
  })
  expect((await standard('payout', 'confirm', batch)).out).toBe('1 paid now, 0 paid before.\n')
  expect((await standard('payout', 'confirm', id)).out).toBe('0 paid now, 1 paid before.\n')
  const stranger = await standard(
    'payout',
    'apply',
    file('camt.xml', notice({ id, cents: totalCents }, { id: 'X', cents: 1 })),
  )
  expect([stranger.code, stranger.out.includes('X: no payout of standard')]).toEqual([1, true])
  const listed = await standard('payout', 'list', '--json')
  expect(listed.json()).toMatchObject([
    {
      batchId: batch,
      createdBy: 'Jo Beispiel',
      states: { paid: { count: 1 }, 'in-transit': { count: 0 } },
    },
  ])
  expect((await standard('payout', 'list')).out).toContain(batch)
  expect((await standard('payout', 'apply', file('none.xml', 'no xml'))).err).toMatch(
    /^This bank file cannot be used: .*\.\n$/,
  )
  expect(await audited('payout-batch-created')).toMatchObject([
    { actor_id: 'Jo Beispiel', subject_id: batch },
  ])
  // Cancelled after it was paid: a claim.
  await standard('orders', 'cancel', journey.externalNumber)
  expect((await standard('claims', 'list', '--json')).json()).toMatchObject([
    { orderNumber: journey.orderNumber, cents: totalCents, status: 'claim' },
  ])
})

test('vouchers: imported once, encrypted, wrong lines named, and no guess about the unit', async () => {
  const path = file(
    'vouchers.csv',
    'code;amount\nCLI-AAA;12,50\nCLI-BBB;x\n\nCLI-AAA;12,50\nCLI-CCC;5\n',
  )
  const words = ['vouchers', 'import', path, '--option', 'seitenwind'] as const
  const first = await standard(...words, '--json')
  expect(first.json()).toMatchObject({
    imported: 2,
    refused: [
      { line: 3, reason: 'amount' },
      { line: 5, reason: 'known' },
    ],
  })
  expect((await standard(...words)).out).toContain('0 codes are imported, 4 lines are not.')
  const cents = file('cents.csv', 'code,cents\nCLI-DDD,1500\n')
  expect((await standard('vouchers', 'import', cents, '--option', 'seitenwind')).code).toBe(0)
  const guess = file('guess.csv', 'CLI-EEE,1500\n')
  expect((await standard('vouchers', 'import', guess, '--option', 'seitenwind')).err).toContain(
    'The first line',
  )
  const cash = await standard('vouchers', 'import', cents, '--option', 'geld')
  expect([cash.code, cash.err]).toEqual([1, expect.stringContaining('geld is no voucher')])
  const unknown = await standard('vouchers', 'import', cents, '--option', 'nichts')
  expect([unknown.code, unknown.err]).toEqual([
    1,
    expect.stringMatching(/no reward option "nichts"\. Vouchers of standard: .*seitenwind \(/),
  ])
  const rows = await withTenant(server.db, 'standard', (tx) =>
    sql<{
      row: string
    }>`select vouchers::text as row from vouchers where tenant = 'standard'`.execute(tx),
  )
  expect(rows.rows.filter(({ row }) => row.includes('CLI-'))).toEqual([])
})

test('goodwill, reviews: granted once by id, held ones decided', async () => {
  const words = [
    'goodwill',
    'grant',
    '--email',
    journey.referrerEmail,
    '--amount',
    '12,50',
    '--reason',
    'long wait',
    '--id',
    '0197b1a0-0000-7000-8000-000000000001',
  ] as const
  expect((await standard(...words, '--json')).json()).toMatchObject({ granted: true, cents: 1250 })
  expect((await standard(...words, '--json')).json()).toMatchObject({ granted: false })
  expect(
    (
      await standard(
        'goodwill',
        'grant',
        '--email',
        'nobody@post.example',
        '--cents',
        '100',
        '--reason',
        'x',
      )
    ).err,
  ).toContain('no referrer')
  expect(
    (
      await standard(
        'goodwill',
        'grant',
        '--email',
        journey.referrerEmail,
        '--amount',
        '1.000',
        '--reason',
        'x',
      )
    ).code,
  ).toBe(2)
  expect(await audited('goodwill-granted')).toMatchObject([{ actor_id: 'Jo Beispiel' }])

  const id = '0197b1a0-0000-7000-8000-000000000001'
  await withTenant(server.db, 'standard', (tx) =>
    sql`update rewards set review = 'held', review_reasons = '["same-email"]' where tenant = 'standard' and reward_id = ${id}`.execute(
      tx,
    ),
  )
  expect((await standard('reviews', 'list')).out).toContain(id)
  expect((await standard('reviews', 'decide', id, 'maybe')).code).toBe(2)
  expect((await standard('reviews', 'decide', id, 'refuse')).out).toBe(`Reward ${id} is refused.\n`)
  expect((await standard('reviews', 'decide', id, 'refuse')).out).toBe(
    `Reward ${id} was refused already.\n`,
  )
  // The contract of the file above is older than the referral.
  const [held, ...none] = (await standard('reviews', 'list', '--json')).json()
  expect([held.externalNumber, held.texts, none]).toEqual([
    'CLI-4',
    [expect.stringContaining('a contract before the referral was accepted')],
    [],
  ])
  expect((await standard('reviews', 'decide', held.rewardId, 'approve')).code).toBe(0)
  expect((await standard('reviews', 'list')).out).toBe('No reward is held for review.\n')
  expect((await standard('reviews', 'decide', 'nothing', 'approve')).code).toBe(1)
})

test('admin token: a link that opens the personal area once', async () => {
  const issued = await standard(
    'admin',
    'token',
    '--email',
    journey.referrerEmail.toUpperCase(),
    '--json',
  )
  const { url, expiresAt } = issued.json()
  expect(url).toMatch(/^https:\/\/empfehlen\.example\/de\/admin\/[\w-]{43}$/)
  const minutes = Temporal.Now.instant().until(Temporal.Instant.from(expiresAt)).total('minutes')
  expect(minutes).toBeGreaterThan(3)
  expect(minutes).toBeLessThanOrEqual(5)
  expect(await audited('admin-token-issued')).toMatchObject([{ actor_id: 'Jo Beispiel' }])
  expect((await standard('admin', 'token', '--email', 'nobody@post.example')).code).toBe(1)
})

test('a printed link leads to the server that was started on this DATA_DIR; PORT and PUBLIC_ORIGIN still win', async () => {
  keepOrigin(folder, 'http://localhost:3102')
  const { PUBLIC_ORIGIN: _, ...without } = environment
  const originOf = async (more: Record<string, string>) => {
    const words = [
      'admin',
      'token',
      '--email',
      journey.referrerEmail,
      '--tenant',
      'standard',
      '--json',
    ]
    const ran = await runCliHere({ ...without, ...more }, words)
    return new URL(ran.json().url).origin
  }
  expect(await originOf({})).toBe('http://localhost:3102')
  expect(await originOf({ DEMO: '1' })).toBe('http://localhost:3102')
  expect(await originOf({ DEMO: '1', PORT: '3999' })).toBe('http://localhost:3999')
  expect(await originOf({ PUBLIC_ORIGIN: 'https://a.example' })).toBe('https://a.example')
  keepOrigin(folder, 'https://public.example')
  expect(await originOf({})).toBe('https://public.example')
  expect(await originOf({ DEMO: '1' })).toBe('http://localhost:3000')
})

test('api-key: shown once, works for its tenant alone, and not after it was revoked', async () => {
  const created = (await standard('api-key', 'create', 'CRM', '--json')).json()
  const body = [
    {
      ExterneAuftragsnummer: 'K-1',
      ProduktExterneId: 'SON-NIX',
      Vertragsdatum: '2021-01-01',
      Status: 'abgeschlossen',
    },
  ]
  expect(
    (await server.call('POST', '/standard/auftraege', { token: created.key, body })).status,
  ).toBe(207)
  expect((await server.call('POST', '/telko/auftraege', { token: created.key, body })).status).toBe(
    403,
  )
  expect((await standard('api-key', 'create', 'CRM')).code).toBe(1)
  const listed = await standard('api-key', 'list')
  expect(listed.out).toContain('CRM')
  expect(listed.out).not.toContain(created.key)
  expect((await standard('api-key', 'revoke', 'CRM')).out).toContain('is revoked')
  expect((await standard('api-key', 'revoke', 'CRM')).out).toContain('was revoked already')
  expect(
    (await server.call('POST', '/standard/auftraege', { token: created.key, body })).status,
  ).toBe(403)
  expect((await standard('api-key', 'revoke', 'nobody')).code).toBe(1)
  expect((await audited('api-key-revoked')).length).toBe(1)
})

test('jobs: listed without their payloads, and run again', async () => {
  const id = await withTenant(server.db, 'standard', (tx) =>
    enqueue(tx, 'standard', 'send-mail', { secret: 'of a person' }),
  )
  const jobs = await startBoss({
    url: server.database.appUrl,
    db: server.db,
    workers: false,
    handlers: { 'send-mail': async () => {} },
    onError: () => {},
  })
  while ((await relayOnce(server.db, jobs.boss)) > 0);
  await jobs.stop()
  const listed = await standard('jobs', 'list', '--json', '--kind', 'send-mail')
  expect(listed.json().map((job: { id: string }) => job.id)).toContain(id)
  expect(listed.out).not.toContain('of a person')
  expect((await cli('jobs', 'retry', id)).err).toContain('does not wait for another try')
  await sql`update pgboss.job set state = 'retry', start_after = now() + interval '1 hour' where data ->> 'id' = ${id}`.execute(
    server.db.kysely,
  )
  expect((await cli('jobs', 'retry', id)).out).toBe(`Job ${id} runs again.\n`)
  expect(await audited('job-retried')).toMatchObject([{ actor_id: 'cli', subject_id: id }])
  expect((await cli('jobs', 'retry', '0197b1a0-0000-7000-8000-000000000009')).code).toBe(1)
  expect((await cli('jobs', 'list', '--state', 'nonsense')).code).toBe(2)
})
