import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { makeApiKey } from '../../../test/helpers/actors.ts'
import { makePartnerBench, partnerPassword } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { changePartnerState } from './change-partner-state.ts'
import { checkCommissions } from '../billing/check-store.ts'
import { listDue } from '../order/due-store.ts'
import { releasePartnerOrders } from './release-orders.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makePartnerBench>>
const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  on('2026-11-17')
  bench = await makePartnerBench(server, 'telko')
})
afterAll(() => server.stop())

const check = () => bench.run((tx) => checkCommissions(tx, 'telko'))

describe('registration', () => {
  const body = {
    Firma: '',
    Vorname: 'Silke',
    Nachname: 'Harmsen',
    Telefon: '',
    Strasse: 'Kanalstraße',
    Hausnummer: '8',
    Plz: '20457',
    Ort: 'Hamburg',
    UstId: '',
    Steuernummer: '17/222/33344',
    Kleinunternehmer: true,
    Kontoinhaber: 'Silke Harmsen',
    Iban: 'DE89 3704 0044 0532 0130 00',
    Email: 'silke.harmsen@post.example',
    Gutschriftverfahren: true,
    Fassung: '2026-11-01',
  }
  const register = (change: Record<string, unknown> = {}) =>
    server.call('POST', '/telko/verkaufspartner/registrieren', { body: { ...body, ...change } })

  test('a partner registers, confirms by mail, waits for the activation, and is let in', async () => {
    expect((await register()).status).toBe(202)
    const token = await mailedToken(server, 'telko', body.Email, 'salesPartnerConfirm')
    const known = await server.call('PUT', '/telko/verkaufspartner/passwort/pruefen', {
      body: { Token: token },
    })
    expect(known.body).toMatchObject({ Email: body.Email, Vorname: 'Silke', Neu: true })
    const set = await server.call('PUT', '/telko/verkaufspartner/passwort', {
      body: { Token: token, Password: partnerPassword, PasswordConfirm: partnerPassword },
    })
    expect(set.body).toMatchObject({ Status: 'registered', Nachname: 'Harmsen' })
    const data = await server.call('GET', '/telko/verkaufspartner/daten', { token: set.body.Token })
    expect(data.body).toMatchObject({
      IbanMaskiert: 'DE89 **** **** **** **** 00',
      Kleinunternehmer: true,
      Verkaufslink: null,
    })
    const number: string = set.body.Verkaufspartnernummer
    const done = await bench.run((tx) =>
      changePartnerState(tx, server.deps, 'telko', number, 'active', system),
    )
    expect(done).toBe('done')
    const sums = await server.call('GET', '/telko/verkaufspartner/uebersicht', {
      token: set.body.Token,
    })
    expect(sums.body.Verkaufslink).toContain(`/verkaufspartner/klick/${number}`)
    const login = await server.call('POST', '/telko/verkaufspartner/login', {
      body: { Email: body.Email, Password: partnerPassword },
    })
    expect(login.body).toMatchObject({ Status: 'active', Verkaufspartnernummer: number })
  })

  test('an account that is typed over, before the confirmation or after, is told to the address', async () => {
    const Email = 'vorgriff@post.example'
    await register({ Email })
    // Somebody else, with an account of their own, in between.
    await register({ Email, Iban: 'DE02 1203 0000 0000 2020 51' })
    const data = async (to: string, template: string) =>
      (await queuedMails(server, 'telko', to))
        .filter((mail) => mail.template === template)
        .map((mail) => mail.data.maskedIban)
    expect(await data(Email, 'salesPartnerConfirm')).toEqual([
      'DE02 **** **** **** **** 51',
      'DE89 **** **** **** **** 00',
    ])
    const { Email: _, Iban, Gutschriftverfahren: __, Fassung: ___, ...own } = body
    const save = (change: object) =>
      server.call('PUT', '/telko/verkaufspartner/daten', {
        token: bench.token,
        body: { ...own, ...change },
      })
    expect((await save({})).status).toBe(200) // the holder that the rest has
    const known = (await data(bench.email, 'salesPartnerAccount')).length
    const told = async () =>
      (await data(bench.email, 'salesPartnerAccount')).slice(0, -known || undefined)
    expect((await save({ Telefon: '040 123456' })).status).toBe(200)
    expect(await told()).toEqual([])
    const asked = await save({ Kontoinhaber: '王小明' })
    expect([asked.status, asked.body.Fields[0].Field]).toEqual([400, 'Kontoinhaber'])
    const mask = 'DE89 **** **** **** **** 00'
    expect((await save({ Iban })).status).toBe(200)
    expect(await told()).toEqual([mask])
    // The holder's name alone, too, and once.
    for (const round of [1, 2]) {
      expect([round, (await save({ Kontoinhaber: 'Anders Genannt' })).status]).toEqual([round, 200])
      expect(await told()).toEqual([mask, mask])
    }
  })

  test('an address that is known gets the same answer, and nothing of the account changes', async () => {
    const answer = await register({ Email: bench.email, Nachname: 'Anders' })
    expect([answer.status, answer.body]).toEqual([202, {}])
    const data = await server.call('GET', '/telko/verkaufspartner/daten', { token: bench.token })
    expect(data.body.Nachname).toBe('Testmann')
  })

  test.each([
    [{ Steuernummer: '' }, 'Steuernummer', 400],
    [{ Iban: 'DE89370400440532013001' }, 'Iban', 422],
    [{ Plz: '123' }, 'Plz', 400],
    [{ Kontoinhaber: 'Иван Петров' }, 'Kontoinhaber', 400],
    [{ Gutschriftverfahren: false }, undefined, 422],
    [{ Fassung: '2020-01-01' }, undefined, 422],
  ])('%j is refused', async (change, field, status) => {
    const answer = await register(change)
    expect([answer.status, answer.body.Fields[0]?.Field]).toEqual([status, field])
  })

  test('nobody is activated whose address is not confirmed', async () => {
    await register({ Email: 'unbestaetigt@post.example' })
    const row = await bench.run((tx) =>
      tx
        .selectFrom('sales_partners')
        .select('number')
        .where('tenant', '=', 'telko')
        .where('email', '=', 'unbestaetigt@post.example')
        .executeTakeFirstOrThrow(),
    )
    const done = await bench.run((tx) =>
      changePartnerState(tx, server.deps, 'telko', row.number, 'active', system),
    )
    expect(done).toBe('unconfirmed')
  })
})

describe('orders', () => {
  const feed = async (line: Record<string, string>) => {
    const token = await makeApiKey(server, 'telko')
    const answer = await server.call('POST', '/telko/auftraege', {
      token,
      body: [
        {
          ExterneAuftragsnummer: 'V-P-1',
          ProduktExterneId: bench.product.external_id,
          Vertragsdatum: '2026-11-17',
          Status: 'abgeschlossen',
          Verkaufspartnernummer: bench.number,
          ...line,
        },
      ],
    })
    return answer.body.Ergebnisse[0]
  }

  test("the provider's feed brings an order of a partner, once; it contradicts nothing, and is cancelled by its number alone", async () => {
    expect((await feed({})).Ergebnis).toBe('neu')
    expect((await feed({})).Ergebnis).toBe('unveraendert')
    expect((await feed({ Vertragsdatum: '2026-11-16' })).ErrorCode).toBe('PSOF0606')
    const other = await makePartnerBench(server, 'telko')
    expect((await feed({ Verkaufspartnernummer: other.number })).ErrorCode).toBe('PSOF0606')
    expect((await feed({ Status: 'storniert' })).Ergebnis).toBe('storniert')
    expect((await feed({})).Ergebnis).toBe('unveraendert')
    expect(await check()).toEqual([])
  })

  test('an order of nobody, of a partner who may not sell, or of a referral beside is refused', async () => {
    const one = { ExterneAuftragsnummer: 'V-P-2' }
    expect((await feed({ ...one, Verkaufspartnernummer: 'VP-NOBODY' })).ErrorCode).toBe('PSOF0308')
    const waiting = await makePartnerBench(server, 'telko', { state: 'registered' })
    expect((await feed({ ...one, Verkaufspartnernummer: waiting.number })).ErrorCode).toBe(
      'PSOF0308',
    )
    expect((await feed({ ...one, Empfehlungsnummer: '7KQ2M9XTA4HCR6WD' })).ErrorCode).toBe(
      'PSOF0101',
    )
  })

  test('the commission stays what it was when the order came in, and is earned after the complaint period', async () => {
    const number = await bench.order()
    const listed = async () => {
      const answer = await server.call('PUT', '/telko/verkaufspartner/provisionen', {
        token: await bench.session(),
        body: {},
      })
      return answer.body
    }
    expect((await listed()).Content).toMatchObject([
      { Auftragsnummer: number, ProvisionCent: 6000, Status: 'promised' },
    ])
    on('2026-12-17')
    await releasePartnerOrders(server.deps, 'telko')
    expect((await listed()).Summen).toEqual({
      VorgemerktCent: 6000,
      FreigegebenCent: 0,
      AbgerechnetCent: 0,
    })
    on('2026-12-18')
    await releasePartnerOrders(server.deps, 'telko')
    await releasePartnerOrders(server.deps, 'telko')
    expect((await listed()).Summen.FreigegebenCent).toBe(6000)
    expect(await check()).toEqual([])
  })

  test('a sweep releases every order that is due, however many it looks up at a time', async () => {
    for (let order = 0; order < 5; order++) await bench.order()
    const due = () =>
      bench.run((tx) => listDue(tx, 'partner_orders', 'telko', server.clock.today(), null, 10))
    on('2026-12-18')
    expect((await due()).length).toBeGreaterThanOrEqual(5)
    await releasePartnerOrders(server.deps, 'telko', 2)
    expect(await due()).toEqual([])
  })

  test('another partner sees nothing of it', async () => {
    await bench.order()
    const other = await makePartnerBench(server, 'telko')
    for (const list of ['auftraege', 'provisionen', 'abrechnungen']) {
      const path = `/telko/verkaufspartner/${list}`
      const { body } = await server.call('PUT', path, { token: other.token, body: {} })
      expect([list, body.TotalCount, body.Content]).toEqual([list, 0, []])
    }
  })

  test('lists are filtered, sorted and paged, and their sums are of all pages', async () => {
    for (const name of ['B-1', 'A-2', 'A-1']) await bench.order(`${bench.number}-${name}`)
    const ask = async (body: Record<string, unknown>) =>
      (await server.call('PUT', '/telko/verkaufspartner/auftraege', { token: bench.token, body }))
        .body
    const page = await ask({
      OrderBy: 'Auftragsnummer',
      Descending: false,
      Pagesize: 1,
      Pagenumber: 2,
      Filter: { Suche: `${bench.number}-A` },
    })
    expect(page).toMatchObject({
      Content: [{ ExterneAuftragsnummer: `${bench.number}-A-2` }],
      HasNext: false,
      PageCount: 2,
      TotalCount: 2,
      Summen: { ProvisionCent: 12000, Auftraege: 2 },
    })
    expect((await ask({ Filter: { Status: 'cancelled' } })).TotalCount).toBe(0)
    // What is cancelled stays in the list, and is neither counted nor added up.
    await bench.order(`${bench.number}-A-2`, { status: 'storniert' })
    expect(await ask({ Filter: { Suche: `${bench.number}-A` } })).toMatchObject({
      TotalCount: 2,
      Summen: { ProvisionCent: 6000, Auftraege: 1 },
    })
    expect((await ask({ OrderBy: 'Iban' })).ErrorCode).toBe('PSOF0101')
  })
})

test("a partner's own link leads to the shop with the number, and nowhere once the partner is stopped", async () => {
  const follow = () =>
    server.app.inject({ url: `/api/v1/telko/verkaufspartner/klick/${bench.number}` })
  const open = await follow()
  expect([open.statusCode, open.headers.location]).toEqual([
    302,
    expect.stringContaining(`verkaufspartner=${bench.number}`),
  ])
  await bench.run((tx) =>
    changePartnerState(tx, server.deps, 'telko', bench.number, 'inactive', system),
  )
  expect((await follow()).statusCode).toBe(404)
})

test('tenants without sales partners have none of it', async () => {
  const { status } = await server.call('GET', '/bgv/verkaufspartner/angebot')
  expect(status).toBe(404)
  const login = await server.call('POST', '/bgv/verkaufspartner/login', {
    body: { Email: bench.email, Password: partnerPassword },
  })
  expect(login.status).toBe(404)
})
