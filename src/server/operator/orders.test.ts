import { expect, test } from 'vitest'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import { initialsOf } from '../../domain/initials.ts'
import { parseCsv } from '../../domain/csv.ts'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { makeAgencyOrder } from '../agency/agency-order.test-helper.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { runSelection } from './run-selection.ts'
import type { Bench, Desk } from '../reward/reward.test-helper.ts'
import { useOrders, type Operator } from './orders.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
const { operator, call, list, show, makeOrder, auditOf } = useOrders(
  (made) => ({ server, bench, desk } = made),
)

const Grund = 'Der Anbieter bat darum'
const idsOf = ({ Content }: { Content: { Id: string }[] }) => Content.map(({ Id }) => Id)

/** A released order whose reward was taken as a voucher, which is paid at once. */
async function makePaid() {
  const { orderNumber, token } = await desk.reward()
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
  return orderNumber
}

const release = (by: Operator, id: string, changes: object = {}, tenant = 'standard') =>
  call('PUT', `/${id}/freigabe`, by, { Version: 1, Grund, ...changes }, tenant)
const cancel = (by: Operator, id: string, changes: object, tenant = 'standard') =>
  call('PUT', `/${id}/stornierung`, by, { Version: 1, Grund, ...changes }, tenant)

test('each order is in one state of the list, which counts and sums its filter', async () => {
  const by = await operator()
  const confirmed = await makeOrder()
  const released = await makeOrder()
  await bench.release(released.number)
  const [cancelled, paid] = [await makeOrder(), await makePaid()]
  for (const id of [cancelled.number, paid]) {
    const { Version, EntfaelltCent, RueckforderungCent } = await show(by, id)
    const answer = await cancel(by, id, { Version, EntfaelltCent, RueckforderungCent })
    expect(answer.status).toBe(200)
  }
  const line = bench.line(confirmed.referral, { email: 'niemand@post.example' })
  expect((await bench.feed(line)).kind).toBe('failed')
  const wanted = {
    'ohne-person': line.externalNumber,
    pruefzeit: confirmed.number,
    freigegeben: released.number,
    storniert: cancelled.number,
    'nach-zahlung': paid,
  }
  for (const [Stand, id] of Object.entries(wanted)) {
    const { Content, TotalCount, Summen } = await list(by, { Stand }, { Pagesize: 100 })
    expect([Stand, new Set(Content.map((row: { Stand: string }) => row.Stand))]).toEqual([
      Stand,
      new Set([Stand]),
    ])
    const row = Content.find(
      (one: Record<string, string>) =>
        one['Auftragsnummer'] === id || one['ExterneAuftragsnummer'] === id,
    )
    expect(row).toBeDefined()
    expect(TotalCount).toBe(Content.length)
    const sum = Content.reduce(
      (all: number, one: { WertCent: number | null }) => all + (one.WertCent ?? 0),
      0,
    )
    expect(Summen.WertCent).toBe(sum)
    if (Stand === 'freigegeben') expect(row.WertCent).toBeGreaterThan(0)
  }
  const all = await list(by, {}, { Pagesize: 100 })
  const alone = await Promise.all(
    [
      'ohne-person',
      'gemeldet',
      'pruefzeit',
      'freigegeben',
      'storniert',
      'nach-zahlung',
      'abgelehnt',
    ].map(async (Stand) => (await list(by, { Stand })).TotalCount as number),
  )
  expect(all.TotalCount).toBe(alone.reduce((sum, count) => sum + count, 0))
})

test('an order is found by any of its numbers, by product and by the day of the contract', async () => {
  const by = await operator()
  const { number, referral } = await makeOrder()
  const { ExterneAuftragsnummer, Vertragsdatum } = await show(by, number)
  for (const Suche of [number, number.toLowerCase(), ExterneAuftragsnummer, referral.number])
    expect(idsOf(await list(by, { Suche }))).toEqual([number])
  expect(idsOf(await list(by, { Suche: 'gibt-es-nicht' }))).toEqual([])
  const ofDay = { Suche: number, Von: Vertragsdatum, Bis: Vertragsdatum }
  expect(idsOf(await list(by, { ...ofDay, ProduktId: [referral.product] }))).toEqual([number])
  expect(idsOf(await list(by, { ...ofDay, ProduktId: ['anderes'] }))).toEqual([])
  const before = Temporal.PlainDate.from(Vertragsdatum).subtract({ days: 1 }).toString()
  expect(idsOf(await list(by, { Suche: number, Bis: before }))).toEqual([])
})

test('of eight who release at once one does, with the reason in the log and the state before and after', async () => {
  const { number } = await makeOrder()
  const people = await Promise.all(Array.from({ length: 8 }, () => operator()))
  const before = await show(people[0]!, number)
  expect(before).toMatchObject({ Stand: 'pruefzeit', Eigener: false })
  expect(before.Erwartet.EmpfehlerCent).toBeGreaterThan(0)
  const { Version } = before
  const answers = await Promise.all(people.map((by) => release(by, number, { Version })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)])
  expect(await bench.readRewards(number)).toHaveLength(1)
  const rows = (await auditOf(number)).filter(({ action }) => action === 'order-released')
  expect(rows).toMatchObject([
    {
      reason: Grund,
      actor_kind: 'operator',
      details: { before: { state: 'confirmed' }, after: { state: 'released' } },
    },
  ])
  const after = await show(people[0]!, number)
  expect(after).toMatchObject({ Stand: 'freigegeben', WertCent: before.Erwartet.EmpfehlerCent })
  expect(after.Verlauf[0]).toMatchObject({ Aktion: 'order-released', Grund })
})

test('a cancellation does what was shown before, and nothing if a reward was paid meanwhile', async () => {
  const by = await operator()
  const { orderNumber: number, token } = await desk.reward()
  const shown = await show(by, number)
  expect(shown.EntfaelltCent).toBe(shown.WertCent)
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
  const { Version, EntfaelltCent, RueckforderungCent } = shown
  const late = await cancel(by, number, { Version, EntfaelltCent, RueckforderungCent })
  expect([late.status, late.body.ErrorCode]).toEqual([409, 'PSOF0707'])
  expect(await bench.stateOf('orders', number)).toBe('released')
  const again = await show(by, number)
  expect(again).toMatchObject({ EntfaelltCent: 0, RueckforderungCent: shown.WertCent })
  const done = await cancel(by, number, {
    Version,
    EntfaelltCent: 0,
    RueckforderungCent: shown.WertCent,
  })
  expect(done.status).toBe(200)
  expect(await show(by, number)).toMatchObject({
    Stand: 'nach-zahlung',
    Praemien: [{ Zurueckgefordert: true }],
  })
  expect(await auditOf(number)).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: 'order-cancelled', reason: Grund })]),
  )
})

test('nobody decides about the own order, without a reason, the right, a fresh proof or at another tenant', async () => {
  const by = await operator()
  const own = await makeOrder({ email: by.email.replace('@', '+x@') })
  expect((await show(by, own.number)).Eigener).toBe(true)
  const refused = await release(by, own.number)
  expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0706'])
  const { number } = await makeOrder()
  expect((await release(by, number, { Grund: ' ' })).status).toBe(400)
  expect((await release(by, number, { Version: 9 })).status).toBe(409)
  for (const role of ['support', 'auditor', 'payout-preparer', 'tenant-admin'] as const)
    expect((await release(await operator([role]), number)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  expect((await release(elsewhere, number)).status).toBe(403)
  expect((await release(elsewhere, number, {}, 'telko')).status).toBe(404)
  expect((await call('GET', `/${number}`, elsewhere, undefined, 'telko')).status).toBe(404)
  server.clock.advance('PT6M')
  const stale = await release(by, number)
  expect([stale.status, stale.body.ErrorCode]).toEqual([403, 'PSOF0702'])
  expect(await bench.stateOf('orders', number)).toBe('confirmed')
})

test('nobody releases an order of the own agency', async () => {
  const { agencyId, employee } = await makeAgency(server, 'standard', 'AG-9902')
  const { number } = await makeAgencyOrder(bench, { agencyId, userId: employee.id })
  const by = await makeOperator(server, employee.email, ['reviewer'])
  expect((await show(by, number)).Eigener).toBe(true)
  expect((await release(by, number)).body.ErrorCode).toBe('PSOF0706')
  const { body: made } = await call('PUT', '/stapel', by, { Ids: [number] })
  const at = `/standard/betrieb/stapel/${made.StapelId}`
  const shown = (await server.call('GET', at, { token: by.token })).body
  const body = { Version: shown.Version, Notiz: Grund }
  expect((await server.call('PUT', `${at}/ausfuehrung`, { token: by.token, body })).status).toBe(
    200,
  )
  await runSelection(server.deps, 'standard', made.StapelId)
  expect(await bench.stateOf('orders', number)).toBe('confirmed')
  expect((await release(await operator(), number)).status).toBe(200)
})

test('who may not see people sees initials, and no way to their pages', async () => {
  const { number } = await makeOrder()
  const preparer = await operator(['payout-preparer'])
  expect(await show(preparer, number)).toMatchObject({
    Name: 'K. K.',
    Empfehler: { Id: null, Name: 'W. W.' },
    Empfaenger: { Id: null, Name: 'K. K.' },
  })
  expect((await list(preparer, { Suche: number })).Content[0].Name).toBe('K. K.')
  expect((await show(await operator(), number)).Name).toBe('Konny Kontakt')
})

const csv = async ({ token }: { token: string }, query: string) => {
  const { status, body } = await server.call('GET', `/standard/betrieb/auftraege/csv?${query}`, {
    token,
  })
  expect(status).toBe(200)
  return [...parseCsv(String(body), { separator: ';' })].map(({ cells }) => cells)
}

test('an agency’s orders are found by it, and the file has the same rows in the same order, as the caller may see them', async () => {
  const by = await operator()
  const agency = await makeAgency(server, 'standard', 'AG-9903')
  const whose = { agencyId: agency.agencyId, userId: null }
  const { number } = await makeAgencyOrder(bench, whose)
  const VermittlerId = agency.agencyId
  const found = await list(by, { VermittlerId })
  expect([idsOf(found), found.TotalCount]).toEqual([[number], 1])
  expect(found.Content[0]).toMatchObject({ Vermittler: agency.name, VermittlerArt: 'agency' })
  expect(idsOf(await list(by, { VermittlerId, Stand: 'pruefzeit' }))).toEqual([number])
  expect(idsOf(await list(by, { VermittlerId, Stand: ['freigegeben', 'storniert'] }))).toEqual([])
  const other = await makeAgency(server, 'standard', 'AG-9904')
  expect(idsOf(await list(by, { VermittlerId: other.agencyId }))).toEqual([])
  const { body } = await call('GET', '/produkte', by)
  expect(body.Vermittler).toContainEqual({ VermittlerId, Name: agency.name, Art: 'agency' })

  const all = await list(by, {}, { Pagesize: 100 })
  const rows = await csv(by, 'Sprache=de')
  expect(rows[0]).toEqual([
    'Auftrag',
    'Stand',
    'Vertrag vom',
    'Kontakt',
    'Produkt',
    'Vermittelt von',
    'Freigabe am',
    'Prämien',
  ])
  const nameOf = (row: Record<string, string>) => row['ExterneAuftragsnummer'] ?? row['Id']
  expect(rows.slice(1).map(([name]) => name)).toEqual(all.Content.map(nameOf))
  const unmatched = await csv(by, 'Stand=ohne-person&Spalten=order,state&Sprache=de')
  expect(new Set(unmatched.slice(1).map(([, state]) => state))).toEqual(new Set(['Ohne Person']))
  const masked = await csv(await operator(['payout-preparer']), `VermittlerId=${VermittlerId}`)
  expect(masked[1]).toContain('K. K.')
})

test('a sales partner’s order is in the list, found by its numbers, and says what is earned by whom', async () => {
  const by = await operator(['support'], 'bgv')
  const partners = await makePartnerBench(server, 'bgv')
  const number = await partners.order('EXT-PARTNER-1')
  const at = (path: string, body?: object, who = by) =>
    call(body ? 'PUT' : 'GET', path, who, body, 'bgv')
  for (const Filter of [
    { Suche: number },
    { Suche: 'EXT-PARTNER-1' },
    { VermittlerId: partners.partnerId },
    { Art: 'verkaufspartner', Stand: 'pruefzeit' },
  ]) {
    const { body } = await at('', { Filter })
    expect(body.Content).toMatchObject([
      { Id: number, VermittlerArt: 'sales-partner', Stand: 'pruefzeit', WertCent: null },
    ])
  }
  expect((await at('', { Filter: { Suche: number, Art: 'empfehlung' } })).body.TotalCount).toBe(0)
  const { body } = await at(`/${number}`)
  expect(body).toMatchObject({
    VermittlerId: partners.partnerId,
    Provision: { Stand: 'promised', Gutschrift: null },
    Empfehler: null,
    Verlauf: [{ Aktion: 'order-confirmed' }],
  })
  const masked = await operator(['payout-preparer'], 'bgv')
  const hidden = (await at(`/${number}`, undefined, masked)).body
  expect([hidden.VermittlerId, hidden.Vermittler]).toEqual([null, initialsOf(body.Vermittler)])
  // It has no rewards to release.
  const reviewer = await operator(['reviewer'], 'bgv')
  for (const one of [{ Ids: [number] }, { Filter: { Suche: number } }])
    expect((await at('/stapel', one, reviewer)).status).toBe(400)
})
