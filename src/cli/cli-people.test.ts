import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withTenant } from '../server/db/connection.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'
import { startEachAfresh } from '../../test/helpers/start-each-afresh.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation

beforeAll(async () => {
  installation = await makeInstallation()
})
startEachAfresh(() => installation.server)
afterEach(() => installation.expectLedger())
afterAll(() => installation.stop())

const rows = <T>(query: ReturnType<typeof sql<T>>, tenant = 'standard') =>
  withTenant(installation.server.db, tenant, (tx) => query.execute(tx)).then((found) => found.rows)

test('people export: everything about an address as referrer and as contact, in the words of their own files, logged by number', async () => {
  const { standard, journey, audited, server } = installation
  const exported = await standard('people', 'export', journey.referrerEmail.toUpperCase())
  expect(exported).toMatchObject({ code: 0, err: '' })
  const file = exported.json()
  expect(file.Empfehler.Konto.Email).toBe(journey.referrerEmail)
  expect(file.Empfehler.Empfehlungen).toHaveLength(1)
  expect(file.Empfehler.Praemierungen).toHaveLength(1)
  expect(file.Empfehler.Zustimmungen.length).toBeGreaterThan(0)
  expect(file.Nachrichten.length).toBeGreaterThan(0)
  // Nothing that lets anybody in, and nothing of the other side but initials.
  for (const secret of [journey.rewardToken, journey.recipientEmail])
    expect(exported.out).not.toContain(secret)

  const contact = (await standard('people', 'export', journey.recipientEmail, '--json')).json()
  expect(contact.Empfehler).toBeNull()
  expect(contact.Empfaenger).toMatchObject([
    { Person: { Email: journey.recipientEmail }, Auftraege: [{ Status: 'Freigegeben' }] },
  ])
  const log = await audited('person-exported')
  expect(log.map(({ subject_kind, actor_id }) => [subject_kind, actor_id])).toEqual([
    ['account', installation.jo],
    ['recipient', installation.jo],
  ])
  expect(JSON.stringify(log)).not.toContain('@')

  expect((await standard('people', 'export', 'niemand@post.example')).code).toBe(1)
  for (const act of ['export', 'erase'])
    expect(await standard('people', act, 'Emil')).toMatchObject({
      code: 2,
      err: expect.stringContaining('ADDRESS is not an e-mail address'),
    })
  const elsewhere = ['people', 'export', journey.referrerEmail, '--tenant', 'telko']
  expect((await installation.cli(...elsewhere)).code).toBe(1)
  const [user] = await rows<{ email: string }>(
    sql`select email from agency_users where tenant = 'bgv' and role = 'employee' and left_at is null limit 1`,
    'bgv',
  )
  const agency = await installation.cli('people', 'export', user!.email, '--tenant', 'bgv')
  expect(agency.json().Agentur).toMatchObject([{ Rolle: 'Mitarbeiter' }])
  expect(server.clock.now()).toBeDefined()
})

test('people erase: asks, loses no reward without a word, then forgets account, contact and employee as they would themselves', async () => {
  const { standard, cli, journey, audited } = installation
  const erase = (address: string, ...words: string[]) =>
    standard('people', 'erase', address, ...words)
  expect((await erase(journey.referrerEmail)).code).toBe(2)
  const refused = await erase(journey.referrerEmail, '--yes')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--waive')])
  expect((await standard('people', 'export', journey.referrerEmail)).code).toBe(0)

  const notes = () =>
    rows<{ note: string | null }>(
      sql`select refusal_note as note from orders where tenant = 'standard'
        union all select refusal_note from rewards where tenant = 'standard'`,
    )
  const write = async () => {
    await rows(
      sql`update orders set refusal_note = 'Frau Lindenau kennt ihn' where tenant = 'standard'`,
    )
    await rows(
      sql`update rewards set refusal_note = 'Frau Lindenau kennt ihn' where tenant = 'standard'`,
    )
  }
  const noneLeft = async () => (await notes()).filter(({ note }) => note !== null)

  await write()
  expect(await noneLeft()).not.toEqual([])
  expect((await erase(journey.referrerEmail, '--yes', '--waive')).out).toContain(
    'The account is ended.',
  )
  // What was typed about a refusal may name the person.
  expect(await noneLeft()).toEqual([])
  await rows(sql`update orders set refusal_note = 'Herr Jung kennt sie' where tenant = 'standard'`)
  expect((await erase(journey.recipientEmail, '--yes')).out).toMatch(
    /^Contact \w{16} is forgotten\.$/m,
  )
  expect(await noneLeft()).toEqual([])
  for (const address of [journey.referrerEmail, journey.recipientEmail])
    for (const table of ['accounts', 'recipients', 'referrals', 'consents', 'audit_log'])
      expect(
        await rows(
          sql`select 1 from ${sql.table(table)} t where tenant = 'standard' and t::text like ${`%${address}%`}`,
        ),
        `${address} in ${table}`,
      ).toEqual([])
  expect(await audited('account-deleted')).toMatchObject([{ actor_id: installation.jo }])
  expect(await audited('person-erased')).toHaveLength(2)
  expect((await erase(journey.referrerEmail, '--yes')).out).toContain('Nothing is kept')

  // What proves a consent outlives the person here, and whoever asks by letter is told of it.
  const left = (await standard('people', 'export', journey.referrerEmail, '--json')).json()
  expect(left).toMatchObject({ Empfehler: null, Empfaenger: [], Zustimmungen: [] })
  expect(left.Nachweise).toContainEqual(
    expect.objectContaining({
      Formular: 'recommend',
      Art: 'terms',
      Text: expect.stringMatching(/\w{5}/),
      BestaetigtAm: expect.stringMatching(/^2026-/),
      BeendetAm: expect.stringMatching(/^2026-/),
      AufbewahrtBis: expect.stringMatching(/^20\d\d-\d\d-\d\d/),
    }),
  )
  expect((await cli('people', 'export', journey.referrerEmail, '--tenant', 'telko')).code).toBe(1)

  const [user] = await rows<{ email: string }>(
    sql`select email from agency_users where tenant = 'bgv' and role = 'employee' and left_at is null limit 1`,
    'bgv',
  )
  const gone = await cli('people', 'erase', user!.email, '--yes', '--tenant', 'bgv')
  expect(gone.out).toMatch(/^Employee of agency AG-\d+: out now/)
  const [owner] = await rows<{ email: string }>(
    sql`select email from agency_users where tenant = 'bgv' and role = 'owner' limit 1`,
    'bgv',
  )
  const kept = await cli('people', 'erase', owner!.email, '--yes', '--tenant', 'bgv')
  expect(kept.out).toMatch(/owner of agency AG-\d+, whose invoices are kept/)
})
