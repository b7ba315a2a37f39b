import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../helpers/server.ts'
import { buildWholeApp } from '../helpers/whole-app.ts'
import { pagePath } from '../../src/contract/paths.ts'
import type { PageName } from '../../src/contract/pages.ts'
import { startOfMonth } from '../../src/domain/invoice.ts'
import { openSession } from '../../src/server/account/session.ts'
import { sumDocuments, sumLedger } from '../../src/server/billing/check-store.ts'
import { startSession } from '../../src/server/access/start-session.ts'
import { agencyUser } from '../../src/server/agency/agency-user.ts'
import { listAgencies } from '../../src/server/agency/store.ts'
import { listAgencyUsers } from '../../src/server/agency/user-store.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { withTenant, type Tx } from '../../src/server/db/connection.ts'
import { cancelOrder } from '../../src/server/reward/cancel-order.ts'
import { checkLedger } from '../../src/server/reward/check-ledger-store.ts'
import { releaseOrder } from '../../src/server/reward/release-order.ts'
import { writeHistory } from '../../src/server/demo/make-history.ts'
import { settleHistory } from '../../src/server/demo/settle-history.ts'
import { bgv } from '../../src/server/demo/demo-tenants.ts'

// One definition for each figure, over the demo's year of business: what pages say is what their list, its file, the statistics and
// the ledger come to.

let server: TestServer
let app: FastifyInstance
let owners: { agencyId: string; token: string }[]
const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'bgv', work)

beforeAll(async () => {
  server = await startTestServer()
  app = (await buildWholeApp(server)).app
  await writeHistory(server.deps, await server.deps.tenants.get('bgv'), bgv, system)
  owners = await run(async (tx) => {
    const found = []
    for (const { agency_id: agencyId } of (await listAgencies(tx, 'bgv')).slice(0, 2)) {
      const people = await listAgencyUsers(tx, 'bgv', agencyId)
      const owner = people.find(({ role }) => role === 'owner')!
      const { token } = await startSession(tx, server.deps, 'bgv', agencyUser, owner.user_id)
      found.push({ agencyId, token })
    }
    return found
  })
}, 180_000)
afterAll(async () => {
  await app.close()
  await server.stop()
})

/** A page as somebody sees it who is logged in, without its head. */
async function openPage(page: PageName, cookie: string, query: Record<string, string> = {}) {
  const { routes } = await server.deps.tenants.get('bgv')
  const url = pagePath(routes, 'de', page, {}, query)
  const answer = await app.inject({ url, headers: { host: 'bgv.localhost:3000', cookie } })
  expect(answer.statusCode).toBe(200)
  return answer.body.slice(answer.body.indexOf('</head>'))
}
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').trim()
/** Of "1.234,50 €", "1.234,50" and "1.234" the cents. */
const centsIn = (text: string) => {
  const [, euros = '', cents = '00'] = /(\d[\d.]*)(?:,(\d\d))?/.exec(text) ?? []
  return Number(euros.replaceAll('.', '') + cents)
}

type Row = {
  Datum: string
  Status: string
  WertCent: number
  Zaehlt: boolean
  ErwartetCent?: number | null
}
const sum = (rows: Row[]) => rows.reduce((all, { WertCent }) => all + WertCent, 0)

async function readAll(token: string, name: string) {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const body = { Pagesize: 100, Pagenumber: page }
    const answer = await server.call('PUT', `/bgv/agentur/${name}`, { token, body })
    rows.push(...answer.body.Content)
    if (!answer.body.HasNext) return { rows, total: answer.body.Summen.WertCent as number }
  }
}

/** The sum of a column of a file, in cents, as a spreadsheet would add it. */
async function columnOf(token: string, path: string, name: string) {
  const [head = '', ...lines] = (
    (await server.call('GET', `/bgv${path}`, { token })).body as string
  )
    .trim()
    .split('\r\n')
  const at = head.split(';').indexOf(name)
  return lines.reduce((all, line) => {
    const cell = line.match(/("([^"]|"")*"|[^;]*)(;|$)/g)![at]!.replaceAll(/[";]/g, '')
    return all + Math.round(Number(cell.replace(',', '.')) * 100)
  }, 0)
}

const get = async (token: string, path: string) =>
  (await server.call('GET', `/bgv/agentur-konto${path}`, { token })).body

const standingInLedger = (agencyId: string) =>
  run(async (tx) => {
    const { rows } = await sql<{ cents: number }>`
      select coalesce(sum(made.cents), 0)::bigint as cents
      from rewards
        join referrals on referrals.tenant = 'bgv' and referrals.number = rewards.referral_number
        join ledger_postings made on made.tenant = 'bgv' and made.reward_id = rewards.reward_id
          and made.event = 'created' and made.account = 'committed'
      where rewards.tenant = 'bgv' and referrals.agency_id = ${agencyId}::uuid and not exists (
        select from ledger_postings gone where gone.tenant = 'bgv' and gone.reward_id = rewards.reward_id
          and (gone.event like 'cancelled-%' or gone.event like 'claim-%' or gone.event = 'expired'))`.execute(
      tx,
    )
    return Math.abs(rows[0]!.cents)
  })

// One story: the documents of a year take seconds to write, so they are written once, by the test that needs to see it.
describe('a year of business', { shuffle: false }, () => {
  test('the sum of a list is that of the rows that are not struck through, of its file, of the statistics and of the ledger', async () => {
    for (const { agencyId, token } of owners) {
      for (const name of ['auftraege', 'praemien']) {
        const report = `/agentur-konto/berichte/${name}/csv`
        const { rows, total } = await readAll(token, name === 'auftraege' ? 'auftraege/alle' : name)
        expect(rows.some(({ Zaehlt, WertCent }) => !Zaehlt && WertCent > 0)).toBe(true)
        expect(sum(rows.filter(({ Zaehlt }) => Zaehlt))).toBe(total)
        expect(await columnOf(token, report, 'Prämie in Euro')).toBe(total)
        const lost = sum(rows.filter(({ Zaehlt }) => !Zaehlt))
        expect(await columnOf(token, report, 'Entfallen in Euro')).toBe(lost)
      }
      const { total } = await readAll(token, 'praemien')
      const { Gesamt } = await get(token, '/statistik?von=2020-01-01')
      expect(Gesamt.PraemienCent - Gesamt.EntfallenCent).toBe(total)
      expect(await standingInLedger(agencyId)).toBe(total)
    }
  })

  test('orders are counted alike on the start page, in the statistics and in their list, and so is what those that wait will earn', async () => {
    for (const { token } of owners) {
      const { rows } = await readAll(token, 'auftraege/alle')
      const counted = rows.filter(({ Status }) => ['Bestaetigt', 'Freigegeben'].includes(Status))
      const figures = await get(token, '/kennzahlen')
      const { Gesamt } = await get(token, '/statistik?von=2020-01-01')
      expect([figures.Gesamt.Auftraege, Gesamt.Auftraege]).toEqual([counted.length, counted.length])
      expect(figures.ImMonat.Auftraege).toBe(
        counted.filter(({ Datum }) => Datum.startsWith(figures.Monat)).length,
      )
      const waiting = rows.filter(({ Status }) => Status === 'Bestaetigt')
      expect(figures.Freizugeben).toBe(waiting.length)
      // What stands beside each of them adds up to what the start page and the foot of their list say.
      const expected = waiting.reduce((all, { ErwartetCent }) => all + (ErwartetCent ?? 0), 0)
      expect(expected).toBeGreaterThan(0)
      const home = textOf(await openPage('AgencyHome', `zs_agency=${token}`))
      expect(centsIn(/warte[nt]* auf Freigabe.*?([\d.]+,\d\d)/s.exec(home)?.[1] ?? '')).toBe(
        expected,
      )
      const query = { status: 'Bestaetigt' }
      const list = textOf(await openPage('AgencyOrderReport', `zs_agency=${token}`, query))
      const foot = /Summe, voraussichtlich \(≈\)\s+([\d.]+,\d\d)/.exec(list)
      expect(centsIn(foot?.[1] ?? '')).toBe(expected)
    }
  })

  /** The bars of a plot of the statistics, by what they are called. */
  function barsOf(html: string, title: string) {
    const list =
      new RegExp(`<ol[^>]*aria-label="${title}"[^>]*>(.*?)</ol>`, 's').exec(html)?.[1] ?? ''
    return list
      .split('<li')
      .slice(1)
      .map((bar) => ({
        values: [...bar.matchAll(/tabular-nums[^>]*>([^<]*)</g)].map(([, text = '']) => text),
        text: textOf(`<li${bar}`),
      }))
  }
  const byMonth = (rows: Row[], months: string[], value: (of: Row[]) => number) =>
    months.map((month) => value(rows.filter(({ Datum }) => Datum.startsWith(month))))

  test('the bars of the steps, of the months, of the people and of the channels come to the rows of the lists, month by month, and to the file', async () => {
    for (const { token } of owners) {
      const period = { von: '2025-12-01', bis: server.clock.today().toString() }
      const html = await openPage('AgencyStatistics', `zs_agency=${token}`, period)
      const query = `von=${period.von}&bis=${period.bis}`
      const statistics = await get(token, `/statistik?${query}`)
      const months = statistics.Monate.map(({ Monat }: { Monat: string }) => Monat)
      const inPeriod = ({ Datum }: Row) => Datum >= period.von && Datum <= period.bis
      const orders = (await readAll(token, 'auftraege/alle')).rows.filter(inPeriod)
      const rewards = (await readAll(token, 'praemien')).rows.filter(inPeriod)
      const alive = orders.filter(({ Status }) => ['Bestaetigt', 'Freigegeben'].includes(Status))
      const standing = rewards.filter(({ Zaehlt }) => Zaehlt)

      const ordersBars = barsOf(html, 'Aufträge nach Monat').map(({ values }) => Number(values[0]))
      const rewardBars = barsOf(html, 'Prämien nach Monat, in Euro').map(({ values }) =>
        centsIn(values[0]!),
      )
      expect(ordersBars).toEqual(byMonth(alive, months, (of) => of.length))
      expect(rewardBars).toEqual(byMonth(standing, months, sum))
      for (const title of ['Nach Mitarbeitern', 'Nach Kanälen']) {
        const bars = barsOf(html, title)
        expect([title, bars.reduce((all, { values }) => all + Number(values[0]), 0)]).toEqual([
          title,
          alive.length,
        ])
        expect([title, bars.reduce((all, { values }) => all + centsIn(values[1]!), 0)]).toEqual([
          title,
          sum(standing),
        ])
      }
      const steps = (await get(token, `/statistik/trichter/csv?${query}`)) as string
      const inFunnel = [
        barsOf(html, 'Von der Einladung zur Prämie').map(({ values }) => Number(values[0])),
        (steps.trim().split('\r\n').slice(1) as string[]).map((line) => Number(line.split(';')[1])),
      ]
      for (const counts of inFunnel)
        expect(counts.slice(-2)).toEqual([alive.length, standing.length])
      expect(rewards.length).toBeGreaterThan(standing.length)
      const file = (await get(token, `/statistik/monate/csv?${query}`)) as string
      const cells = file
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.replaceAll('"', '').split(';'))
      expect(cells.map(([month]) => month)).toEqual(months)
      expect(cells.map(([, count]) => Number(count))).toEqual(ordersBars)
      expect(cells.map((line) => centsIn(line[6]!) - centsIn(line[8]!))).toEqual(rewardBars)
    }
  })

  test('the costs of a month hold nothing of months before it, whether those are billed yet or not', async () => {
    const before = await Promise.all(owners.map(({ token }) => get(token, '/kosten')))
    expect(before.some(({ AelterePraemien }) => AelterePraemien > 0)).toBe(true)
    await settleHistory(server.deps, await server.deps.tenants.get('bgv'), system)
    for (const [at, { token }] of owners.entries()) {
      const after = await get(token, '/kosten')
      expect(after.Rechnung).toEqual(before[at].Rechnung)
      expect(after.Empfehler).toEqual(before[at].Empfehler)
      expect(after.AelterePraemien).toBe(0)
    }
  }, 120_000) // it writes the documents of a year

  test('what the documents come to is what the ledger says of the months they bill, and their page, list and file say the same of all, of what is open and of what is overdue', async () => {
    await settleHistory(server.deps, await server.deps.tenants.get('bgv'), system)
    const monthBegan = startOfMonth(server.clock.today().toString().slice(0, 7))
    for (const { agencyId, token } of owners) {
      const list = await get(token, '/rechnungen?pagesize=100')
      type Figure = 'PraemienCent' | 'GesamtCent' | 'OffenCent'
      type Document = Record<Figure, number> & {
        Art: string
        Status: string
      }
      const documents = list.Content as Document[]
      expect(documents.length).toBe(list.TotalCount)
      const come = (of: Document[], name: Figure) =>
        of.reduce((all, one) => all + (one.Art === 'credit' ? -one[name] : one[name]), 0)
      const [billed, ledger] = await run(async (tx) => [
        await sumDocuments(tx, 'bgv', agencyId),
        await sumLedger(tx, 'bgv', agencyId, monthBegan),
      ])
      expect(billed).toBeGreaterThan(0)
      expect([come(documents, 'PraemienCent'), ledger]).toEqual([billed, billed])
      const file = '/agentur-konto/rechnungen/csv'
      expect(await columnOf(token, file, 'Prämien in Euro')).toBe(billed)
      const text = textOf(await openPage('AgencyInvoices', `zs_agency=${token}`))
      const shown = (label: string) =>
        centsIn(new RegExp(`${label}\\D*?([\\d.]+,\\d\\d)`).exec(text)?.[1] ?? '')
      const total = come(documents, 'GesamtCent')
      const open = documents.filter(({ Status }) => ['offen', 'ueberfaellig'].includes(Status))
      const overdue = documents.filter(({ Status }) => Status === 'ueberfaellig')
      expect(overdue).toHaveLength(1)
      expect([
        list.GesamtCent,
        shown('Summe, Rechnungskorrekturen abgezogen'),
        await columnOf(token, file, 'Gesamt in Euro'),
      ]).toEqual([total, total, total])
      const openCents = come(open, 'OffenCent')
      expect([
        list.OffenCent,
        shown('Offen, Rechnungskorrekturen abgezogen'),
        await columnOf(token, file, 'Offen in Euro'),
      ]).toEqual([openCents, openCents, openCents])
      const lateCents = come(overdue, 'OffenCent')
      expect([
        list.UeberfaelligCent,
        shown(String.raw`Überfällig, vor Rechnungskorrekturen \(1 Rechnung\)`),
      ]).toEqual([lateCents, lateCents])
    }
  }, 120_000)

  test('rewards that a list calls paid are those that left by bank or voucher, in the ledger and at the bank', async () => {
    await settleHistory(server.deps, await server.deps.tenants.get('bgv'), system)
    let paidByBank = 0
    for (const { agencyId, token } of owners) {
      const { rows } = await readAll(token, 'praemien')
      const paid = sum(rows.filter(({ Status }) => Status === 'Ausgezahlt'))
      const ledger = await run(async (tx) => {
        const { rows: accounts } = await sql<{ account: string; cents: number }>`
          select account, abs(sum(postings.cents))::bigint as cents
          from referrals
            join rewards on rewards.tenant = 'bgv' and rewards.referral_number = referrals.number
            join ledger_postings postings on postings.tenant = 'bgv' and postings.reward_id = rewards.reward_id
          where referrals.tenant = 'bgv' and referrals.agency_id = ${agencyId}::uuid
            and account in ('paid-bank', 'paid-voucher') group by account`.execute(tx)
        return Object.fromEntries(accounts.map(({ account, cents }) => [account, cents]))
      })
      expect(paid).toBeGreaterThan(0)
      expect((ledger['paid-bank'] ?? 0) + (ledger['paid-voucher'] ?? 0)).toBe(paid)
      paidByBank += ledger['paid-bank'] ?? 0
    }
    const { rows: bank } = await run((tx) =>
      sql<{ cents: number }>`
        select coalesce(sum(cents), 0)::bigint as cents from payouts
        where tenant = 'bgv' and state = 'paid'`.execute(tx),
    )
    expect(paidByBank).toBeGreaterThan(0)
    expect(bank[0]!.cents).toBe(paidByBank)
  }, 120_000)

  /** The rewards of the history are in most states that a person sees; these are not. */
  async function spreadRewards() {
    const tenant = await server.deps.tenants.get('bgv')
    await settleHistory(server.deps, tenant, system)
    const { rows } = await run((tx) =>
      sql<{ confirmed: string[]; paid: string[] }>`
        select array(select number from orders where tenant = 'bgv' and state = 'confirmed' order by number) as confirmed,
          array(select distinct order_number from rewards where tenant = 'bgv' and state = 'paid' and taken_as = 'cash' and account_id is not null
            order by order_number limit 2) as paid`.execute(tx),
    )
    const { confirmed, paid } = rows[0]!
    expect([confirmed.length > 0, paid.length]).toEqual([true, 2])
    for (const order of confirmed)
      await run((tx) => releaseOrder(tx, server.deps, tenant, order, system))
    for (const order of paid) await run((tx) => cancelOrder(tx, server.deps, tenant, order, system))
    expect(await run((tx) => checkLedger(tx, 'bgv'))).toEqual([])
  }

  test('the personal area says of rewards what its list says and what the ledger holds, for everybody', async () => {
    await spreadRewards()
    const { rows } = await run((tx) =>
      sql<{ id: string; account: string; cents: string }>`
        select rewards.account_id as id, account, abs(sum(postings.cents))::text as cents
        from rewards
          join ledger_postings postings on postings.tenant = 'bgv' and postings.reward_id = rewards.reward_id
        where rewards.tenant = 'bgv' and rewards.account_id is not null group by 1, 2`.execute(tx),
    )
    const inAll: Record<string, number> = {}
    for (const [id, books] of Map.groupBy(rows, ({ id: whose }) => whose)) {
      const held = (...names: string[]) =>
        books.reduce(
          (all, { account, cents }) => all + (names.includes(account) ? Number(cents) : 0),
          0,
        )
      for (const { account, cents } of books) inAll[account] = (inAll[account] ?? 0) + Number(cents)
      const { token } = await run((tx) => openSession(tx, server.deps, 'bgv', id))
      const list = (await server.call('GET', '/bgv/empfehler/empfehlungen', { token })).body as {
        Praemierungen?: { WertCent: number; Status: string; Zurueckgefordert?: boolean }[]
      }[]
      const rewards = list.flatMap(({ Praemierungen = [] }) => Praemierungen)
      const of = (...states: string[]) =>
        rewards
          .filter(({ Status, Zurueckgefordert }) => !Zurueckgefordert && states.includes(Status))
          .reduce((all, { WertCent }) => all + WertCent, 0)
      const claimed = rewards.filter(({ Zurueckgefordert }) => Zurueckgefordert)
      expect([
        of('Offen'),
        of('Bereitgestellt', 'Abgeholt'),
        of('Ausgezahlt'),
        claimed.reduce((all, { WertCent }) => all + WertCent, 0),
      ]).toEqual([
        held('committed'),
        held('payable', 'in-transit'),
        held('paid-bank', 'paid-voucher'),
        held('claims'),
      ])
      const html = await openPage('Dashboard', `zs_user=${token}`)
      const figures = Object.fromEntries(
        [...html.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/gs)].map(
          ([, label = '', value = '']) => [textOf(label), textOf(value)],
        ),
      )
      expect([centsIn(figures['Unterwegs']!), centsIn(figures['Bekommen']!)]).toEqual([
        of('Abgeholt'),
        held('paid-bank', 'paid-voucher'),
      ])
    }
    for (const account of ['committed', 'payable', 'paid-bank', 'paid-voucher', 'claims'])
      expect([account, (inAll[account] ?? 0) > 0]).toEqual([account, true])
  }, 120_000)
})
