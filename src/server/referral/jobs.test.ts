import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { whileRefused } from '../../../test/helpers/while-refused.ts'
import { withTenant } from '../db/connection.ts'
import { accepted, recommended } from './journey.test-helper.ts'
import { deleteUnconfirmedAccounts, deleteUnconfirmedRecipients, expireReferrals } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const state = (number: string) =>
  withTenant(server.db, 'standard', async (tx) => {
    const row = await tx
      .selectFrom('referrals')
      .select('state')
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return row.state
  })
const audited = (action: string, id: string) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select('audit_id')
      .where('tenant', '=', 'standard')
      .where('action', '=', action)
      .where('subject_id', '=', id)
      .execute(),
  )

test('an open referral expires the day after its last, once, however many workers come by', async () => {
  const open = await recommended(server)
  const used = await recommended(server)
  await accepted(server, used.Empfehlungsnummer)
  server.clock.set('2027-01-16T22:59:59Z')
  expect(await expireReferrals(server.deps, 'standard')).toBe(0)
  server.clock.set('2027-01-16T23:00:00Z')
  const done = await Promise.all(
    Array.from({ length: 6 }, () => expireReferrals(server.deps, 'standard')),
  )
  expect(done.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await state(open.Empfehlungsnummer)).toBe('expired')
  expect(await state(used.Empfehlungsnummer)).toBe('accepted')
  expect(await audited('expire-referral', open.Empfehlungsnummer)).toHaveLength(1)
})

test('a large backlog is worked off in batches, in its tenant alone', async () => {
  const source = await recommended(server)
  await withTenant(server.db, 'standard', async (tx) => {
    const row = await tx
      .selectFrom('referrals')
      .selectAll()
      .where('tenant', '=', 'standard')
      .where('number', '=', source.Empfehlungsnummer)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 1_200 }, (_, index) => ({
      ...row,
      number: `copy-${index}`,
      code: `copy-${index}`,
      created_at: row.created_at.toString(),
      owned_at: null,
      cancelled_at: null,
      agency_plan: null,
      valid_until: '2026-11-16',
    }))
    await tx.insertInto('referrals').values(copies).execute()
  })
  expect(await expireReferrals(server.deps, 'telko')).toBe(0)
  expect(await expireReferrals(server.deps, 'standard')).toBe(1_200)
  expect(await expireReferrals(server.deps, 'standard')).toBe(0)
})

test('who never confirmed is gone after twelve weeks, with tokens, consents and what the mail said; nobody else is', async () => {
  const made = await recommended(server)
  const [gone, stays] = [
    await accepted(server, made.Empfehlungsnummer),
    await accepted(server, made.Empfehlungsnummer),
  ]
  await server.call('PUT', '/standard/empfaenger/bestaetigung', {
    body: { Token: stays.confirmToken },
  })
  const traces = (number: string, email: string) =>
    withTenant(server.db, 'standard', async (tx) => ({
      recipients: await tx
        .selectFrom('recipients')
        .select('number')
        .where('tenant', '=', 'standard')
        .where('number', '=', number)
        .execute(),
      tokens: await tx
        .selectFrom('tokens')
        .select('kind')
        .where('tenant', '=', 'standard')
        .where('subject', '=', number)
        .execute(),
      consents: await tx
        .selectFrom('consents')
        .select('kind')
        .where('tenant', '=', 'standard')
        .where('subject_id', '=', number)
        .execute(),
      mails: await queuedMails(server, 'standard', email),
    }))
  server.clock.set('2027-02-09T22:59:59Z')
  await deleteUnconfirmedRecipients(server.deps, 'standard')
  expect((await traces(gone.Empfaengernummer, gone.email)).recipients).toHaveLength(1)
  server.clock.set('2027-02-09T23:00:00Z')
  await Promise.all(
    Array.from({ length: 4 }, () => deleteUnconfirmedRecipients(server.deps, 'standard')),
  )
  expect(await traces(gone.Empfaengernummer, gone.email)).toEqual({
    recipients: [],
    tokens: [],
    consents: [],
    mails: [],
  })
  // The day's row is counted (retention.test.ts).
  expect(await audited('delete-recipient', gone.Empfaengernummer)).toEqual([])
  const kept = await traces(stays.Empfaengernummer, stays.email)
  expect([
    kept.recipients.length,
    kept.tokens.length,
    kept.consents.length,
    kept.mails.length,
    // Tokens: of the form, of the link that confirms, and two that open the own page (in the mail, and by confirming).
  ]).toEqual([1, 4, 1, 1])
  expect(await state(made.Empfehlungsnummer)).toBe('accepted')
  const late = await server.call('PUT', '/standard/empfaenger/bestaetigung', {
    body: { Token: gone.confirmToken },
  })
  expect(late.body.ErrorCode).toBe('PSOF0205')
  expect((await server.call('GET', `/standard/empfaenger/${gone.Hex}`)).body.ErrorCode).toBe(
    'PSOF0308',
  )
})

test('a referral whose only recipient was deleted is expired again, and one with an order keeps its recipient', async () => {
  const [lonely, ordered] = [await recommended(server), await recommended(server)]
  await accepted(server, lonely.Empfehlungsnummer)
  const buyer = await accepted(server, ordered.Empfehlungsnummer)
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .insertInto('orders')
      .values({
        tenant: 'standard',
        number: 'ORDER-CONFIRMED',
        external_number: 'P-CONFIRMED',
        referral_number: ordered.Empfehlungsnummer,
        recipient_number: buyer.Empfaengernummer,
        product_id: '101',
        contract_on: '2026-11-17',
        state: 'confirmed',
        source: 'feed',
        channel: 'co',
        reported_at: testNow,
      })
      .execute(),
  )
  server.clock.set('2027-02-10T11:00:00Z')
  await deleteUnconfirmedRecipients(server.deps, 'standard')
  await deleteUnconfirmedRecipients(server.deps, 'standard')
  expect(await state(lonely.Empfehlungsnummer)).toBe('expired')
  expect(await audited('unaccept-referral', lonely.Empfehlungsnummer)).toHaveLength(1)
  expect(await state(ordered.Empfehlungsnummer)).toBe('accepted')
  expect((await server.call('GET', `/standard/empfaenger/${buyer.Hex}`)).status).toBe(200)
})

test('a referral that fails keeps no other from expiring, and expires once it can', async () => {
  const made = [await recommended(server), await recommended(server), await recommended(server)]
  const [bad, ...others] = made.map(({ Empfehlungsnummer }) => Empfehlungsnummer)
  server.clock.set('2027-01-16T23:00:00Z')
  await whileRefused(server, 'standard', 'referrals', `number = '${bad}'`, () =>
    expect(expireReferrals(server.deps, 'standard')).rejects.toThrow('refused'),
  )
  expect(await state(bad!)).toBe('open')
  for (const number of others) {
    expect(await state(number)).toBe('expired')
    expect(await audited('expire-referral', number)).toHaveLength(1)
  }
  expect(await expireReferrals(server.deps, 'standard')).toBe(1)
})

test('a contact or account that fails keeps no other from its deletion, and is deleted once it can be', async () => {
  const made = [await recommended(server), await recommended(server), await recommended(server)]
  const contacts = []
  for (const { Empfehlungsnummer } of made) contacts.push(await accepted(server, Empfehlungsnummer))
  const left = (table: 'recipients' | 'accounts', emails: readonly string[]) =>
    withTenant(server.db, 'standard', async (tx) => {
      const rows = await tx
        .selectFrom(table)
        .select('email')
        .where('tenant', '=', 'standard')
        .where('email', 'in', emails)
        .execute()
      return rows.map(({ email }) => email)
    })
  /** While no mail of the first one can be blanked. */
  const whileFirstFails = async (
    table: 'recipients' | 'accounts',
    emails: readonly string[],
    sweep: () => Promise<number>,
  ) => {
    const [bad] = emails
    const ids = await withTenant(server.db, 'standard', (tx) =>
      tx
        .selectFrom('mails')
        .select('mail_id')
        .where('tenant', '=', 'standard')
        .where('to_address', '=', bad!)
        .execute(),
    )
    const refused = ids.map(({ mail_id: id }) => `'${id}'`).join()
    await whileRefused(
      server,
      'standard',
      'mails',
      `mail_id in (${refused}) and to_address = ''`,
      () => expect(sweep()).rejects.toThrow('refused'),
    )
    expect(await left(table, emails)).toEqual([bad])
    expect(await sweep()).toBe(1)
    expect(await left(table, emails)).toEqual([])
  }
  const addresses = (of: readonly { email: string }[]) => of.map(({ email }) => email)
  server.clock.set('2027-02-10T11:00:00Z')
  await whileFirstFails('recipients', addresses(contacts), () =>
    deleteUnconfirmedRecipients(server.deps, 'standard'),
  )
  await whileFirstFails('accounts', addresses(made), () =>
    deleteUnconfirmedAccounts(server.deps, 'standard'),
  )
})
