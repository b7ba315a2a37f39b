import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { registered, stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { accepted, recommended, wish } from './journey.test-helper.ts'
import { expireReferrals } from './jobs.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const owned = async (share = 50) => {
  const person = await registered(server)
  const { body } = await server.call('POST', '/standard/empfehlen/create', {
    token: person.token,
    body: wish(person.email, { share }),
  })
  return body as { Empfehlungsnummer: string; Hex: string; Empfehlungscode: string }
}
const cancel = (number: string) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('referrals')
      .set({ state: 'cancelled' })
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .execute(),
  )
const clicks = (number: string) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('clicks')
      .select(['channel', 'source'])
      .where('tenant', '=', 'standard')
      .where('referral_number', '=', number)
      .execute(),
  )

test('anyone with the link sees who recommends what, what it brings and until when, and nothing else', async () => {
  const made = await recommended(server)
  const { status, body } = await server.call(
    'GET',
    `/standard/Empfehlen/${made.Empfehlungsnummer}/`,
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({
    Empfehlungsnummer: made.Empfehlungsnummer,
    Status: 'Offen',
    GueltigBis: '2027-01-16',
    Produkt: { Id: '101', ExterneId: 'SON-STROM', Titel: 'Ökostrom' },
    Empfehler: { Vorname: 'Mara' },
    EmpfaengerWertCent: 2500,
    EmpfaengerWert: '25,00\u00a0€',
    EmpfehlerWertCent: 2500,
    EmpfehlerWert: '25,00\u00a0€',
    EmpfehlerWertMindestens: false,
    KurzURL: made.KurzURL,
    Empfehlungslink: made.Empfehlungslink,
    Empfehlungscode: made.Empfehlungscode,
  })
  expect(body.Praemien.map((one: { WertCent: number }) => one.WertCent)).toEqual([
    2500, 2500, 2500, 2500,
  ])
  expect(body.Channels[0]).toBe('wa')
  expect(JSON.stringify(body)).not.toMatch(/Lindenau|post\.example/)
  expect(JSON.stringify(body)).not.toContain(made.Hex)
})

test('those who open one at the same time read together, and each sees its own or learns that there is none', async () => {
  const made = [await recommended(server), await recommended(server), await recommended(server)]
  const numbers = made.map(({ Empfehlungsnummer }) => Empfehlungsnummer)
  const asked = [...numbers, 'ABCDEF0123456789', ...numbers.map((number) => number.toLowerCase())]
  let borrowed = 0
  const count = () => (borrowed += 1)
  server.db.pool.on('acquire', count)
  const answers = await Promise.all(
    asked.map((number) => server.call('GET', `/standard/empfehlen/${number}`)),
  )
  server.db.pool.off('acquire', count)
  expect(answers.map(({ status, body }) => body.Empfehlungsnummer ?? status)).toEqual([
    ...numbers,
    404,
    ...numbers,
  ])
  // One for all, and one that asks about the unknown; each alone would have one of its own.
  expect(borrowed).toBeLessThan(asked.length)
  const elsewhere = await Promise.all([
    server.call('GET', `/telko/empfehlen/${numbers[0]}`),
    server.call('GET', `/standard/empfehlen/${numbers[0]}`),
  ])
  expect(elsewhere.map(({ status }) => status)).toEqual([404, 200])
})

test('whether the referrer confirmed the referral is said, since until then a contact may wait along', async () => {
  const shown = async (number: string) =>
    (await server.call('GET', `/standard/empfehlen/${number}`)).body.Bestaetigt
  expect(await shown((await recommended(server)).Empfehlungsnummer)).toBe(false)
  expect(await shown((await owned()).Empfehlungsnummer)).toBe(true)
})

test('a contact is told what the referrer earns, also when it is all of it, and what the product costs', async () => {
  const mine = await recommended(server, 'standard', { share: 100 })
  const { body } = await server.call('GET', `/standard/empfehlen/${mine.Empfehlungsnummer}`)
  expect([body.EmpfaengerWertCent, body.EmpfehlerWert]).toEqual([0, '50,00\u00a0€'])
  expect(body.Preis).toBeUndefined()

  const tariffs = (await server.call('GET', '/telko/produkt/?quelle=festnetz')).body
  const product = tariffs[0]
  const theirs = await recommended(server, 'telko', { product: product.Id, share: 50 })
  const shown = (await server.call('GET', `/telko/empfehlen/${theirs.Empfehlungsnummer}`)).body
  // Further customers earn the referrer more (the staged bonus), which the page says.
  expect(shown.EmpfehlerWertMindestens).toBe(true)
  expect(shown.Preis).toMatchObject({
    MonatspreisCent: product.Angebot.AktionspreisCent ?? product.Angebot.MonatspreisCent,
    EinmalpreisCent: product.Angebot.EinmalpreisCent,
  })
  // No line ends between a figure and its sign.
  expect(shown.Preis.Preistext).toMatch(/\d\u00a0€/)
  expect(shown.Preis.Preistext).not.toMatch(/\d €/)
})

test('a contact who gets nothing is shown no rewards', async () => {
  const made = await recommended(server, 'standard', { share: 100 })
  const { body } = await server.call('GET', `/standard/empfehlen/${made.Empfehlungsnummer}`)
  expect([body.EmpfaengerWertCent, body.Praemien]).toEqual([0, []])
})

test('an unknown number, one of another tenant and one that is none are not found', async () => {
  const made = await recommended(server)
  for (const path of [
    '/standard/empfehlen/0000000000000000',
    `/telko/empfehlen/${made.Empfehlungsnummer}`,
    '/standard/empfehlen/unsinn',
    '/standard/empfehlen/%00',
    `/standard/empfehlen/any/unsinn/${made.Hex}`,
    `/telko/empfehlen/${made.Empfehlungsnummer}/${made.Hex}`,
  ]) {
    const { status, body } = await server.call('GET', path)
    expect([path, status, body.ErrorCode]).toEqual([path, 404, 'PSOF0308'])
  }
})

test('the hex shows the own view, of its own referral alone', async () => {
  const [one, two] = [await owned(), await owned()]
  const { body } = await server.call(
    'GET',
    `/standard/empfehlen/${one.Empfehlungsnummer}/${one.Hex}`,
  )
  expect(body).toMatchObject({
    Anteil: 50,
    EmpfehlerWertCent: 2500,
    Klicks: 0,
    ErstelltAm: '2026-11-17',
  })
  const wrong = await server.call('GET', `/standard/empfehlen/${one.Empfehlungsnummer}/${two.Hex}`)
  expect(wrong.body.ErrorCode).toBe('PSOF0308')
  const any = (hex: string) =>
    server.call('GET', `/standard/empfehlen/any/${one.Empfehlungsnummer}/${hex}`)
  expect((await any(one.Hex)).body).toMatchObject({ Anteil: 50, Klicks: 0 })
  expect((await any(two.Hex)).body).not.toHaveProperty('Anteil')
})

test('before the mailed link was used the hex opens the open view only', async () => {
  const made = await recommended(server)
  const any = await server.call(
    'GET',
    `/standard/empfehlen/any/${made.Empfehlungsnummer}/${made.Hex}`,
  )
  expect([any.status, any.body.Anteil]).toEqual([200, undefined])
  expect(
    (await server.call('GET', `/standard/empfehlen/${made.Empfehlungsnummer}/${made.Hex}`)).status,
  ).toBe(404)
})

test('a visit counts with its source, and not for robots', async () => {
  const { Empfehlungsnummer: number } = await owned()
  const visit = (query: string, headers = {}) =>
    server.call('PUT', `/standard/empfehlung/${number}${query}`, { headers })
  expect((await visit('?channel=qr&einsprungsquelle=Einsprungslink')).body).toEqual({})
  expect((await visit('?channel=rauchzeichen&einsprungsquelle=<b>')).status).toBe(200)
  expect((await visit('', { 'user-agent': 'WhatsApp/2.23' })).status).toBe(200)
  expect(await clicks(number)).toEqual([
    { channel: 'qr', source: 'Einsprungslink' },
    { channel: 'xx', source: 'unbekannt' },
  ])
  expect((await server.call('PUT', '/standard/empfehlung/0000000000000000')).body.ErrorCode).toBe(
    'PSOF0308',
  )
})

test('a typed code finds its referral, in any spelling; after ten wrong guesses nothing is answered', async () => {
  const made = await recommended(server)
  const { ip } = stranger()
  const find = (code: string) =>
    server.call('GET', `/standard/empfehlung/empfehlungscode/${encodeURIComponent(code)}`, { ip })
  const spoken = made.Empfehlungscode.toLowerCase().replace('-', ' ')
  for (let round = 0; round < 12; round++) {
    const { body } = await find(spoken)
    expect(body).toEqual({
      Empfehlungsnummer: made.Empfehlungsnummer,
      Produkt: { Id: '101', Titel: 'Ökostrom' },
      Empfehlungslink: made.Empfehlungslink.replace('channel=ln', 'channel=co'),
    })
  }
  const guesses = await Promise.all(Array.from({ length: 12 }, () => find('ZZZZ-ZZZZ')))
  expect(guesses.filter(({ status }) => status === 404)).toHaveLength(10)
  expect(guesses.filter(({ body }) => body.ErrorCode === 'PSOF0605')).toHaveLength(2)
  expect((await find(made.Empfehlungscode)).status).toBe(429)
  const elsewhere = await server.call(
    'GET',
    `/telko/empfehlung/empfehlungscode/${made.Empfehlungscode}`,
    stranger(),
  )
  expect(elsewhere.body.ErrorCode).toBe('PSOF0308')
})

test('the way into the shop carries the numbers, and the channel where the shop asks for it', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const other = await recommended(server)
  const recipient = await accepted(server, number)
  const stray = await accepted(server, other.Empfehlungsnummer)
  const link = async (query: string) =>
    (await server.call('GET', `/standard/empfehlung/${number}/produkt/produktlink${query}`)).body
      .Url
  const shop = `http://localhost:3000/demo/shop/standard?empfehlungsnummer=${number}&empfaengernummer=`
  expect(await link('?channel=wa')).toBe(shop)
  expect(await link(`?empfaengernummer=${recipient.Empfaengernummer}`)).toBe(
    shop + recipient.Empfaengernummer,
  )
  expect(await link(`?empfaengernummer=${stray.Empfaengernummer}`)).toBe(shop)

  const asking = 'https://shop.example/{number}?p={recipient}&k={channel}'
  const { shopUrl } = await server.deps.tenants.get('standard')
  await changeTenant(server, 'standard', { shopUrl: asking })
  const asked = `https://shop.example/${number}?p=`
  const both = `?channel=fb&empfaengernummer=${recipient.Empfaengernummer}`
  expect(await link(both)).toBe(`${asked}${recipient.Empfaengernummer}&k=fb`)
  expect(await link('?channel=rauchzeichen')).toBe(`${asked}&k=xx`)
  await changeTenant(server, 'standard', { shopUrl })
  expect((await server.call('GET', '/standard/empfehlung/unsinn/produkt/produktlink')).status).toBe(
    404,
  )
})

test('the sixtieth day counts to its end; then nobody new gets in, but who accepted in time goes on', async () => {
  const idle = await recommended(server)
  const used = await recommended(server)
  const cancelled = await recommended(server)
  await cancel(cancelled.Empfehlungsnummer)
  const recipient = await accepted(server, used.Empfehlungsnummer)
  const status = async (number: string) =>
    (await server.call('GET', `/standard/empfehlen/${number}`)).body.Status
  const calls = (made: { Empfehlungsnummer: string; Empfehlungscode: string }) => [
    () => server.call('PUT', `/standard/empfehlung/${made.Empfehlungsnummer}`),
    () => server.call('GET', `/standard/empfehlung/${made.Empfehlungsnummer}/produkt/produktlink`),
    () =>
      server.call(
        'GET',
        `/standard/empfehlung/empfehlungscode/${made.Empfehlungscode}`,
        stranger(),
      ),
  ]
  const codes = async (made: Parameters<typeof calls>[0]) =>
    Promise.all(calls(made).map(async (call) => (await call()).body.ErrorCode))

  expect(await codes(cancelled)).toEqual(['PSOF0307', 'PSOF0307', 'PSOF0307'])
  expect(await status(cancelled.Empfehlungsnummer)).toBe('Storniert')

  server.clock.set('2027-01-16T22:59:59Z') // a second before midnight in Berlin
  expect(await codes(idle)).toEqual([undefined, undefined, undefined])
  expect(await expireReferrals(server.deps, 'standard')).toBe(0)
  server.clock.set('2027-01-16T23:00:00Z')
  expect(await codes(idle)).toEqual(['PSOF0307', 'PSOF0307', 'PSOF0307'])
  // Shown as expired at once, though no job has come by yet.
  expect(await status(idle.Empfehlungsnummer)).toBe('Abgelaufen')
  expect(await status(used.Empfehlungsnummer)).toBe('Ok')
  const own = await server.call(
    'GET',
    `/standard/empfehlung/${used.Empfehlungsnummer}/produkt/produktlink?empfaengernummer=${recipient.Empfaengernummer}`,
  )
  expect(own.status).toBe(200)
})
