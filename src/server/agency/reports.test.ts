import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { makeBench, makeDesk } from '../reward/reward.test-helper.ts'
import { makeAgencyOrder } from './agency-order.test-helper.ts'
import { makeLarge } from './large-list.test-helper.ts'
import { rebuildReports } from '../reports/rebuild-reports.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makeBench>>
let agency: Awaited<ReturnType<typeof makeAgency>>
let other: Awaited<ReturnType<typeof makeAgency>>
beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'standard', 'AG-7001')
  other = await makeAgency(server, 'standard', 'AG-7002')
  bench = await makeBench(server, 'standard')
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const makeOrder = (whose: typeof agency, userId: string | null, firstName = 'Wera') =>
  makeAgencyOrder(bench, { agencyId: whose.agencyId, userId }, { firstName })

const list = (token: string, name: string, body: unknown = {}) =>
  server.call('PUT', `/standard/agentur/${name}`, { token, body })

test('an owner sees the orders of the agency, an employee those of their own referrers, and another agency none of them', async () => {
  const own = await makeOrder(agency, agency.employee.id)
  const colleagues = await makeOrder(agency, agency.colleague.id)
  const numbers = async (token: string) => {
    const { status, body } = await list(token, 'auftraege/alle')
    expect(status, JSON.stringify(body)).toBe(200)
    return (body.Content as { Id: string }[]).map(({ Id }) => Id).toSorted()
  }
  expect(await numbers(agency.owner.token)).toEqual([own.number, colleagues.number].toSorted())
  expect(await numbers(agency.employee.token)).toEqual([own.number])
  expect(await numbers(other.owner.token)).toEqual([])
  const theirs = await list(agency.employee.token, 'auftraege/alle', {
    Filter: { Mitarbeiter: agency.colleague.employeeNumber },
  })
  expect(theirs.body).toMatchObject({ Content: [], TotalCount: 0 })
  expect((await list(other.owner.token, 'auftraege/AG-7001')).status).toBe(404)
  expect((await list(agency.owner.token, 'auftraege/AG-7001')).body.TotalCount).toBe(2)
})

test('a row names the referrer and the product, and of a contact no more than initials', async () => {
  const { number, referral } = await makeOrder(agency, agency.employee.id)
  const { body } = await list(agency.owner.token, 'auftraege/alle', { Filter: { Suche: number } })
  expect(body.Content).toEqual([
    {
      Id: number,
      Nummer: expect.stringMatching(/^V-/),
      Datum: '2026-11-17',
      Status: 'Bestaetigt',
      Empfehler: 'Wera Werber',
      Empfaenger: null,
      Beguenstigter: null,
      Produkt: expect.any(String),
      Mitarbeiter: 'Emplo Lindenhain-AG-7001',
      Auftraege: null,
      WertCent: 0,
      Zaehlt: true,
      Freigebbar: true,
      ErwartetCent: expect.any(Number),
      GebuehrCent: null,
      Grund: null,
      Vorgemerkt: null,
    },
  ])
  const leads = await list(agency.owner.token, 'leads/alle', { Filter: { Suche: referral.number } })
  expect(leads.body.Content).toMatchObject([{ Empfaenger: 'K. K.', Status: 'Bestaetigt' }])
  expect(JSON.stringify(leads.body)).not.toMatch(/Konny|Kontakt|@/)
  const referrers = await list(agency.owner.token, 'empfehler')
  expect(JSON.stringify(referrers.body)).not.toContain('@')
})

test('a name is found by its words in either order, and numbers as they are typed', async () => {
  const { number } = await makeOrder(agency, agency.employee.id, 'Ämilia')
  const found = async (Suche: string) => {
    const { body } = await list(agency.owner.token, 'auftraege/alle', { Filter: { Suche } })
    return (body.Content as { Id: string }[]).some(({ Id }) => Id === number)
  }
  expect(await found('werber äm')).toBe(true)
  expect(await found('AEMILIA Werb')).toBe(true)
  expect(await found('ämilia werber')).toBe(true)
  expect(await found(number.toLowerCase())).toBe(true)
  expect(await found('ilia')).toBe(true)
  expect(await found('%')).toBe(false)
})

test('a list refuses columns and pages that it does not have', async () => {
  for (const body of [
    { OrderBy: 'Email' },
    { Pagesize: 101 },
    { Pagesize: 0 },
    { Pagenumber: 0 },
    { Filter: { Von: '17.11.2026' } },
    { Filter: { Email: 'x' } },
    { Unbekannt: 1 },
  ])
    expect(
      (await list(agency.owner.token, 'auftraege/alle', body)).status,
      JSON.stringify(body),
    ).toBe(400)
  const far = await list(agency.owner.token, 'auftraege/alle', { Pagenumber: 900 })
  expect(far.body).toMatchObject({ Content: [], HasNext: false })
})

test('pages follow each other without a gap, and say how many there are', async () => {
  const seen: string[] = []
  for (let page = 1; ; page++) {
    const { body } = await list(agency.owner.token, 'auftraege/alle', {
      OrderBy: 'Empfehler',
      Pagesize: 2,
      Pagenumber: page,
    })
    seen.push(...(body.Content as { Id: string }[]).map(({ Id }) => Id))
    expect(body.PageCount).toBe(Math.ceil(body.TotalCount / 2))
    if (!body.HasNext) {
      expect(new Set(seen).size).toBe(body.TotalCount)
      break
    }
  }
})

test('parts of a name, an address or a number find a row in any case and spelling, on every list, and never another agency’s', async () => {
  const { number, referral, recipient } = await makeOrder(agency, agency.employee.id, 'Øyvind-Jörg')
  await bench.run((tx) =>
    tx
      .updateTable('accounts')
      .set({ email: `Xaver.Teil${number}@post.example`.toLowerCase() })
      .where('tenant', '=', 'standard')
      .where('account_id', '=', referral.accountId)
      .execute(),
  )
  const found = async (name: string, Suche: string, token = agency.owner.token) =>
    (await list(token, name, { Filter: { Suche } })).body.Content.map(
      ({ Id }: { Id: string }) => Id,
    )
  const part = number.slice(3, 12)
  for (const search of [
    part,
    part.toLowerCase(),
    `TEIL${part === '' ? '' : number}`,
    `aver.teil${number}@P`,
  ])
    expect(await found('auftraege/alle', search), search).toEqual([number])
  expect(await found('auftraege/alle', 'VIND jör')).toContain(number)
  expect(await found('auftraege/alle', 'vind joerg')).toContain(number)
  expect(await found('auftraege/alle', `vind ${part}`)).toEqual([number])
  expect(await found('auftraege/alle', `niemand ${part}`)).toEqual([])
  expect(await found('auftraege/alle', part, agency.colleague.token)).toEqual([])
  expect(await found('auftraege/alle', part, other.owner.token)).toEqual([])
  expect(await found('empfehler', `teil${number}`)).toEqual([referral.accountId])
  expect(await found('empfehlungen/alle', referral.number.slice(2, 14))).toEqual([referral.number])
  expect(await found('leads/alle', recipient.number.slice(2, 14))).toEqual([recipient.number])
  for (const hostile of ["'", '%', '_', '\\', ') or true --'])
    expect(await found('auftraege/alle', `${hostile}${part}`)).toEqual([])
  // A list whose sums are kept is looked through as well, until it has 50,000 rows.
  const owned = sql`tenant = 'standard' and kind = 'orders' and agency_id = ${agency.agencyId}`
  await bench.run((tx) =>
    makeLarge(tx, 'standard', { kind: 'orders', agencyId: agency.agencyId }, 10),
  )
  expect(await found('auftraege/alle', part)).toEqual([number])
  await bench.run((tx) =>
    sql`insert into report_counts (tenant, kind, agency_id, axis, employee, product, state, bucket, count, cents)
      values ('standard', 'orders', ${agency.agencyId}, 'all', '', 'many', 'confirmed', '', 60000, 0)`.execute(
      tx,
    ),
  )
  expect(await found('auftraege/alle', part)).toEqual([])
  expect(await found('auftraege/alle', number)).toEqual([number])
  await bench.run((tx) =>
    sql`delete from report_counts where ${owned} and product = 'many'`.execute(tx),
  )
})

test('a paid reward whose order is cancelled is claimed back in the list, and no part of its sum, as it is none of the invoices', async () => {
  const desk = await makeDesk(server, bench)
  const { number } = await makeOrder(agency, agency.employee.id)
  await bench.release(number)
  await provideRewards(server.deps, bench.tenant, { orderNumber: number })
  const [reward] = await bench.readRewards(number)
  const token = await bench.token('reward', reward!.reward_id)
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
  const found = async (filter: Record<string, string>) => {
    const { body } = await list(agency.owner.token, 'praemien', { Filter: filter })
    return [body.Content.map((row: { Status: string }) => row.Status), body.Summen?.WertCent]
  }
  const all = async () => (await list(agency.owner.token, 'praemien')).body.Summen.WertCent
  const before = await all()
  expect(await found({ Suche: number })).toEqual([['Ausgezahlt'], reward!.cents])
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, number, system))
  expect(await found({ Suche: number })).toEqual([['Zurueckgefordert'], 0])
  expect((await found({ Status: 'Zurueckgefordert' }))[0]).toEqual(['Zurueckgefordert'])
  expect(before - (await all())).toBe(reward!.cents)
  expect(await rebuildReports(server.deps, 'standard')).toMatchObject({ wrongSums: 0 })
})

test('the employees of an agency are listed for its owner alone, with what their referrers’ orders earned', async () => {
  expect((await list(agency.employee.token, 'mitarbeiter')).status).toBe(403)
  const { agencyId, employee } = agency
  const { number } = await makeAgencyOrder(bench, { agencyId, userId: employee.id }, {})
  await bench.release(number)
  const { body } = await list(agency.owner.token, 'mitarbeiter', {
    OrderBy: 'Wert',
    Descending: true,
  })
  expect(body.TotalCount).toBe(3)
  expect(body.Content[0]).toMatchObject({ Mitarbeiter: 'Emplo Lindenhain-AG-7001', Nummer: 'M-2' })
  const orders = await list(agency.owner.token, 'auftraege/alle')
  expect(body.Summen).toEqual(orders.body.Summen)
})

test('lists are filtered by products offered, and by people for their owner alone, those at work first', async () => {
  const choices = async ({ token }: { token: string }) => {
    const { status, body } = await server.call('GET', '/standard/agentur-konto/berichte-auswahl', {
      token,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { Produkte: { Id: string }[]; Mitarbeiter: { Mitarbeiternummer: string }[] }
  }
  await bench.run((tx) =>
    tx
      .updateTable('agency_users')
      .set({ left_at: server.deps.clock.now().toString() })
      .where('tenant', '=', 'standard')
      .where('user_id', '=', agency.colleague.id)
      .execute(),
  )
  const { body: all } = await server.call('GET', '/standard/produkt')
  const { Produkte, Mitarbeiter } = await choices(agency.owner)
  expect(Produkte).toEqual(
    (all as unknown as { Id: string; Titel: string }[]).map(({ Id, Titel }) => ({ Id, Titel })),
  )
  expect(Mitarbeiter).toHaveLength(3)
  expect(Mitarbeiter.at(-1)).toMatchObject({
    Mitarbeiternummer: agency.colleague.employeeNumber,
    Name: expect.stringMatching(/./),
  })
  expect((await choices(agency.employee)).Mitarbeiter).toEqual([])
  expect((await choices(other.owner)).Mitarbeiter).not.toContainEqual(Mitarbeiter[0])
})

test('who left sees nothing any more, from one moment to the next', async () => {
  const { owner, colleague } = agency
  expect((await list(colleague.token, 'auftraege/alle')).status).toBe(200)
  await server.call('DELETE', `/standard/agentur-konto/mitarbeiter/${colleague.id}`, {
    token: owner.token,
  })
  expect((await list(colleague.token, 'auftraege/alle')).status).toBe(401)
})

test('dates outside the database’s range are accepted', async () => {
  await makeOrder(agency, null)
  for (const Filter of [{ Von: '0000-01-15' }, { Von: '0000-01-01', Bis: '9999-12-30' }]) {
    const { status, body } = await list(agency.owner.token, 'auftraege/alle', { Filter })
    expect([status, body.TotalCount > 0]).toEqual([200, true])
    expect(body.Content.length).toBeGreaterThan(0)
  }
  const { body } = await list(agency.owner.token, 'auftraege/alle', {
    Filter: { Bis: '0000-12-31' },
  })
  expect(body.TotalCount).toBe(0)
  const file = await server.call(
    'GET',
    '/standard/agentur-konto/berichte/auftraege/csv?Von=0000-01-15',
    { token: agency.owner.token },
  )
  expect(file.status).toBe(200)
})

test('a row matches any of several filter values, on every page and in the file; unknown values match nothing', async () => {
  const firm = await makeAgency(server, 'standard', 'AG-7005')
  const first = await makeOrder(firm, firm.employee.id)
  const second = await makeOrder(firm, firm.colleague.id)
  await makeOrder(firm, null)
  await bench.release(first.number)
  const numbers = async (Filter: object, token = firm.owner.token) => {
    const { status, body } = await list(token, 'auftraege/alle', { Filter })
    expect([status, body.TotalCount]).toEqual([200, body.Content.length])
    return body.Content.map(({ Id }: { Id: string }) => Id).toSorted()
  }
  const file = async (query: string) => {
    const { body, headers } = await server.call(
      'GET',
      `/standard/agentur-konto/berichte/auftraege/csv?${query}`,
      { token: firm.owner.token },
    )
    const lines = (body as string).trim().split('\r\n').length - 1
    expect(String(lines)).toBe(headers['x-total-count'])
    return lines
  }
  const both = [first.number, second.number].toSorted()
  const [one, other] = [firm.employee.employeeNumber, firm.colleague.employeeNumber]
  expect(await numbers({ Mitarbeiter: [one, other, one] })).toEqual(both)
  expect(await numbers({ Mitarbeiter: [one, 'E-niemand'] })).toEqual([first.number])
  expect(await numbers({ Mitarbeiter: ['E-niemand', 'E-keiner'] })).toEqual([])
  expect(await numbers({ Status: ['Freigegeben', 'Bestaetigt'] })).toHaveLength(3)
  expect(await numbers({ Status: ['Freigegeben', 'Unfug'] })).toEqual([first.number])
  expect(await numbers({ Status: 'Unfug' })).toEqual([])
  expect(await numbers({ Status: [] })).toHaveLength(3)
  // A colleague's rows stay theirs, however the filter names them.
  expect(await numbers({ Mitarbeiter: [one, other] }, firm.employee.token)).toEqual([first.number])
  expect(await file(`Mitarbeiter=${one}&Mitarbeiter=${other}`)).toBe(2)
  expect(await file('Status=Freigegeben&Status=Unfug')).toBe(1)
  expect(await file('Status=Unfug')).toBe(0)
})

test('a day that does not exist is called so by list and file, which show nothing', async () => {
  const said = { status: 400, body: { Fields: [{ Message: 'Dieses Datum gibt es nicht.' }] } }
  const { token } = agency.owner
  for (const name of ['Von', 'Bis']) {
    const day = '2026-02-31'
    expect(await list(token, 'auftraege/alle', { Filter: { [name]: day } })).toMatchObject(said)
    const path = `/standard/agentur-konto/berichte/auftraege/csv?${name}=${day}`
    expect(await server.call('GET', path, { token })).toMatchObject(said)
  }
})

test('a list by employee follows their names and not their ids, in pages and in the file', async () => {
  const firm = await makeAgency(server, 'standard', 'AG-7006')
  const people = [firm.employee, firm.colleague].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  await bench.run(async (tx) => {
    for (const [index, last_name] of ['Zöller', 'Öhler'].entries())
      await tx
        .updateTable('agency_users')
        .set({ first_name: 'Uta', last_name })
        .where('tenant', '=', 'standard')
        .where('user_id', '=', people[index]!.id)
        .execute()
  })
  const orders: string[] = []
  for (const { id } of people) orders.push((await makeOrder(firm, id)).number)
  const { token } = firm.owner
  for (const Descending of [false, true]) {
    const { body } = await list(token, 'auftraege/alle', { OrderBy: 'Mitarbeiter', Descending })
    const names = body.Content.map((row: { Mitarbeiter: string }) => row.Mitarbeiter)
    const wanted = ['Uta Öhler', 'Uta Zöller']
    expect(names).toEqual(Descending ? wanted.toReversed() : wanted)
    const file = await server.call(
      'GET',
      `/standard/agentur-konto/berichte/auftraege/csv?OrderBy=Mitarbeiter&Descending=${Descending}`,
      { token },
    )
    const text = file.body as string
    expect(text.indexOf('Öhler') < text.indexOf('Zöller')).toBe(!Descending)
  }
})
