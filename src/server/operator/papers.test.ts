import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { parseCsv } from '../../domain/csv.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { listNewestInvoices } from '../billing/invoice-payment-store.ts'
import { markInvoicePaid } from '../billing/mark-invoice.ts'
import { claimNotes, markNotes } from '../billing/note-payment-store.ts'
import { writeDocuments } from '../billing/write-documents.ts'
import { withTenant } from '../db/connection.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { camt } from '../payout/payout.test-helper.ts'
import { cancelOrder } from '../reward/cancel-order.ts'

let server: TestServer
let agency: AgencyBench
let credited: { invoice: string; credit: string }
let open: string

beforeAll(async () => {
  server = await startTestServer()
  agency = await makeAgencyBench(server, 'bgv')
  const bill = async (day: string) => {
    server.clock.set(`${day}T11:00:00Z`)
    return writeDocuments(server.deps, await server.deps.tenants.get('bgv'), 'invoices', system)
  }
  const { orderNumber } = await agency.makeReleased()
  await bill('2026-12-01')
  await agency.run((tx) => cancelOrder(tx, server.deps, agency.tenant, orderNumber, system))
  await agency.makeReleased()
  await bill('2027-01-01')
  const rows = await agency.run((tx) =>
    sql<{ paper_id: string; kind: string; month: string }>`
      select paper_id, kind, month from papers where tenant = 'bgv' and party_id = ${agency.agencyId}`.execute(
      tx,
    ),
  )
  const idOf = (kind: string, month: string) =>
    rows.rows.find((one) => one.kind === kind && one.month === month)!.paper_id
  credited = { invoice: idOf('invoice', '2026-11'), credit: idOf('credit', '2026-12') }
  open = idOf('invoice', '2026-12')
})
afterAll(() => server.stop())

let made = 0
const operator = (roles: readonly OperatorRole[] = ['payout-preparer'], tenant = 'bgv') =>
  makeOperator(server, `rechnung${++made}@betrieb.example`, roles, tenant)
const list = async (token: string, body: object = {}, tenant = 'bgv') =>
  (await server.call('PUT', `/${tenant}/betrieb/rechnungen`, { token, body })).body
const show = (id: string, token: string, tenant = 'bgv') =>
  server.call('GET', `/${tenant}/betrieb/rechnungen/${id}`, { token })
const versionOf = async (id: string, token: string) => (await show(id, token)).body.Version
const Grund = 'Auf dem Kontoauszug gesehen'
const pay = (id: string, token: string, body: object, tenant = 'bgv') =>
  server.call('PUT', `/${tenant}/betrieb/rechnungen/${id}/zahlung`, {
    token,
    body: { BezahltAm: '2027-01-01', Grund, ...body },
  })
const takeBack = (id: string, token: string, body: object) =>
  server.call('PUT', `/bgv/betrieb/rechnungen/${id}/zahlung-zuruecknahme`, {
    token,
    body: { Grund, ...body },
  })
const logOf = (tenant: string, id: string) =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'reason', 'details'])
      .where('tenant', '=', tenant)
      .where('subject_id', '=', id)
      .where('actor_kind', '=', 'operator')
      .orderBy('number')
      .execute(),
  )

/** The list's states are those that the agency's own list computes. */
async function expectSame() {
  const computed = await agency.run((tx) =>
    listNewestInvoices(tx, 'bgv', server.deps.clock.today(), 500),
  )
  const { token } = await operator(['auditor'])
  const { Content } = await list(token, { Pagesize: 100 })
  const words: Record<string, string> = {
    open: 'offen',
    overdue: 'ueberfaellig',
    settled: 'ausgeglichen',
    paid: 'bezahlt',
  }
  const said = (rows: [string, string, string | null][]) => rows.toSorted()
  expect(said(Content.map((one: any) => [one.Nummer, one.Stand, one.BezahltAm]))).toEqual(
    said(computed.map((one) => [one.number, words[one.state]!, one.paid_on])),
  )
}

test('all documents are listed with their state, filtered, sorted and summed, and the file has the same', async () => {
  const { token } = await operator(['auditor'])
  await expectSame()
  const all = await list(token, { Filter: { Suche: agency.number } })
  expect(all.Content.map((one: any) => one.Stand).toSorted()).toEqual([
    'ausgeglichen',
    'ausgeglichen',
    'offen',
  ])
  expect(all.Summen.WertCent).toBe(5298)
  expect(all.Content[0]).toMatchObject({ Vertriebsnummer: agency.number, Vertriebsart: 'agency' })
  const settled = await list(token, {
    Filter: { Suche: 'Steinbock', Stand: ['ausgeglichen'], Art: ['rechnungskorrektur'] },
    OrderBy: 'Gesamt',
  })
  expect(settled.Content).toMatchObject([{ Id: credited.credit, GesamtCent: -5298 }])
  expect((await list(token, { Filter: { Von: '2027-01-01', Bis: '2027-01-01' } })).TotalCount).toBe(
    2,
  )
  // The day decides what is overdue; nothing has to happen for it.
  server.clock.set('2027-02-01T11:00:00Z')
  const later = (await operator(['auditor'])).token
  const overdue = { Filter: { Stand: 'ueberfaellig' } }
  expect((await list(later, overdue)).Content.map((one: any) => one.Id)).toContain(open)
  await expectSame()
  const { body } = await server.call('GET', '/bgv/betrieb/rechnungen/csv?Stand=ueberfaellig', {
    token: later,
  })
  const rows = [...parseCsv(String(body), { separator: ';' })].map(({ cells }) => cells)
  expect(rows.slice(1).map(([number]) => number)).toEqual(
    (await list(later, { ...overdue, Descending: false })).Content.map((one: any) => one.Nummer),
  )
  server.clock.set('2027-01-01T11:00:00Z')
})

test('a payment is marked and taken back with reason and log, and reopens what it was settled with', async () => {
  const person = await operator()
  const { token } = person
  const before = await show(credited.invoice, token)
  expect(before.body).toMatchObject({
    Stand: 'ausgeglichen',
    Verknuepft: [{ Id: credited.credit, Stand: 'ausgeglichen' }],
    Positionen: [{ Anlass: 'freigegeben', BetragCent: 5000, GebuehrCent: 250 }],
  })
  const seen = { Version: before.body.Version, Verwendungszweck: 'KTO-7' }
  const future = await pay(credited.invoice, token, { ...seen, BezahltAm: '2027-01-02' })
  expect(future.status).toBe(400)
  expect((await pay(credited.invoice, token, seen)).status).toBe(200)
  const after = (await show(credited.invoice, token)).body
  expect(after).toMatchObject({
    Stand: 'bezahlt',
    BezahltAm: '2027-01-01',
    Verwendungszweck: 'KTO-7',
    Verknuepft: [{ Stand: 'offen' }],
  })
  await expectSame()
  // The same again, by whoever saw the old state: they learn who was first.
  const late = await operator()
  const refused = await pay(credited.invoice, late.token, seen)
  expect([refused.status, refused.body.Details]).toMatchObject([
    409,
    { Wer: `Person ${person.email.split('@')[0]}`, Aktion: 'invoice-paid' },
  ])
  expect(refused.body.Message).toContain('die Zahlung vermerkt')
  const attend = (who: { token: string }) =>
    server.call('PUT', `/bgv/betrieb/anwesenheit/invoice/${credited.invoice}`, {
      token: who.token,
      body: { Geht: false },
    })
  await attend(person)
  expect((await attend(late)).body.Andere).toMatchObject([{ Name: refused.body.Details.Wer }])
  expect((await takeBack(credited.invoice, token, { Version: after.Version })).status).toBe(200)
  expect((await show(credited.invoice, token)).body).toMatchObject({
    Stand: 'ausgeglichen',
    Verknuepft: [{ Stand: 'ausgeglichen' }],
  })
  await expectSame()
  const paid = { paidOn: '2027-01-01', reference: 'KTO-7' }
  const details = { before: { paidOn: null }, after: paid }
  expect(await logOf('bgv', credited.invoice)).toMatchObject([
    { action: 'invoice-paid', actor_id: person.id, reason: Grund, details },
    {
      action: 'invoice-payment-taken-back',
      actor_id: person.id,
      reason: Grund,
      details: { before: paid, after: { paidOn: null } },
    },
  ])
})

test('of eight who mark at once, by page and command line, one wins; the others change nothing', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => operator(['payout-approver'])))
  const Version = await versionOf(open, people[0]!.token)
  const { Nummer } = (await show(open, people[0]!.token)).body
  const command = agency.run((tx) =>
    markInvoicePaid(
      tx,
      server.deps,
      'bgv',
      { number: Nummer, paidOn: server.deps.clock.today(), reference: null },
      { kind: 'operator', id: 'jo' },
    ),
  )
  const answers = await Promise.all(people.map(({ token }) => pay(open, token, { Version })))
  const won = answers.filter(({ status }) => status === 200).length
  expect(won + ((await command).kind === 'marked' ? 1 : 0)).toBe(1)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  expect(await logOf('bgv', open)).toHaveLength(1)
  expect(await versionOf(open, people[0]!.token)).toBe(Version + 1)
  await expectSame()
})

test('nobody marks a payment of their own agency, and no other tenant’s document is found', async () => {
  const own = await makeOperator(
    server,
    `inhaber${agency.number}@steinbock.example`,
    ['payout-preparer'],
    'bgv',
  )
  const found = (await show(credited.credit, own.token)).body
  expect(found.Eigener).toBe(true)
  expect((await pay(credited.credit, own.token, { Version: found.Version })).body.ErrorCode).toBe(
    'PSOF0706',
  )
  const stranger = await operator(['payout-preparer', 'auditor'], 'telko')
  for (const path of ['', '/pdf'])
    expect((await show(credited.credit + path, stranger.token, 'telko')).status).toBe(404)
  expect((await pay(credited.credit, stranger.token, { Version: 1 }, 'telko')).status).toBe(404)
  expect((await list(stranger.token, {}, 'telko')).Content).not.toMatchObject([
    { Vertriebsnummer: agency.number },
  ])
  expect((await show(credited.credit, stranger.token)).status).toBe(403)
})

test('the file is what was sent, who fetched it is in the log, and one about a person is for those who see people', async () => {
  const { token } = await operator(['payout-preparer'])
  const { body } = await show(`${open}/pdf`, token)
  expect(String(body).slice(0, 5)).toBe('%PDF-')
  expect((await logOf('bgv', open)).map(({ action }) => action)).toContain('document-fetched')

  server.clock.set(testNow)
  const partner = await makePartnerBench(server, 'telko', { company: null })
  const order = await partner.order()
  await partner.release(order)
  server.clock.set('2026-12-01T11:00:00Z')
  await partner.write()
  const money = await operator(['payout-preparer'], 'telko')
  const support = await operator(['support'], 'telko')
  const asked = { Filter: { Suche: partner.number } }
  const [note] = (await list(money.token, asked, 'telko')).Content
  expect(note).toMatchObject({
    Art: 'gutschrift',
    Stand: 'offen',
    Name: expect.stringMatching(/^(\p{L}\. ?)+$/u),
  })
  expect((await list(support.token, asked, 'telko')).Content[0].Name).toBe('Merle Testmann')
  expect((await list(money.token, { Filter: { Suche: 'Testmann' } }, 'telko')).TotalCount).toBe(0)
  expect((await show(`${note.Id}/pdf`, money.token, 'telko')).status).toBe(403)
  expect((await show(`${note.Id}/pdf`, support.token, 'telko')).status).toBe(200)
  expect(await logOf('telko', note.Id)).toMatchObject([{ action: 'document-fetched' }])
  // A credit note is paid by a payout, and by nothing else.
  expect((await pay(note.Id, money.token, { Version: note.Version }, 'telko')).status).toBe(404)
  const states = async () => (await show(note.Id, support.token, 'telko')).body.Stand
  const [claimed] = await partner.run((tx) => claimNotes(tx, 'telko', 'lauf', [partner.partnerId]))
  expect(await states()).toBe('in-auszahlung')
  await partner.run((tx) => markNotes(tx, 'telko', claimed!.payout_id, server.clock.now()))
  expect(await states()).toBe('bezahlt')
  await partner.run((tx) => markNotes(tx, 'telko', claimed!.payout_id, null))
  expect(await states()).toBe('offen')
})

test('an invoice of which something was set off says what is open, and with what: list, file, record and Today', async () => {
  server.clock.set(testNow)
  const other = await makeAgencyBench(server, 'bgv')
  const bill = async (day: string) => {
    server.clock.set(`${day}T11:00:00Z`)
    const tenant = await server.deps.tenants.get('bgv')
    const { created } = await writeDocuments(server.deps, tenant, 'invoices', system)
    return created.find(({ partyNumber }) => partyNumber === other.number)!
  }
  const { orderNumber } = await other.makeReleased()
  const paid = await bill('2026-12-01')
  await other.run((tx) =>
    markInvoicePaid(
      tx,
      server.deps,
      'bgv',
      { number: paid.number, paidOn: server.deps.clock.today(), reference: null },
      system,
    ),
  )
  await other.run((tx) => cancelOrder(tx, server.deps, other.tenant, orderNumber, system))
  const credit = await bill('2027-01-01')
  const overdueCents = async (token: string) =>
    (await server.call('PUT', '/bgv/betrieb/heute', { token, body: {} })).body.Aufgaben.find(
      ({ Art }: { Art: string }) => Art === 'overdue-invoices',
    ).WertCent
  await other.makeReleased()
  await other.makeReleased()
  const next = await bill('2027-02-01')
  const open = next.totalCents - credit.totalCents
  const { token } = await operator(['payout-preparer'])
  const Filter = { Suche: other.number }
  const rows = (await list(token, { Filter })).Content
  const rowOf = (number: string) => rows.find((one: any) => one.Nummer === number)
  expect(rowOf(next.number)).toMatchObject({ GesamtCent: next.totalCents, OffenCent: open })
  expect(rowOf(credit.number)).toMatchObject({ GesamtCent: -credit.totalCents, OffenCent: 0 })
  expect(rowOf(paid.number)).toMatchObject({ OffenCent: 0 })
  const { body } = await show(rowOf(next.number).Id, token)
  const Id = rowOf(credit.number).Id
  expect(body).toMatchObject({
    OffenCent: open,
    Verrechnet: [{ Id, Nummer: credit.number, BetragCent: credit.totalCents }],
    Verknuepft: [{ Id }],
  })
  expect((await show(Id, token)).body.Verrechnet).toMatchObject([{ Nummer: next.number }])
  const csv = await server.call('GET', '/bgv/betrieb/rechnungen/csv?Art=rechnung', { token })
  const cells = [...parseCsv(String(csv.body), { separator: ';' })].map((one) => one.cells)
  const line = cells.find(([number]) => number === next.number)!
  expect(line[(cells[0] as string[]).indexOf('Offen')]).toBe(
    (open / 100).toFixed(2).replace('.', ','),
  )
  const before = (await list(token, { Filter: { Stand: 'ueberfaellig' } })).Summen.WertCent
  server.clock.set('2027-04-01T11:00:00Z')
  const later = (await operator(['payout-preparer'])).token
  const overdue = await list(later, { Filter: { Stand: 'ueberfaellig' }, Pagesize: 100 })
  expect(overdue.Summen.WertCent).toBeGreaterThan(before)
  expect(await overdueCents(later)).toBe(
    overdue.Content.reduce((sum: number, one: any) => sum + one.OffenCent, 0),
  )
  expect(await overdueCents(later)).toBe(overdue.Summen.WertCent - credit.totalCents)
  // What pays it is a line of the statement, not our number for that.
  const { payoutAccount } = await server.deps.tenants.get('bgv')
  const file = Buffer.from(
    camt(`<Ntry><Amt Ccy="EUR">${(open / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
      <BookgDt><Dt>2027-03-30</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
      <RmtInf><Ustrd>${next.number}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`),
  ).toString()
  const own = file.replace(/<Acct><Id><IBAN>[^<]+/, `<Acct><Id><IBAN>${payoutAccount.iban}`)
  await applyBankFile(server.deps, 'bgv', Buffer.from(own), system)
  expect((await show(rowOf(next.number).Id, later)).body).toMatchObject({
    Stand: 'bezahlt',
    OffenCent: 0,
    Verwendungszweck: null,
    Kontoauszug: { Id: expect.any(String), Tag: '2027-03-30' },
  })
})
