import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queuedMails } from '../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../test/helpers/server.ts'
import { registered, stranger } from './account/people.test-helper.ts'
import { findAccountByEmail, keepAccount } from './account/store.ts'
import { system } from './base/audit-store.ts'
import { withTenant, type Tx } from './db/connection.ts'
import { markMailSent, queueMail } from './mail/store.ts'
import { confirmRecipientData } from './referral/confirm-recipient-data.ts'
import { accepted, recommended } from './referral/journey.test-helper.ts'
import { findRecipient, resolveRecipient } from './referral/recipient-store.ts'
import { makeBench } from './reward/reward.test-helper.ts'
import { runSweeps } from './run-sweeps.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)
const account = (email: string) =>
  inTenant((tx) => findAccountByEmail(tx, 'standard', email)).then((found) => found?.account_id)
const sweep = (now: string) => {
  server.clock.set(now)
  return Promise.all(Array.from({ length: 3 }, () => runSweeps(server.deps)))
}
const columns = {
  consents: 'subject_id',
  tokens: 'subject',
  clicks: 'referral_number',
  referrals: 'number',
} as const
const count = (table: keyof typeof columns, id: string) =>
  inTenant(async (tx) => {
    const { rows } = await sql`
      select from ${sql.table(table)}
      where tenant = 'standard' and ${sql.ref(columns[table])} = ${id}`.execute(tx)
    return rows.length
  })
const register = async () => {
  const { email, ip } = stranger()
  const body = { Vorname: 'Ole', Nachname: 'Brand', Email: email }
  await server.call('POST', '/standard/account/createEmpfehler', { ip, body })
  return email
}

test('an account that nobody confirmed is gone after four weeks, a confirmed one stays', async () => {
  const [email, owner] = [await register(), await registered(server)]
  await sweep('2026-12-15T22:59:59Z')
  const id = await account(email)
  expect(id).toBeTypeOf('string')
  await sweep('2026-12-15T23:00:00Z')
  expect(await account(email)).toBeUndefined()
  expect(await count('tokens', id!)).toBe(0)
  expect(await queuedMails(server, 'standard', email)).toEqual([])
  expect(await account(owner.email)).toBeTypeOf('string')
})

test('it waits for a link that was mailed again and still works', async () => {
  const email = await register()
  server.clock.set('2026-12-14T11:00:00Z')
  await server.call('GET', `/standard/account/resendWelcomeMail/${email}`)
  await sweep('2026-12-21T10:00:00Z')
  expect(await account(email)).toBeTypeOf('string')
  await sweep('2026-12-21T11:00:00Z')
  expect(await account(email)).toBeUndefined()
})

test('the sweep leaves an account alone while a mail to it is being written, and a mail finds none that is gone', async () => {
  const email = await register()
  const id = (await account(email))!
  await inTenant(async (tx) => {
    expect(await keepAccount(tx, 'standard', id)).toBe(true)
    await sweep('2026-12-15T23:00:00Z')
    expect(await account(email)).toBe(id)
  })
  await sweep('2026-12-15T23:00:00Z')
  expect(await inTenant((tx) => keepAccount(tx, 'standard', id))).toBe(false)
})

test('its referral works to its last day, and goes then with clicks and consents', async () => {
  const made = await recommended(server)
  const number = made.Empfehlungsnummer
  await server.call('GET', `/standard/empfehlen/click/${number}?channel=wa`)
  await sweep('2027-01-16T11:00:00Z')
  expect((await server.call('GET', `/standard/empfehlen/${number}`)).body.Status).toBe('Offen')
  expect(await count('clicks', number)).toBe(1)
  expect(await count('consents', number)).toBeGreaterThan(0)
  await sweep('2027-01-16T23:00:00Z')
  expect(await account(made.email)).toBeUndefined()
  for (const table of ['referrals', 'clicks', 'consents'] as const)
    expect([table, await count(table, number)]).toEqual([table, 0])
})

test('whoever still has the link, the number or the code of such a referral is told that it is over, not that it never was', async () => {
  const made = await recommended(server)
  const { Empfehlungsnummer: number, Empfehlungscode: code } = made
  await sweep('2027-01-16T23:00:00Z')
  expect(await account(made.email)).toBeUndefined()
  for (const path of [`empfehlen/${number}`, `empfehlung/empfehlungscode/${code}`]) {
    const { status, body } = await server.call('GET', `/standard/${path}`)
    expect([path, status, body.ErrorCode]).toEqual([path, 410, 'PSOF0307'])
  }
  const click = await server.call('GET', `/standard/empfehlen/click/${number}?channel=wa`)
  expect(click.headers.location).toMatch(/\/empfehlungabgelaufen$/)
  // Of another tenant's it knows nothing.
  expect((await server.call('GET', `/telko/empfehlen/${number}`)).body.ErrorCode).toBe('PSOF0308')
})

test('while somebody who accepted is there, the account stays', async () => {
  const [kept, left] = [await recommended(server), await recommended(server)]
  const buyer = await accepted(server, kept.Empfehlungsnummer)
  await accepted(server, left.Empfehlungsnummer)
  await server.call('PUT', '/standard/empfaenger/bestaetigung', {
    body: { Token: buyer.confirmToken },
  })
  await sweep('2027-02-09T22:00:00Z')
  expect(await account(left.email)).toBeTypeOf('string')
  await sweep('2027-02-09T23:00:00Z')
  await sweep('2027-02-09T23:01:00Z')
  expect(await account(left.email)).toBeUndefined()
  expect(await account(kept.email)).toBeTypeOf('string')
})

test('the app can delete no confirmed account and no referral that is owned, whatever a statement says', async () => {
  const owner = await registered(server)
  const deleted = await inTenant((tx) =>
    tx
      .deleteFrom('accounts')
      .where('tenant', '=', 'standard')
      .where('email', '=', owner.email)
      .executeTakeFirst(),
  )
  expect(deleted.numDeletedRows).toBe(0n)
})

test('a duplicate loses its address when its weeks are over, and its number leads to the person for good', async () => {
  const made = await recommended(server)
  const first = await accepted(server, made.Empfehlungsnummer)
  const merged = await accepted(server, made.Empfehlungsnummer, first.email)
  const never = await accepted(server, made.Empfehlungsnummer, first.email)
  const by = { actor: system, now: server.clock.now() }
  for (const one of [first, merged])
    await inTenant((tx) => confirmRecipientData(tx, 'standard', one.Empfaengernummer, by))
  const agreed = await count('consents', merged.Empfaengernummer)
  expect(agreed).toBeGreaterThan(0)
  const addresses = () =>
    inTenant((tx) =>
      tx
        .selectFrom('recipients')
        .select(['number', 'email'])
        .where('tenant', '=', 'standard')
        .where('referral_number', '=', made.Empfehlungsnummer)
        .execute(),
    ).then((rows) => Object.fromEntries(rows.map(({ number, email }) => [number, email])))
  await sweep('2027-02-09T22:59:59Z')
  expect(Object.values(await addresses())).toEqual([first.email, first.email, first.email])
  await sweep('2027-02-09T23:00:00Z')
  expect(await addresses()).toEqual({
    [first.Empfaengernummer]: first.email,
    [merged.Empfaengernummer]: '',
    [never.Empfaengernummer]: '',
  })
  for (const one of [first, merged, never]) {
    const person = await inTenant((tx) => resolveRecipient(tx, 'standard', one.Empfaengernummer))
    expect(person?.number).toBe(first.Empfaengernummer)
  }
  // What somebody agreed to in the second form is proof as well.
  expect(await count('consents', merged.Empfaengernummer)).toBe(agreed)
})

test('a contract under a number that was merged away is cancelled, months later, by the same line', async () => {
  const bench = await makeBench(server, 'standard')
  const referral = await bench.makeReferral({ share: 100 })
  const first = await bench.makeRecipient(referral, { state: 'accepted' })
  const second = await bench.makeRecipient(referral, { email: first.email })
  const line = bench.line(referral, { recipientNumber: first.number })
  expect((await bench.feed(line)).kind).toBe('new')
  for (let week = 0; week < 14; week += 1) {
    server.clock.advance('P1W')
    await runSweeps(server.deps)
  }
  expect((await bench.feed(line)).kind).toBe('unchanged')
  expect((await bench.feed({ ...line, status: 'storniert' })).kind).toBe('cancelled')
  const later = bench.line(referral, { recipientNumber: first.number, contractOn: '2026-11-18' })
  expect((await bench.feed(later)).kind).toBe('new')
  expect(second.number).not.toBe(first.number)
})

test('an entry of the form that goes leaves its day of acceptance and, by the mailed link, what was wished', async () => {
  const made = await recommended(server)
  const first = await accepted(server, made.Empfehlungsnummer)
  server.clock.advance('P3D')
  const second = await accepted(server, made.Empfehlungsnummer, first.email)
  const by = { actor: system, now: server.clock.now() }
  await inTenant((tx) => confirmRecipientData(tx, 'standard', second.Empfaengernummer, by))
  await inTenant((tx) =>
    sql`update recipients set advertising = true, phone = '0301234' where number = ${first.Empfaengernummer}`.execute(
      tx,
    ),
  )
  const stays = () => inTenant((tx) => findRecipient(tx, 'standard', second.Empfaengernummer))
  expect(await stays()).toMatchObject({ created_on: '2026-11-20', advertising: false })
  await inTenant((tx) =>
    confirmRecipientData(tx, 'standard', first.Empfaengernummer, { ...by, byOwner: true }),
  )
  expect(await stays()).toMatchObject({
    created_on: '2026-11-17',
    advertising: true,
    phone: '0301234',
  })
})

test('who never confirmed is forgotten also where a browser reported an order', async () => {
  const made = await recommended(server)
  const typed = await accepted(server, made.Empfehlungsnummer)
  await inTenant((tx) =>
    tx
      .insertInto('orders')
      .values({
        tenant: 'standard',
        number: 'ORDER-REPORTED',
        referral_number: made.Empfehlungsnummer,
        recipient_number: typed.Empfaengernummer,
        product_id: '101',
        contract_on: '2026-11-17',
        state: 'reported',
        source: 'browser',
        channel: 'co',
        reported_at: testNow,
      })
      .execute(),
  )
  await sweep('2027-02-09T23:00:00Z')
  const left = await inTenant((tx) => findRecipient(tx, 'standard', typed.Empfaengernummer))
  expect(left).toMatchObject({ state: 'withdrawn', email: '', first_name: '', merged_into: null })
  expect(await count('consents', typed.Empfaengernummer)).toBe(0)
  expect(await count('tokens', typed.Empfaengernummer)).toBe(0)
})

test('thirty days after a mail was sent nobody can tell to whom or what, and it is still sent only once', async () => {
  const { email } = stranger()
  const queue = () =>
    inTenant((tx) =>
      queueMail(tx, 'standard', {
        template: 'passwordChanged',
        to: email,
        locale: 'de',
        data: { firstName: 'Ole' },
        dedupeKey: `once|${email}`,
        now: server.clock.now(),
      }),
    )
  const row = () =>
    inTenant((tx) =>
      tx
        .selectFrom('mails')
        .select(['mail_id', 'to_address', 'data', 'state'])
        .where('tenant', '=', 'standard')
        .where('dedupe_key', '=', `once|${email}`)
        .executeTakeFirstOrThrow(),
    )
  await queue()
  await sweep('2027-01-16T11:00:00Z')
  // Not sent yet: a mail server that is away for long must not lose it.
  expect(await row()).toMatchObject({ to_address: email, state: 'queued' })
  const sentAt = server.clock.now()
  const id = (await row()).mail_id
  await inTenant((tx) => markMailSent(tx, 'standard', id, sentAt))
  await sweep('2027-02-15T22:59:59Z')
  expect((await row()).to_address).toBe(email)
  await sweep('2027-02-15T23:00:00Z')
  expect(await row()).toMatchObject({ to_address: '', data: {}, state: 'sent' })
  await queue()
  expect((await row()).mail_id).toBe(id)
})

test('a mail that the queue gave up is forgotten after ninety days', async () => {
  const email = await register()
  await registered(server, 'standard', email).catch(() => undefined)
  await sweep('2027-02-15T22:00:00Z')
  expect((await queuedMails(server, 'standard', email)).length).toBeGreaterThan(0)
  await sweep('2027-02-15T23:00:00Z')
  expect(await queuedMails(server, 'standard', email)).toEqual([])
})

test('deletions of what nobody confirmed have one row a day and kind in the log, however many they are and however many workers run', async () => {
  const read = () =>
    inTenant((tx) =>
      tx
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('tenant', '=', 'standard')
        .where('action', 'in', ['unconfirmed-accounts-deleted', 'unconfirmed-contacts-deleted'])
        .orderBy('number')
        .execute(),
    )
  server.clock.set('2028-03-01T11:00:00Z')
  await sweep('2028-03-01T11:00:00Z')
  await sweep('2028-03-02T11:00:00Z')
  const before = (await read()).length
  const many = await Promise.all([1, 2, 3].map(register))
  await accepted(server, (await recommended(server)).Empfehlungsnummer)
  await sweep('2028-06-15T11:00:00Z')
  for (const email of many) expect(await account(email)).toBeUndefined()
  expect(await read()).toHaveLength(before)
  await sweep('2028-06-16T11:00:00Z')
  await sweep('2028-06-16T12:00:00Z')
  expect((await read()).slice(before)).toEqual([
    {
      action: 'unconfirmed-accounts-deleted',
      details: { day: '2028-06-15', count: expect.any(Number) },
    },
    { action: 'unconfirmed-contacts-deleted', details: { day: '2028-06-15', count: 1 } },
  ])
})

test('a token is removed 90 days after its end, an API key never; a log-in is told by its session until then', async () => {
  server.clock.set('2029-01-01T11:00:00Z')
  const { token, email } = await registered(server)
  const id = (await account(email))!
  const sessions = () =>
    inTenant((tx) =>
      tx
        .selectFrom('tokens')
        .select(['kind', 'created_at'])
        .where('tenant', '=', 'standard')
        .where('subject', '=', id)
        .where('kind', '=', 'user-session')
        .execute(),
    )
  const keys = () =>
    inTenant((tx) =>
      tx
        .selectFrom('tokens')
        .select(tx.fn.countAll<string>().as('many'))
        .where('tenant', '=', 'standard')
        .where('kind', '=', 'api-key')
        .executeTakeFirstOrThrow(),
    )
  const before = await keys()
  await server.call('GET', '/standard/account/logout', { token })
  await sweep('2029-04-15T10:59:59Z')
  expect(await sessions()).toEqual([
    { kind: 'user-session', created_at: Temporal.Instant.from('2029-01-01T11:00:00Z') },
  ])
  await sweep('2029-04-15T11:00:01Z')
  expect(await sessions()).toEqual([])
  expect(await count('tokens', id)).toBe(0)
  expect(await keys()).toEqual(before)
})

test('a step that fails keeps no other waiting, and its error is told', async () => {
  const bench = await makeBench(server, 'standard')
  const open = await recommended(server)
  const owed = await bench.makeReward()
  const left = await accepted(server, (await recommended(server)).Empfehlungsnummer)
  const forgotten = await register()
  const referral = await bench.makeReferral({ share: 100 })
  const orderNumber = await bench.makeOrder(referral, await bench.makeRecipient(referral))
  const told: unknown[] = []
  const log = Object.assign(Object.create(server.deps.log) as typeof server.deps.log, {
    error: (details: unknown) => told.push(details),
  })
  server.clock.set('2027-12-01T11:00:00Z')
  await failing(['expire-referral', 'unaccept-referral'], () => runSweeps({ ...server.deps, log }))
  expect(told).toEqual([{ tenant: 'standard', err: { message: 'expire-referral fails' } }])
  expect(await bench.stateOf('referrals', open.Empfehlungsnummer)).toBe('open')
  expect(await bench.stateOf('recipients', left.Empfaengernummer)).toBe('accepted')
  // Release, provision, expiry of rewards, and a deletion after those that failed.
  expect(await bench.stateOf('orders', orderNumber)).toBe('released')
  expect((await bench.readRewards(orderNumber))[0]?.state).toBe('provided')
  expect((await bench.readRewards(owed.orderNumber))[0]?.state).toBe('expired')
  expect(await account(forgotten)).toBeUndefined()
})

/** While `work` runs, whatever would write one of these actions to the audit log fails. */
async function failing(actions: string[], work: () => Promise<unknown>) {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  try {
    const list = actions.map((action) => owner.escapeLiteral(action)).join()
    await owner.query(`
      create function fail_step() returns trigger language plpgsql as
        $$ begin raise exception '% fails', new.action; end $$;
      create trigger fail_step before insert on audit_log
        for each row when (new.action in (${list})) execute function fail_step()`)
    await work()
  } finally {
    await owner.query('drop function if exists fail_step cascade')
    await owner.end()
  }
}
