import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'

let server: TestServer
let apiKey: string
beforeAll(async () => {
  server = await startTestServer()
  apiKey = await makeApiKey(server, 'standard')
})
afterAll(() => server.stop())

const path = '/standard/empfehler/benachrichtigungen'
let made = 0

/** One more contact of a referral, who confirms and concludes a contract. */
async function contractOf(referral: string): Promise<void> {
  made++
  const email = `kontakt${made}@post.example`
  const ip = `198.51.100.${made}`
  await server.call('POST', `/standard/empfaenger/create/${referral}`, {
    ip,
    body: { Vorname: 'Mika', Email: email, Werbeeinwilligung: false, Agb: true },
  })
  const confirm = async () =>
    server.call('PUT', '/standard/empfaenger/bestaetigung', {
      ip,
      body: { Token: await mailedToken(server, 'standard', email, 'confirmRecipient') },
    })
  expect((await confirm()).status).toBe(200)
  await confirm()
  const line = {
    ExterneAuftragsnummer: `S-${made}`,
    Email: email,
    Empfehlungsnummer: referral,
    ProduktExterneId: 'SON-STROM',
    Vertragsdatum: server.clock.today().toString(),
    Status: 'abgeschlossen',
  }
  for (let time = 0; time < 2; time++)
    await server.call('POST', '/standard/auftraege', { token: apiKey, body: [line] })
}

const steps = async (to: string) =>
  (await queuedMails(server, 'standard', to))
    .map(({ template }) => template)
    .filter((name) => name === 'contactAccepted' || name === 'contractConcluded')
    .toReversed()

test('a referrer who wants it is told once of each contact that accepts and each contract; nobody else is', async () => {
  const {
    referral,
    referrerEmail,
    userToken: token,
  } = await makeJourney(server, 'standard', apiKey)
  const number = referral.Empfehlungsnummer
  expect((await server.call('GET', path, { token })).body).toEqual({ Schritte: false })
  await contractOf(number)
  expect(await steps(referrerEmail)).toEqual([])
  await server.call('PUT', path, { token, body: { Schritte: true } })
  expect((await server.call('GET', path, { token })).body).toEqual({ Schritte: true })
  await contractOf(number)
  expect(await steps(referrerEmail)).toEqual(['contactAccepted', 'contractConcluded'])
  await server.call('PUT', path, { token, body: { Schritte: false } })
  await contractOf(number)
  expect(await steps(referrerEmail)).toHaveLength(2)
})

test('a mail about a step names no contact, and leads to where it is turned off', async () => {
  const {
    referral,
    referrerEmail,
    userToken: token,
  } = await makeJourney(server, 'standard', apiKey)
  await server.call('PUT', path, { token, body: { Schritte: true } })
  await contractOf(referral.Empfehlungsnummer)
  const mails = await queuedMails(server, 'standard', referrerEmail)
  const { data } = mails.find(({ template }) => template === 'contactAccepted')!
  expect(JSON.stringify(data)).not.toMatch(/Mika|kontakt\d/)
  expect(data.settings).toEqual({ link: { page: 'Settings', query: { edit: 'mails' } } })
})

test('who turns it on is written down, and the file of the own data says it', async () => {
  const { userToken: token } = await makeJourney(server, 'standard', apiKey)
  await server.call('PUT', path, { token, body: { Schritte: true } })
  const file = await server.call('GET', '/standard/empfehler/export', { token })
  expect(file.body.Konto.SchrittMails).toBe(true)
})
