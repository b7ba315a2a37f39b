import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setAgencyState } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { parseCsv } from '../../domain/csv.ts'
import { rebuildReports } from '../reports/rebuild-reports.ts'
import { makeLarge } from './large-list.test-helper.ts'
import { sumLedger } from '../billing/check-store.ts'
import { makePast, wires, type Past } from './statistics.test-helper.ts'

let server: TestServer
let agency: Past['agency']
let other: Past['other']
let bench: Past['bench']
let count: Past['count']
beforeAll(async () => {
  server = await startTestServer()
  ;({ agency, other, bench, count } = await makePast(server))
}, 120_000)
afterAll(() => server.stop())

const ask = async (query: Record<string, string> = {}, token = agency.owner.token) =>
  server.call('GET', `/standard/agentur-konto/statistik?${new URLSearchParams(query)}`, { token })

const periods = [
  ['2025-08-01', '2026-11-17'],
  ['2025-10-26', '2025-10-26'],
  ['2025-10-25', '2025-10-25'],
  ['2026-01-01', '2026-03-31'],
  ['2026-03-29', '2026-03-29'],
  ['2026-04-01', '2026-11-17'],
  ['2026-02-11', '2026-02-11'],
] as const

/** The figures of the agency, of one of its people, and as that person sees them, beside the lists. */
async function compareWithLists(Von: string, Bis: string): Promise<void> {
  const { employee, owner } = agency
  const people: { token: string; filter: object; query: Record<string, string> }[] = [
    { token: owner.token, filter: {}, query: {} },
    { token: owner.token, filter: { Mitarbeiter: 'M-2' }, query: { mitarbeiter: employee.id } },
    { token: employee.token, filter: {}, query: {} },
  ]
  for (const { token, filter, query } of people) {
    const list = async (path: string, more: object = {}) => {
      const { body } = await server.call('PUT', `/standard/agentur/${path}`, {
        token,
        body: { Pagesize: 1, Filter: { Von, Bis, ...filter, ...more } },
      })
      return { many: body.TotalCount as number, cents: body.Summen?.WertCent as number }
    }
    const status = async (path: string, ...all: string[]) => {
      const each = await Promise.all(all.map((Status) => list(path, { Status })))
      return each.reduce((sum, { many }) => sum + many, 0)
    }
    const { Gesamt } = (await ask({ von: Von, bis: Bis, ...query }, token)).body
    const rewards = await list('praemien')
    expect({
      Registrierungen: await status('empfehler', 'Aktiv'),
      Empfehlungen: (await list('empfehlungen/alle')).many,
      Zusagen: (await list('leads/alle')).many,
      Auftraege: await status('auftraege/alle', 'Bestaetigt', 'Freigegeben'),
      Freigegeben: await status('auftraege/alle', 'Freigegeben'),
      Storniert: await status('auftraege/alle', 'Storniert'),
      NichtAnerkannt: await status('auftraege/alle', 'NichtAnerkannt'),
      Praemien: rewards.many,
      // The list's sum is of what is still there.
      PraemienCent: rewards.cents + Gesamt.EntfallenCent,
      Entfallen: await status('praemien', 'Storniert', 'NichtAnerkannt', 'Abgelaufen'),
      EntfallenCent: Gesamt.EntfallenCent,
      Einladungen: Gesamt.Einladungen, // their list has no days
    }).toEqual(Gesamt)
  }
}

describe('the figures', () => {
  test.each(periods)(
    'from %s to %s are those of a plain count, in all, by month, by employee and by channel',
    async (von, bis) => {
      const { status, body } = await ask({ von, bis })
      expect(status).toBe(200)
      const inside = (day: string) => day >= von && day <= bis
      expect(body.Gesamt).toEqual(count((_, day) => inside(day)))
      for (const { Monat, ...figures } of body.Monate)
        expect([Monat, figures]).toEqual([
          Monat,
          count((_, day) => inside(day) && day.startsWith(Monat)),
        ])
      for (const { Id, Name, Mitarbeiternummer, Ausgeschieden, ...figures } of body.JeMitarbeiter)
        expect([Name, Mitarbeiternummer, Ausgeschieden, figures]).toEqual([
          Name,
          Mitarbeiternummer,
          false,
          count((fact, day) => inside(day) && fact.user === Id),
        ])
      for (const { Kanal, ...figures } of body.JeKanal)
        expect([Kanal, figures]).toEqual([
          Kanal,
          count((fact, day) => inside(day) && fact.channel === Kanal),
        ])
      // Nothing is lost between the tables.
      for (const rows of [body.Monate, body.JeMitarbeiter])
        for (const name of Object.values(wires))
          expect([name, rows.reduce((sum: number, row: any) => sum + row[name], 0)]).toEqual([
            name,
            body.Gesamt[name],
          ])
    },
  )

  test('over all time the rewards less those that ended are what the ledger holds of the agency', async () => {
    const { body } = await ask({ von: '2020-01-01' })
    const ledger = await bench.run((tx) =>
      sumLedger(tx, 'standard', agency.agencyId, server.clock.now()),
    )
    expect(body.Gesamt.PraemienCent - body.Gesamt.EntfallenCent).toBe(ledger)
    expect(ledger).toBeGreaterThan(0)
    await bench.expectLedger()
  })

  const title =
    'from %s to %s are those of the lists of the same days, for the agency and for each of its people'
  test.each(periods.slice(0, 3))(title, compareWithLists)
  test.each(periods.slice(3))(title, { tags: 'long' }, compareWithLists)

  test(
    'are the same for lists large enough to be summed by month, including changes not yet folded in',
    { tags: 'long' },
    async () => {
      const figures = () =>
        Promise.all(periods.map(async ([von, bis]) => (await ask({ von, bis })).body))
      const before = await figures()
      await bench.run(async (tx) => {
        for (const kind of ['orders', 'rewards', 'leads', 'referrals'] as const)
          await makeLarge(tx, 'standard', { kind, agencyId: agency.agencyId }, 10)
      })
      expect(await figures()).toEqual(before)
      const bulk = { state: 'cancelled', tally: 'cancelled' }
      const turned = await bench.run(async (tx) => {
        const { rows } = await sql<{ row_id: string }>`
        with changed as (
          update report_rows set state = ${bulk.state}, tally = ${bulk.tally}
          where tenant = 'standard' and agency_id = ${agency.agencyId} and kind = 'orders' and tally = 'released'
            and day between '2026-01-01' and '2026-03-31'
          returning old.*, new.state as new_state, new.tally as new_tally)
        insert into report_deltas (tenant, kind, agency_id, employee, product, state, day, name, amount, channel, tally, count)
        select tenant, kind, agency_id, employee, product, state, day, name, cents, channel, tally, -1 from changed
        union all
        select tenant, kind, agency_id, employee, product, new_state, day, name, cents, channel, new_tally, 1 from changed
        returning delta_id as row_id`.execute(tx)
        return rows.length / 2
      })
      expect(turned).toBeGreaterThan(1)
      const after = (await ask({ von: '2026-01-01', bis: '2026-03-31' })).body.Gesamt
      const was = before[3].Gesamt
      expect(after).toEqual({
        ...was,
        Auftraege: was.Auftraege - turned,
        Freigegeben: was.Freigegeben - turned,
        Storniert: was.Storniert + turned,
      })
      await rebuildReports(server.deps, 'standard')
      expect(await figures()).toEqual(before)
    },
  )

  test('of invitations are as many as their list has', async () => {
    for (const { token } of [agency.owner, agency.employee]) {
      const { body } = await server.call('PUT', '/standard/agentur/einladungen/alle/', {
        token,
        body: { Pagesize: 1 },
      })
      const { Gesamt } = (await ask({ von: '2020-01-01' }, token)).body
      expect(body.TotalCount).toBe(Gesamt.Einladungen)
    }
  })

  test('every month of the period stands there once, those in which nothing happened too', async () => {
    const { body } = await ask({ von: '2024-12-31', bis: '2025-03-01' })
    expect(body.Monate.map(({ Monat }: { Monat: string }) => Monat)).toEqual([
      '2024-12',
      '2025-01',
      '2025-02',
      '2025-03',
    ])
    expect(body.Gesamt).toEqual(count(() => false))
    expect(body.JeKanal).toEqual([])
  })
})

describe('the period', () => {
  test('is the current month and the eleven before it when nobody names one, and never ends after today', async () => {
    const { body } = await ask()
    expect([body.Von, body.Bis, body.Monate.length]).toEqual(['2025-12-01', '2026-11-17', 12])
    const later = await ask({ von: '2026-11-01', bis: '2027-05-05' })
    expect([later.body.Von, later.body.Bis]).toEqual(['2026-11-01', '2026-11-17'])
  })

  test.each([
    [{ von: '2026-05-02', bis: '2026-05-01' }, 'bis'],
    [{ von: '2026-12-01' }, 'von'],
    [{ von: '2006-12-01', bis: '2026-11-17' }, 'von'],
    [{ von: '1999-12-31', bis: '2001-01-01' }, 'von'],
    [{ von: '2026-02-30' }, 'von'],
    [{ bis: '01.02.2026' }, 'bis'],
    [{ mitarbeiter: 'alle' }, 'mitarbeiter'],
  ] as Record<string, string>[][])('%o is refused, naming the field', async (query, field) => {
    const { status, body } = await ask(query)
    expect([status, body.ErrorCode]).toEqual([400, 'PSOF0101'])
    expect(body.Fields.map(({ Field }: { Field: string }) => Field)).toEqual([field])
    expect(body.Fields[0].Message.length).toBeGreaterThan(5)
  })
})

describe('whose figures', () => {
  const all = { von: '2025-08-01' }

  test('an owner has the figures of one employee, and an employee has the own ones alone', async () => {
    const { id, token } = agency.employee
    const figures = count((fact) => fact.user === id)
    const asked = await ask({ ...all, mitarbeiter: id })
    expect(asked.body).toMatchObject({ Mitarbeiter: id, Gesamt: figures })
    const own = await ask(all, token)
    expect(own.body.Gesamt).toEqual(figures)
    expect(own.body.JeMitarbeiter.map(({ Id }: { Id: string }) => Id)).toEqual([id])
    expect(own.body.Auswahl.map(({ Id }: { Id: string }) => Id)).toEqual([id])
    expect((await ask({ ...all, mitarbeiter: id }, token)).body.Gesamt).toEqual(figures)
  })

  test("an employee asks for nobody else's, not even the agency's others", async () => {
    const answer = await ask({ mitarbeiter: agency.colleague.id }, agency.employee.token)
    expect([answer.status, answer.body.ErrorCode]).toEqual([403, 'PSOF0203'])
  })

  test('another agency has its own figures and none of this one', async () => {
    const { body } = await ask(all, other.owner.token)
    expect(body.Gesamt).toMatchObject({ Einladungen: 6, Empfehlungen: 6, Auftraege: 6 })
    expect(JSON.stringify(body)).not.toContain('Lindenhain-ST-1')
    const foreign = await ask({ mitarbeiter: agency.employee.id }, other.owner.token)
    expect(foreign.status).toBe(404)
  })

  test('without a session there is nothing; an inactive owner still reads', async () => {
    expect((await ask(all, 'a'.repeat(43))).status).toBe(401)
    await setAgencyState(server, 'standard', other.agencyId, 'inactive')
    expect((await ask(all, other.owner.token)).status).toBe(200)
  })
})

describe('the CSV', () => {
  const csv = (table: string, query = '', token = agency.owner.token) =>
    server.call('GET', `/standard/agentur-konto/statistik/${table}/csv${query}`, { token })
  const cells = (text: string) =>
    [...parseCsv(text, { separator: ';' })].map((row) => row.cells as string[])

  test('of the months holds the same figures, in German and in English', async () => {
    const { body } = await ask()
    const file = await csv('monate')
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="Statistik-Monate-2025-12-01-2026-11-17.csv"',
    )
    const [head, ...rows] = cells(file.body)
    expect(head).toContain('davon freigegeben')
    expect(rows).toEqual(
      body.Monate.map((one: any) => [
        one.Monat,
        ...[one.Auftraege, one.Freigegeben, one.Storniert, one.NichtAnerkannt, one.Praemien].map(
          String,
        ),
        (one.PraemienCent / 100).toFixed(2).replace('.', ','),
        String(one.Entfallen),
        (one.EntfallenCent / 100).toFixed(2).replace('.', ','),
      ]),
    )
    expect(cells((await csv('monate', '?sprache=en')).body)[0]).toContain('of which released')
  })

  test('of every table can be had; one that does not exist cannot', async () => {
    expect(cells((await csv('trichter')).body)).toHaveLength(7)
    expect(cells((await csv('mitarbeiter')).body).length).toBeGreaterThan(3)
    expect(cells((await csv('kanaele', '?von=2025-08-01')).body)).toHaveLength(5)
    expect((await csv('personen')).status).toBe(400)
  })

  test('holds no formula, whatever an employee is called, and for an employee the own row alone', async () => {
    await bench.run((tx) =>
      tx
        .updateTable('agency_users')
        .set({ first_name: '=HYPERLINK("x")' })
        .where('tenant', '=', 'standard')
        .where('user_id', '=', agency.colleague.id)
        .execute(),
    )
    const rows = cells((await csv('mitarbeiter')).body)
    expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    expect(rows.flat().join(' ')).toContain("'=HYPERLINK")
    const own = cells((await csv('mitarbeiter', '', agency.employee.token)).body)
    expect(own).toHaveLength(2)
    expect(own[1]?.[0]).toBe('M-2')
  })
})
