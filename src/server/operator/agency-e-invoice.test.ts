import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { makeAgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { writeDocuments } from '../billing/write-documents.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let made = 0
const operator = (roles: readonly OperatorRole[] = ['support'], tenant = 'bgv') =>
  makeOperator(server, `erechnung${++made}@betrieb.example`, roles, tenant)
const leitwegId = '04011000-1234512345-06'
const whole = {
  LeitwegId: leitwegId,
  ERechnungArt: '0204',
  ERechnungAdresse: leitwegId,
  Grund: 'Schreiben der Stadt vom 2. November',
}

const show = async (id: string, token: string) =>
  (await server.call('GET', `/bgv/betrieb/agenturen/${id}`, { token })).body
const save = async (id: string, token: string, body: object, tenant = 'bgv') =>
  server.call('PUT', `/${tenant}/betrieb/agenturen/${id}/erechnung`, { token, body })

test('an agency with a Leitweg-ID gets its next invoice in XRechnung, also inside the PDF; the log has before, after and the reason', async () => {
  const agency = await makeAgencyBench(server, 'bgv')
  const { token } = await operator()
  const { Version } = await show(agency.agencyId, token)
  const typed = { ...whole, LeitwegId: ' 04011000-1234512345-06 ', Version }
  expect((await save(agency.agencyId, token, typed)).status).toBe(200)
  expect(await show(agency.agencyId, token)).toMatchObject({
    LeitwegId: leitwegId,
    ERechnungArt: '0204',
    ERechnungAdresse: leitwegId,
    Version: Version + 1,
  })
  const logged = await agency.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['reason', 'details'])
      .where('tenant', '=', 'bgv')
      .where('action', '=', 'agency-e-invoice')
      .where('subject_id', '=', agency.agencyId)
      .execute(),
  )
  expect(logged).toEqual([
    {
      reason: whole.Grund,
      details: {
        before: { leitwegId: null, electronicAddress: null },
        after: { leitwegId, electronicAddress: `0204:${leitwegId}` },
      },
    },
  ])
  await agency.makeReleased()
  server.clock.set('2026-12-01T11:00:00Z')
  await writeDocuments(server.deps, await server.deps.tenants.get('bgv'), 'invoices', system)
  const { xml, pdf } = await agency.run((tx) =>
    tx
      .selectFrom('invoices')
      .select(['xml', 'pdf'])
      .where('tenant', '=', 'bgv')
      .where('agency_id', '=', agency.agencyId)
      .executeTakeFirstOrThrow(),
  )
  expect(xml).toContain('xeinkauf.de:kosit:xrechnung_3.0')
  expect(xml).toContain(`<ram:BuyerReference>${leitwegId}</ram:BuyerReference>`)
  const inside = pdf.toString('latin1')
  expect(inside).toContain('<fx:ConformanceLevel>XRECHNUNG</fx:ConformanceLevel>')
  expect(inside).toContain('xrechnung.xml')
  expect(inside).not.toContain('factur-x.xml')
})

test.each([
  ['a wrong check digit', { LeitwegId: '04011000-1234512345-07' }, 'LeitwegId'],
  ['what is no Leitweg-ID', { LeitwegId: '<b>4</b>' }, 'LeitwegId'],
  ['an address of another kind', { ERechnungArt: '0088' }, 'ERechnungAdresse'],
  ['an address of no kind', { ERechnungArt: undefined }, 'ERechnungArt'],
  ['an address without a Leitweg-ID', { LeitwegId: '' }, 'ERechnungAdresse'],
])('%s is refused at its field, and nothing is kept', async (_, wrong, field) => {
  const agency = await makeAgencyBench(server, 'bgv')
  const { token } = await operator()
  const { Version } = await show(agency.agencyId, token)
  const { status, body } = await save(agency.agencyId, token, { ...whole, ...wrong, Version })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(`"${field}"`)
  expect(await show(agency.agencyId, token)).toMatchObject({ LeitwegId: null, Version })
})

test('whoever saw another version, has no right, is of another tenant or gives no reason changes nothing', async () => {
  const agency = await makeAgencyBench(server, 'bgv')
  const { token } = await operator()
  const { Version } = await show(agency.agencyId, token)
  const id = agency.agencyId
  expect((await save(id, token, { ...whole, Version: Version + 1 })).status).toBe(409)
  expect((await save(id, token, { ...whole, Version, Grund: '' })).status).toBe(400)
  const auditor = await operator(['auditor'])
  expect((await save(id, auditor.token, { ...whole, Version })).status).toBe(403)
  const elsewhere = await operator(['support'], 'telko')
  expect((await save(id, elsewhere.token, { ...whole, Version })).status).not.toBe(200)
  expect((await save(id, elsewhere.token, { ...whole, Version }, 'telko')).status).toBe(404)
  expect(await show(id, token)).toMatchObject({ LeitwegId: null, Version })
})
