import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, registered, stranger } from '../account/people.test-helper.ts'
import { readProofs, type KeptProof } from '../base/proof-store.ts'
import { withTenant } from '../db/connection.ts'
import {
  acceptance,
  accepted,
  postReferral,
  recommended,
  wish,
} from '../referral/journey.test-helper.ts'
import { runSweeps } from '../run-sweeps.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { mailedToken } from '../../../test/helpers/mails.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await withTenant(server.db, 'telko', async (tx) => {
    const stored = await lockStoredTenant(tx, 'telko')
    const recipientFields = { birthDate: false, address: false, phone: true }
    await saveTenant(tx, { ...stored!, recipientFields }, server.clock.now())
  })
  server.deps.tenants.forget('telko')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const proofsOf = (email: string, tenant = 'standard') =>
  withTenant(server.db, tenant, (tx) => readProofs(tx, server.deps.keys, tenant, email))
const summary = (proofs: KeptProof[]) =>
  proofs.map(({ kind, form, confirmed_by, keep_until }) => [kind, form, confirmed_by, keep_until])

/** Somebody who accepted with consent to advertising and confirmed by mail; the mailed token of the own page. */
async function contact(tenant = 'standard') {
  const products = (await server.call('GET', `/${tenant}/produkt`)).body
  const { Empfehlungsnummer: number } = await recommended(server, tenant, {
    product: products[0].Id,
  })
  const person = stranger()
  const made = await server.call('POST', `/${tenant}/empfaenger/create/${number}?channel=wa`, {
    ip: person.ip,
    body: acceptance(person.email, { Werbeeinwilligung: true }),
  })
  const Token = await mailedToken(server, tenant, person.email, 'confirmRecipient')
  const confirm = () =>
    server.call('PUT', `/${tenant}/empfaenger/bestaetigung`, { body: { Token } })
  return { ...person, number, typed: made.body.Token as string, confirm }
}
const leave = (token: string, tenant = 'standard') =>
  server.call('DELETE', `/${tenant}/empfaenger/daten`, { token })

test('who is forgotten leaves the proof of what they agreed to, found by the address alone', async () => {
  const one = await contact()
  const { Token } = (await one.confirm()).body
  server.clock.advance('P1D')
  expect((await leave(Token)).status).toBe(200)
  const proofs = await proofsOf(one.email)
  expect(summary(proofs)).toEqual([
    ['advertising', 'accept', 'mailed-link', '2029-11-18'],
    ['terms', 'accept', 'mailed-link', '2029-11-18'],
  ])
  expect(proofs[0]).toMatchObject({ channel: 'wa', version: '2026-12' })
  expect(proofs[0]!.words).toMatch(/^Freiwillig: Sonnseite darf mich per E-Mail über/)
  expect(proofs[0]!.at.toString()).toBe('2026-11-17T11:00:00Z')
  expect(proofs[0]!.confirmed_at!.toString()).toBe('2026-11-17T11:00:00Z')
  expect(proofs[0]!.withdrawn_at!.toString()).toBe('2026-11-18T11:00:00Z')
  expect(await proofsOf(`x${one.email}`)).toEqual([])
  expect(await proofsOf(one.email, 'telko')).toEqual([])
  const owner = new Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  const whole = await owner.query("select set_tenant('standard'); select * from consent_proofs")
  await owner.end()
  const kept = JSON.stringify(whole)
  expect(kept).toContain('advertising')
  expect(kept).not.toContain(one.email.split('@')[0])
})

test('an address that nobody confirmed proves nothing, and leaves nothing', async () => {
  const one = await contact()
  expect((await leave(one.typed)).status).toBe(200)
  expect(await proofsOf(one.email)).toEqual([])
  const left = await contact()
  server.clock.advance('P90D')
  await runSweeps(server.deps)
  expect(await proofsOf(left.email)).toEqual([])
})

test('the app reads proofs by address alone, and changes none', async () => {
  for (const statement of [
    sql`select address_hash from consent_proofs where tenant = 'standard'`,
    sql`select * from consent_proofs where tenant = 'standard'`,
    sql`update consent_proofs set withdrawn_at = at where tenant = 'standard'`,
  ])
    await expect(withTenant(server.db, 'standard', (tx) => statement.execute(tx))).rejects.toThrow(
      /permission denied/,
    )
  const foreign = await withTenant(server.db, 'telko', (tx) =>
    sql`select * from prove_consents('standard', array['x'])`.execute(tx),
  )
  expect(foreign.rows).toEqual([])
})

test('a withdrawal counts from its day: three years, five for the phone, then proof and words go', async () => {
  const one = await contact('telko')
  const { Token } = (await one.confirm()).body
  const withdrawn = await server.call('DELETE', '/telko/empfaenger/werbeeinwilligung', {
    token: Token,
  })
  expect(withdrawn.status, JSON.stringify(withdrawn.body)).toBe(200)
  server.clock.advance('P365D')
  expect((await leave(Token, 'telko')).status).toBe(200)
  const proofs = await proofsOf(one.email, 'telko')
  expect(summary(proofs)).toEqual([
    ['advertising', 'accept', 'mailed-link', '2029-11-17'],
    ['advertising-phone', 'accept', 'mailed-link', '2031-11-17'],
    ['terms', 'accept', 'mailed-link', '2030-11-17'],
  ])
  expect(proofs[1]!.words).toContain('per E-Mail und Telefon')
  server.clock.set('2029-11-17T22:00:00Z')
  await runSweeps(server.deps)
  expect(await proofsOf(one.email, 'telko')).toHaveLength(3)
  server.clock.set('2029-11-18T00:00:00Z')
  await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
  expect((await proofsOf(one.email, 'telko')).map(({ kind }) => kind)).toEqual([
    'advertising-phone',
    'terms',
  ])
  server.clock.set('2031-11-18T00:00:00Z')
  await runSweeps(server.deps)
  expect(await proofsOf(one.email, 'telko')).toEqual([])
})

test('a deleted account leaves proof of what its own referrals were made with, not of those by others', async () => {
  const known = await registered(server)
  const own = await postReferral(server, wish(known.email), { token: known.token, ip: known.ip })
  expect(own.status).toBe(201)
  await postReferral(server, wish(known.email))
  const gone = await server.call('DELETE', '/standard/empfehler/delete', {
    token: known.token,
    body: { Password: goodPassword, PraemienVerfallen: true },
  })
  expect(gone.status, JSON.stringify(gone.body)).toBe(200)
  expect(summary(await proofsOf(known.email))).toEqual([
    ['eligibility', 'recommend', 'session', '2029-11-17'],
    ['terms', 'recommend', 'session', '2029-11-17'],
  ])
})

test('entries of one person that were merged by the mailed link are proven together, typed ones are not', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const first = await accepted(server, number)
  const second = await accepted(server, number, first.email)
  await accepted(server, number, first.email)
  const confirm = (Token: string) =>
    server.call('PUT', '/standard/empfaenger/bestaetigung', { body: { Token } })
  const { Token } = (await confirm(first.confirmToken)).body
  expect((await confirm(second.confirmToken)).status).toBe(200)
  expect((await leave(Token)).status).toBe(200)
  expect((await proofsOf(first.email)).map(({ kind }) => kind)).toEqual(['terms', 'terms'])
  const left = await withTenant(server.db, 'standard', (tx) =>
    sql`select from consents where tenant = 'standard' and subject_kind = 'recipient'
      and subject_id in (${first.Empfaengernummer}, ${second.Empfaengernummer})`.execute(tx),
  )
  expect(left.rows).toHaveLength(0)
})
