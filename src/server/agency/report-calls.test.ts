import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { invitationOrders } from '../../contract/einladung.ts'
import { reportColumns } from '../../contract/agentur-berichte.ts'
import { makeBench } from '../reward/reward.test-helper.ts'
import { makeAgencyOrder } from './agency-order.test-helper.ts'

// The five lists of spec section 7.7 by their calls: each with OrderBy, Descending, Pagesize, Pagenumber and Filter.

let server: TestServer
let agency: Awaited<ReturnType<typeof makeAgency>>
let other: Awaited<ReturnType<typeof makeAgency>>
beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgency(server, 'standard', 'AG-7201')
  other = await makeAgency(server, 'standard', 'AG-7202')
  const bench = await makeBench(server, 'standard')
  for (const [at, firstName] of ['Zita', 'Anton', 'Mira', 'Über', 'Berta'].entries()) {
    const { agencyId, employee, colleague } = agency
    const userId = at % 2 === 0 ? employee.id : colleague.id
    const { number } = await makeAgencyOrder(bench, { agencyId, userId }, { firstName })
    if (at > 2) await bench.release(number)
    await server.call('PUT', '/standard/Einladung', {
      token: agency.employee.token,
      body: {
        Vorname: firstName,
        Nachname: `Gast-${5 - at}`,
        Email: `gast${at}@post.example`,
        Art: at % 2 === 0 ? 'Telefon' : 'VorOrt',
      },
    })
    server.clock.advance('P1D')
    await stillLoggedIn(server, 'standard')
  }
  await makeAgencyOrder(bench, { agencyId: other.agencyId, userId: null }, { firstName: 'Fremd' })
})
afterAll(() => server.stop())

const call = (path: string, body: object, token = agency.owner.token) =>
  server.call('PUT', `/standard/agentur/${path}`, { token, body })

type Row = Record<string, unknown> & { Id: string }
const german = new Intl.Collator('de', { sensitivity: 'base' })
const compare = (one: unknown, two: unknown) =>
  typeof one === 'number' && typeof two === 'number'
    ? one - two
    : german.compare(String(one ?? ''), String(two ?? ''))

/** What a column sorts by, as a row shows it. */
const shown: Record<string, (row: Row) => unknown> = {
  Datum: (row) => row.Datum,
  EingeladenAm: (row) => row.EingeladenAm,
  GueltigBis: (row) => row.GueltigBis,
  Nachname: (row) => row.Nachname,
  Wert: (row) => row.WertCent,
  Empfehler: (row) => row.Empfehler,
}

const lists = [
  ['AG-7201', reportColumns],
  ['auftraege/AG-7201/', reportColumns],
  ['empfehlungen/AG-7201/', reportColumns],
  ['leads/AG-7201/', reportColumns],
  ['einladungen/AG-7201/', invitationOrders],
] as const

test.each(lists)(
  'PUT agentur/%s sorts by each of its columns both ways, pages without a gap, and searches',
  async (path, columns) => {
    const plain = (await call(path, {})).body
    expect(plain).toMatchObject({ TotalCount: 5, PageCount: 1, HasNext: false })
    const ids = (rows: Row[]) => rows.map(({ Id }) => Id)
    const whole = new Set(ids(plain.Content))
    expect(whole.size).toBe(5)
    for (const OrderBy of columns) {
      const sorted = async (Descending: boolean) =>
        (await call(path, { OrderBy, Descending })).body.Content as Row[]
      const [up, down] = [await sorted(false), await sorted(true)]
      expect([OrderBy, new Set(ids(up)), new Set(ids(down))]).toEqual([OrderBy, whole, whole])
      const people = up.map(({ Mitarbeiter }) => Mitarbeiter)
      const changes = people.filter((one, at) => one !== people[at - 1])
      if (OrderBy === 'Mitarbeiter') expect(changes).toHaveLength(new Set(people).size)
      const value = shown[OrderBy]
      if (!value) continue
      for (const [rows, sign] of [
        [up, 1],
        [down, -1],
      ] as const)
        for (const [at, row] of rows.slice(1).entries())
          expect([OrderBy, sign * compare(value(rows[at]!), value(row)) <= 0]).toEqual([
            OrderBy,
            true,
          ])
    }
    const paged: string[] = []
    for (let Pagenumber = 1; Pagenumber <= 3; Pagenumber++) {
      const { body } = await call(path, { OrderBy: columns[0], Pagesize: 2, Pagenumber })
      expect(body).toMatchObject({ TotalCount: 5, PageCount: 3, HasNext: Pagenumber < 3 })
      paged.push(...ids(body.Content))
    }
    expect(paged).toEqual(ids((await call(path, { OrderBy: columns[0] })).body.Content))
    for (const [Filter, found] of [
      [path.startsWith('einladungen') ? { Suche: 'zita' } : 'zita', 1],
      [{ Suche: 'niemand' }, 0],
      [{}, 5],
      [null, 5],
    ] as const)
      expect([Filter, (await call(path, { Filter })).body.TotalCount]).toEqual([Filter, found])
  },
)

test.each(lists)(
  'PUT agentur/%s is the list of the own agency by its number alone, and refuses what it does not have',
  async (path) => {
    const inAnyCase = path.replace(/^\w+\//, (name) => name.toUpperCase())
    expect((await call(inAnyCase, {})).body.TotalCount).toBe(5)
    const foreign = path.replace('7201', '7202')
    expect((await call(foreign, {})).status).toBe(404)
    expect((await call(foreign, {}, other.owner.token)).body.TotalCount).toBe(
      path.startsWith('einladungen') ? 0 : 1,
    )
    for (const body of [
      { OrderBy: 'Email' },
      { Descending: 'vielleicht' },
      { Pagesize: 0 },
      { Pagesize: 101 },
      { Pagenumber: 0 },
      { Filter: { Gibtsnicht: 1 } },
    ])
      expect([body, (await call(path, body)).status]).toEqual([body, 400])
  },
)
