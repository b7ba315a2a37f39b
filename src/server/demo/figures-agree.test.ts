import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { createInvoices } from '../agency/create-invoices.ts'
import { openAgencySession } from '../agency/session.ts'
import { listAgencies } from '../agency/store.ts'
import { listAgencyUsers } from '../agency/user-store.ts'
import { system } from '../base/audit-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { makeHistory } from './make-history.ts'
import { bgv } from './tenants/bgv.ts'

// One definition for each figure, over the demo's year of business: what pages say is what their list, its file, the statistics and
// the ledger come to.

let server: TestServer
let owners: { agencyId: string; token: string }[]
const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'bgv', work)

beforeAll(async () => {
  server = await startTestServer()
  await makeHistory(server.deps, await server.deps.tenants.get('bgv'), bgv, system)
  owners = await run(async (tx) => {
    const found = []
    for (const { agency_id: agencyId } of (await listAgencies(tx, 'bgv')).slice(0, 2)) {
      const people = await listAgencyUsers(tx, 'bgv', agencyId)
      const owner = people.find(({ role }) => role === 'owner')!
      const { token } = await openAgencySession(tx, server.deps, 'bgv', owner.user_id)
      found.push({ agencyId, token })
    }
    return found
  })
})
afterAll(() => server.stop())

type Row = { Datum: string; Status: string; WertCent: number; Zaehlt: boolean }
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
async function columnOf(token: string, list: string, name: string) {
  const path = `/bgv/agentur-konto/berichte/${list}/csv`
  const [head = '', ...lines] = ((await server.call('GET', path, { token })).body as string)
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

test('the sum of a list is that of the rows that are not struck through, of its file, of the statistics and of the ledger', async () => {
  for (const { agencyId, token } of owners) {
    for (const name of ['auftraege', 'praemien']) {
      const { rows, total } = await readAll(token, name === 'auftraege' ? 'auftraege/alle' : name)
      expect(rows.some(({ Zaehlt, WertCent }) => !Zaehlt && WertCent > 0)).toBe(true)
      expect(sum(rows.filter(({ Zaehlt }) => Zaehlt))).toBe(total)
      expect(await columnOf(token, name, 'Prämie in Euro')).toBe(total)
      const lost = sum(rows.filter(({ Zaehlt }) => !Zaehlt))
      expect(await columnOf(token, name, 'Entfallen in Euro')).toBe(lost)
    }
    const { total } = await readAll(token, 'praemien')
    const { Gesamt } = await get(token, '/statistik?von=2020-01-01')
    expect(Gesamt.PraemienCent - Gesamt.EntfallenCent).toBe(total)
    expect(await standingInLedger(agencyId)).toBe(total)
  }
})

test('orders are counted alike on the start page, in the statistics and in their list', async () => {
  for (const { token } of owners) {
    const { rows } = await readAll(token, 'auftraege/alle')
    const counted = rows.filter(({ Status }) => ['Bestaetigt', 'Freigegeben'].includes(Status))
    const figures = await get(token, '/kennzahlen')
    const { Gesamt } = await get(token, '/statistik?von=2020-01-01')
    expect([figures.Gesamt.Auftraege, Gesamt.Auftraege]).toEqual([counted.length, counted.length])
    expect(figures.ImMonat.Auftraege).toBe(
      counted.filter(({ Datum }) => Datum.startsWith(figures.Monat)).length,
    )
    expect(figures.Freizugeben).toBe(rows.filter(({ Status }) => Status === 'Bestaetigt').length)
  }
})

test('the costs of a month hold nothing of months before it, whether those are billed yet or not', async () => {
  const before = await Promise.all(owners.map(({ token }) => get(token, '/kosten')))
  expect(before.some(({ AelterePraemien }) => AelterePraemien > 0)).toBe(true)
  await createInvoices(server.deps, await server.deps.tenants.get('bgv'), system)
  for (const [at, { token }] of owners.entries()) {
    const after = await get(token, '/kosten')
    expect(after.Rechnung).toEqual(before[at].Rechnung)
    expect(after.Empfehler).toEqual(before[at].Empfehler)
    expect(after.AelterePraemien).toBe(0)
  }
}, 120_000) // it writes the documents of a year
