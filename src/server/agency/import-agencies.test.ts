import { afterAll, beforeAll, expect, test } from 'vitest'
import { agencyPassword } from '../../../test/helpers/agency.ts'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { importAgencies, readAgencyFile } from './import-agencies.ts'
import { lockAgencyByNumber } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const load = (...lines: string[]) => loadTable('Nummer;Name;Vorname;Nachname;E-Mail;Ort', ...lines)
const loadTable = (...lines: string[]) =>
  withTenant(server.db, 'bgv', (tx) => {
    const text = lines.join('\n')
    const file = readAgencyFile(text, '^AG-[0-9]{4}$')
    return importAgencies(tx, server.deps, 'bgv', file, { actor: system })
  })
const register = (Agenturnummer: string, Email: string) =>
  server.call('POST', '/bgv/agentur-konto/registrieren', {
    body: {
      Agenturnummer,
      Agentur: 'Agentur Ungefragt',
      Vorname: 'Nie',
      Nachname: 'Mand',
      Email,
      Agb: true,
    },
  })
const setPassword = (token: string) =>
  server.call('PUT', '/bgv/agentur-konto/passwort', {
    body: { Token: token, Password: agencyPassword, PasswordConfirm: agencyPassword },
  })

test('an agency of a file is active at once, its owner gets a link, and a known number is updated', async () => {
  const line = 'AG-8101;Agentur Hasel;Hanno;Haselbeck;hanno@hasel.example;'
  expect(await load(`${line}Passau`)).toEqual({ added: 1, updated: 0, refused: [] })
  const { body } = await setPassword(
    await mailedToken(server, 'bgv', 'hanno@hasel.example', 'agencyEmployee'),
  )
  expect(body).toMatchObject({ Rolle: 'owner', Status: 'active', Agenturnummer: 'AG-8101' })
  expect(await load(`${line}Straubing`)).toEqual({ added: 0, updated: 1, refused: [] })
  const { body: shown } = await server.call('GET', '/bgv/agentur-konto/stammdaten', {
    token: body.Token,
  })
  expect(shown.Ort).toBe('Straubing')
  expect((await load('AG-8102;B;C;D;hanno@hasel.example;')).refused).toEqual([
    { line: 2, reason: 'email-taken' },
  ])
})

test("an agency has its owner's address, or its own where the file has one", async () => {
  const write = (own: string) =>
    loadTable(
      'Nummer;Name;Vorname;Nachname;E-Mail;Agentur-E-Mail',
      `AG-8105;Agentur Ulme;Ute;Ulmer;ute@ulme.example;${own}`,
    )
  const stored = () =>
    withTenant(server.db, 'bgv', (tx) => lockAgencyByNumber(tx, 'bgv', 'AG-8105'))
  expect(await write('')).toMatchObject({ added: 1 })
  expect((await stored())?.email).toBe('ute@ulme.example')
  expect(await write('Buero@Ulme.example')).toMatchObject({ updated: 1 })
  expect((await stored())?.email).toBe('buero@ulme.example')
  expect((await write('buero')).refused).toEqual([{ line: 2, reason: 'email' }])
})

test('a number that a stranger registered becomes the owner’s of the file, unless its address was confirmed', async () => {
  await register('AG-8103', 'fremd@post.example')
  const link = await mailedToken(server, 'bgv', 'fremd@post.example', 'agencyConfirm')
  const line = 'AG-8103;Agentur Esche;Edda;Eschenlohe;edda@esche.example;Cham'
  expect(await load(line)).toMatchObject({ added: 1, refused: [] })
  expect((await setPassword(link)).body.ErrorCode).toBe('PSOF0205')
  const owner = await setPassword(
    await mailedToken(server, 'bgv', 'edda@esche.example', 'agencyEmployee'),
  )
  expect(owner.body).toMatchObject({ Rolle: 'owner', Nachname: 'Eschenlohe' })

  await register('AG-8104', 'waechter@post.example')
  await setPassword(await mailedToken(server, 'bgv', 'waechter@post.example', 'agencyConfirm'))
  expect(await load('AG-8104;Agentur Erle;Edda;Erlenbach;edda@erle.example;Cham')).toEqual({
    added: 0,
    updated: 0,
    refused: [{ line: 2, reason: 'registered' }],
  })
})
