import { afterAll, beforeAll, expect, test } from 'vitest'
import { iban, makeActors, type Actors } from '../../../test/helpers/actors.ts'
import { openSupport } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { groupIban } from '../../domain/iban.ts'
import { withTenant } from '../db/connection.ts'

let server: TestServer
let actors: Actors
beforeAll(async () => {
  server = await startTestServer()
  actors = await makeActors(server)
})
afterAll(() => server.stop())

const ask = (token: string, headers: Record<string, string> = {}) =>
  server.call('GET', '/standard/empfehler/export', { token, headers })

test('the own data come as a file: account, consents, referrals, rewards; recipients by initials', async () => {
  const { status, headers, body } = await ask(actors.tokens.user)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe(
    'attachment; filename="standard-meine-daten-2026-11-17.json"',
  )
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toMatchObject({
    ErstelltAm: '2026-11-17T11:00:00Z',
    Konto: { Email: 'person1.werber@post.example', Newsletter: 'abgemeldet', Sprache: 'de' },
    Bankverbindung: { Kontoinhaber: 'Kontoinhaberin Erste', Iban: groupIban(iban) },
    Empfehlungen: [
      {
        Empfehlungsnummer: actors.params['number'],
        Status: 'Freigegeben',
        Klicks: 0,
        Empfaenger: [{ Kuerzel: 'F. N.', ZugesagtAm: '2026-11-17' }],
      },
    ],
    Praemierungen: [{ Status: 'Bereitgestellt', Art: null, WertCent: expect.any(Number) }],
    Auszahlungen: [],
  })
  expect(body.Zustimmungen.map(({ Art }: { Art: string }) => Art)).toEqual(['eligibility', 'terms'])
  expect(body.Zustimmungen[0]).toMatchObject({
    Erteilt: true,
    Empfehlungsnummer: actors.params['number'],
    Text: expect.stringContaining('18 Jahre'),
  })
  const text = JSON.stringify(body)
  for (const other of ['person1.freund@post.example', 'Nachnameperson1', 'person2'])
    expect(text).not.toContain(other)
})

test('another site cannot have it fetched, and a support session takes nothing away', async () => {
  const foreign = await ask(actors.tokens.user, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  const { account_id: id } = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', 'standard')
      .where('email', '=', 'person1.werber@post.example')
      .executeTakeFirstOrThrow(),
  )
  const support = await openSupport(server, id)
  expect((await ask(support)).status).toBe(403)
})
