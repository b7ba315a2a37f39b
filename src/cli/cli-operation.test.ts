import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { uuidv7 } from '../server/base/uuid.ts'
import { insertObjection } from '../server/base/objection-store.ts'
import { findSecret } from '../server/base/secret-store.ts'
import { withTenant } from '../server/db/connection.ts'
import { demoReferrers } from '../server/demo/demo-tenants.ts'
import { keepOrigin } from '../server/env/kept-origin.ts'
import { enqueue } from '../server/jobs/enqueue.ts'
import { startBoss } from '../server/jobs/boss.ts'
import { relayOnce } from '../server/jobs/relay.ts'
import { lockStoredTenant, saveTenant } from '../server/tenant/store.ts'
import { runCliHere } from './cli.test-helper.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'
import { asOwner } from '../../test/helpers/as-owner.ts'
import { startEachAfresh } from '../../test/helpers/start-each-afresh.ts'

// Processes that start on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

let installation: Installation

beforeAll(async () => {
  installation = await makeInstallation()
})
startEachAfresh(() => installation.server)
afterEach(() => installation.expectLedger())
afterAll(() => installation.stop())

test('tenant: shown, copied from its own file, changed on purpose only, and wrong fields named', async () => {
  const { cli, file, audited, server } = installation
  expect((await cli('tenant', 'show')).out).toContain('Bergvogel')
  const shown = await cli('tenant', 'show', 'telko', '--json')
  const config = { ...shown.json(), code: 'neuland', name: 'Neuland' }
  const path = file('tenant.json', JSON.stringify(config))
  const created = await cli('tenant', 'create', path)
  expect(created).toMatchObject({ code: 0, err: '' })
  expect(created.out).toMatch(
    /^Tenant neuland \("Neuland"\) is created\. Products: \d+, reward options: \d+\.$/m,
  )
  expect(await audited('tenant-created', 'neuland')).toMatchObject([
    { actor_kind: 'operator', actor_id: 'command line, set-up' },
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
      productApi: { type: 'soap', route: '/produkt' },
    }),
  )
  const refused = await cli('tenant', 'create', wrong)
  expect(refused.code).toBe(1)
  for (const part of [
    'name:',
    'nmae',
    'flags:',
    'payoutAccount.iban: is not a valid IBAN',
    'productApi.type: is none of katalog, http',
  ])
    expect(refused.err).toContain(part)
})

test('secret: kept encrypted from a file, named in the audit log, shown by nothing', async () => {
  const { cli, file, audited, server } = installation
  const set = (...words: string[]) => cli('secret', 'set', ...words, '--tenant', 'telko')
  const kept = await set('product-feed', file('secret.txt', 'open sesame\n'))
  expect(kept).toMatchObject({ code: 0, err: '' })
  expect(await audited('secret-set', 'telko')).toHaveLength(1)
  const found = await withTenant(server.db, 'telko', (tx) =>
    findSecret(tx, server.deps.keys, 'telko', 'product-feed'),
  )
  expect(found).toBe('open sesame')
  expect((await cli('tenant', 'show', 'telko', '--json')).out).not.toContain('sesame')
  expect((await set('nonsense', file('secret.txt', 'x'))).code).toBe(2)
  expect((await set('analytics', file('empty.txt', ' \n'))).code).toBe(1)
})

test('accounts: one or all are blocked and freed by an operator who is named, each once, and a new file frees nobody', async () => {
  const { cli, file, audited, server } = installation
  const { email } = demoReferrers.telko
  const block = (...words: string[]) => cli('accounts', 'block', '--tenant', 'telko', ...words)
  const unblock = (...words: string[]) => cli('accounts', 'unblock', '--tenant', 'telko', ...words)
  expect((await block('--email', email)).out).toBe('The account is blocked.\n')
  expect((await block('--email', email)).out).toBe('The account was blocked before.\n')
  expect((await unblock('--email', email)).out).toBe('The account is free again.\n')
  expect((await unblock('--email', email)).out).toBe('The account was not blocked.\n')
  expect((await block('--email', 'niemand@post.example')).code).toBe(1)
  for (const words of [[], ['--all', '--email', email], ['--email', 'keine']])
    expect((await block(...words)).code).toBe(2)

  expect((await block('--all')).out).toMatch(/^All accounts of telko are blocked; /)
  expect((await block('--all', '--json')).json()).toMatchObject({ already: true })
  expect(await audited('accounts-blocked', 'telko')).toMatchObject([
    { actor_kind: 'operator', actor_id: installation.jo },
  ])
  const shown = (await cli('tenant', 'show', 'telko', '--json')).json()
  const { accountsBlockedOn, ...unaware } = shown
  expect(accountsBlockedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  const path = file('telko.json', JSON.stringify(unaware))
  expect((await cli('tenant', 'create', path, '--replace', '--yes')).code).toBe(0)
  server.deps.tenants.forget()
  const { body } = await server.call('POST', '/telko/account/createEmpfehler', {
    body: { Vorname: 'Neu', Nachname: 'Hier', Email: 'neu@post.example' },
  })
  expect(body.ErrorCode).toBe('PSOF0202')
  expect((await unblock('--all')).out).toBe('The accounts of telko are free again.\n')
  expect((await unblock('--all')).out).toBe('There was no general block at telko.\n')
  const printedBefore = file('blocked.json', JSON.stringify(shown))
  expect((await cli('tenant', 'create', printedBefore, '--replace', '--yes')).code).toBe(0)
  expect((await unblock('--all')).out).toBe('There was no general block at telko.\n')
})

test('tenant: its file brings products and reward options, and what is missing is said', async () => {
  const { cli, file, server } = installation
  const shown = (await cli('tenant', 'show', 'telko', '--json')).json()
  const { products: all, rewardOptions, voucherPools, ...settings } = shown
  const products = all.filter((one: { featured: boolean }) => one.featured)
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
  const filled = await cli(
    'tenant',
    'create',
    file('full.json', JSON.stringify(full)),
    '--replace',
    '--yes',
  )
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
  await cli('tenant', 'create', file('changed.json', JSON.stringify(changed)), '--replace', '--yes')
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

test('admin token: a link that opens the personal area once', async () => {
  const { standard, audited, journey } = installation
  const issued = await standard(
    'admin',
    'token',
    '--email',
    journey.referrerEmail.toUpperCase(),
    '--json',
  )
  const { url, expiresAt } = issued.json()
  expect(url).toMatch(/^https:\/\/empfehlen\.example\/de\/admin#[\w-]{43}$/)
  const minutes = Temporal.Now.instant().until(Temporal.Instant.from(expiresAt)).total('minutes')
  expect(minutes).toBeGreaterThan(3)
  expect(minutes).toBeLessThanOrEqual(5)
  expect(await audited('admin-token-issued')).toMatchObject([{ actor_id: installation.jo }])
  expect((await standard('admin', 'token', '--email', 'nobody@post.example')).code).toBe(1)
})

test('a printed link leads to the server that was started on this DATA_DIR; PORT and PUBLIC_ORIGIN still win', async () => {
  const { journey, folder, asJo } = installation
  keepOrigin(folder, 'http://localhost:3102')
  const who = ['--email', journey.referrerEmail, '--tenant', 'standard']
  const { environment, words } = asJo(['admin', 'token', ...who, '--json'])
  const { PUBLIC_ORIGIN: _, ...without } = environment as Record<string, string>
  const originOf = async (more: Record<string, string>) => {
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
  const { standard, audited, server } = installation
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

test('api-key revoke ends the links and sessions that the key opened for people, and nobody else’s', async () => {
  const { cli, server } = installation
  await withTenant(server.db, 'telko', async (tx) => {
    const stored = await lockStoredTenant(tx, 'telko')
    const flags = { ...stored!.flags, IsAutologin: true }
    await saveTenant(tx, { ...stored!, flags }, server.clock.now())
  })
  server.deps.tenants.forget('telko')
  const keyOf = async (name: string) =>
    (await cli('api-key', 'create', name, '--login', '--json', '--tenant', 'telko')).json()
      .key as string
  const [lost, kept] = [await keyOf('Portal'), await keyOf('App')]
  const issue = async (token: string, Email: string) => {
    const body = { Vorname: 'Mara', Nachname: 'Lindenau', Email }
    const { body: issued } = await server.call('POST', '/telko/account/autologin', { token, body })
    return new URL(issued.Link).searchParams.get('token')!
  }
  const enter = (link: string) => server.call('GET', `/telko/account/login?token=${link}`)
  const status = async (token: string) =>
    (await server.call('GET', '/telko/account/user', { token })).status
  const session = (await enter(await issue(lost, 'mara@post.example'))).body.Token as string
  const other = (await enter(await issue(kept, 'mara@post.example'))).body.Token as string
  const unused = await issue(lost, 'nele@post.example')
  expect([await status(session), await status(other)]).toEqual([200, 200])

  const revoked = await cli('api-key', 'revoke', 'Portal', '--tenant', 'telko')
  expect(revoked.out).toMatch(/is revoked\. 2 links and sessions of it ended\./)
  expect([await status(session), await status(other)]).toEqual([401, 200])
  expect((await enter(unused)).body.ErrorCode).toBe('PSOF0205')
})

test('objections: listed with what they are about until they are answered, closed once, with what was answered in the log, and each tenant’s own', async () => {
  const { cli, standard, audited, server } = installation
  const id = uuidv7()
  await withTenant(server.db, 'standard', (tx) =>
    insertObjection(tx, 'standard', {
      id,
      referralNumber: 'ABCDEFGHJKMNPQRS',
      name: 'Ida Nebel',
      email: 'ida.nebel@post.example',
      language: 'de',
      message: 'Der Vertrag kam\ndurch den Link.',
      at: server.clock.now(),
    }),
  )
  const accountId = uuidv7()
  const late = uuidv7()
  await withTenant(server.db, 'standard', (tx) =>
    insertObjection(tx, 'standard', {
      id: late,
      referralNumber: null,
      accountId,
      name: 'Ida Nebel',
      email: 'ida.frueher@post.example',
      language: 'de',
      message: 'Das war ich nicht.',
      at: server.clock.now(),
    }),
  )
  const listed = await standard('objections', 'list')
  for (const part of [
    id,
    'refusal ABCDEFGHJKMNPQRS',
    `address of account ${accountId}`,
    'Ida Nebel',
    'ida.nebel@post.example',
    'Der Vertrag kam durch den Link.',
  ])
    expect(listed.out).toContain(part)
  expect((await standard('objections', 'close', late, '--result', 'rejected')).code).toBe(0)
  expect((await cli('objections', 'list', '--tenant', 'telko')).out).toContain('Nobody waits')

  expect((await standard('objections', 'close', id)).code).toBe(2)
  const elsewhere = ['objections', 'close', id, '--result', 'accepted', '--tenant', 'telko']
  expect((await cli(...elsewhere)).code).toBe(1)
  expect((await standard('objections', 'close', 'x', '--result', 'accepted')).code).toBe(1)
  const closed = await standard('objections', 'close', id, '--result', 'rejected')
  expect(closed).toMatchObject({ code: 0, err: '' })
  expect((await standard('objections', 'close', id, '--result', 'accepted')).code).toBe(1)

  expect((await standard('objections', 'list')).out).toContain('Nobody waits')
  const [row, other] = (await standard('objections', 'list', '--all', '--json')).json()
  expect(other).toMatchObject({ id: late, about: 'address', accountId, referralNumber: null })
  expect(row).toMatchObject({
    id,
    about: 'refusal',
    closedBy: installation.jo,
    closedAt: expect.any(String),
  })
  expect(await audited('objection-closed')).toMatchObject([
    { subject_id: late },
    { subject_id: id, details: { before: { state: 'open' }, after: { state: 'rejected' } } },
  ])
})

test('audit: each tenant’s log is followed, and one that was changed is named with its row', async () => {
  const { cli, server } = installation
  const whole = await cli('audit', 'verify', '--json')
  expect(whole.code).toBe(0)
  const { standard, telko, bgv } = whole.json()
  for (const chain of [standard, telko, bgv])
    expect(chain).toEqual({
      rows: expect.any(Number),
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      problems: [],
    })
  await asOwner(server, 'telko', async (tx) => {
    await sql`alter table audit_log disable trigger user`.execute(tx)
    await sql`update audit_log set actor_id = 'Mo' where tenant = 'telko' and number = 2`.execute(
      tx,
    )
    await sql`alter table audit_log enable trigger user`.execute(tx)
  })
  const changed = await cli('audit', 'verify')
  expect(changed.code).toBe(1)
  expect(changed.out).toMatch(/^standard: \d+ rows, whole\. Head: [0-9a-f]{64}$/m)
  expect(changed.out).toMatch(/^telko: not whole:\n  Row 2 .* was changed/m)
  expect((await cli('audit', 'verify', '--tenant', 'bgv')).code).toBe(0)
})

test('jobs: listed without their payloads, and run again', async () => {
  const { cli, standard, audited, server } = installation
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
  expect(await audited('job-retried')).toMatchObject([
    { actor_id: 'command line, set-up', subject_id: id },
  ])
  expect((await cli('jobs', 'retry', '0197b1a0-0000-7000-8000-000000000009')).code).toBe(1)
  expect((await cli('jobs', 'list', '--state', 'nonsense')).code).toBe(2)
})

test('consents: an operator shows what an address agreed to, and that somebody asked is in the log', async () => {
  const { standard, journey, audited } = installation
  const shown = await standard('consents', 'prove', journey.recipientEmail.toUpperCase(), '--json')
  expect(shown).toMatchObject({ code: 0, err: '' })
  expect(shown.json()).toMatchObject([
    { kind: 'terms', form: 'accept', channel: 'wa', withdrawnAt: null, keptUntil: null },
  ])
  const referrer = await standard('consents', 'prove', journey.referrerEmail)
  expect(referrer.out).toContain('kind: eligibility')
  expect(referrer.out).toContain('Ich bin mindestens 18 Jahre alt')
  expect((await standard('consents', 'prove', 'niemand@post.example')).out).toContain(
    'agreed to nothing',
  )
  const rows = await audited('consents-proven')
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toContain('post.example')
})
