import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { VatModel } from '../../domain/vat-model.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { bgv } from '../demo/demo-tenants.ts'
import { wordsOf } from '../gateways/invoice-files/invoice-files.test-helper.ts'
import { termsOf } from '../gateways/content/terms-of.ts'
import { judgeTenantChange } from '../content/judge-tenant-change.ts'
import { readBatchFile } from '../payout/batch-file.ts'
import { makeFixtures, operator } from '../payout/payout.test-helper.ts'
import { payDue } from '../payout/play-both.ts'
import { approvePayout } from '../payout/approve-payout.ts'
import { findProposal } from '../payout/proposal-store.ts'
import { proposePayout } from '../payout/propose-payout.ts'
import { releasePayout } from '../payout/release-payout.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { lockStoredTenant } from '../tenant/store.ts'
import { billing, expectInvoicesRight } from './party.test-helper.ts'
import { writeDocuments } from './write-documents.ts'

let server: TestServer
let agency: AgencyBench

const both = (text: string) => ({ de: text, en: text })

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.clock.set('2026-11-17T11:00:00Z'))
afterAll(() => server.stop())

async function as(vatModel: VatModel) {
  const { content, legal } = await server.deps.tenants.get('telko')
  await changeTenant(server, 'telko', {
    agencies: true,
    agencyBilling: billing,
    vatModel,
    content: { ...content, agency: { ...bgv.tenant.content!.agency!, rules: both(ruled) } },
    legal: { ...legal, terms: both('{{praemie.zahler}}'), termsVersion: `model-${vatModel}` },
  })
  return server.deps.tenants.get('telko')
}
const ruled = '{{praemie.zahler}} {{praemie.umsatzsteuer}}'

const documents = () =>
  agency.run((tx) =>
    tx
      .selectFrom('invoices')
      .select(['number', 'kind', 'reward_cents', 'taxed_reward_cents', 'fee_cents', 'vat_cents'])
      .select(['total_cents', 'xml', 'pdf', 'pdf_hash'])
      .where('tenant', '=', 'telko')
      .where('agency_id', '=', agency.agencyId)
      .orderBy('year')
      .orderBy('place')
      .execute(),
  )

/** A released reward of an agency that is billed as this. */
async function release(vatModel: VatModel) {
  const tenant = await as(vatModel)
  agency = await makeAgencyBench(server, 'telko')
  const released = await agency.makeReleased()
  return { tenant, ...released }
}

/** The same, collected and paid. */
async function walk(vatModel: VatModel) {
  const { tenant, orderNumber, rewards } = await release(vatModel)
  await provideRewards(server.deps, tenant, { orderNumber })
  const fixtures = makeFixtures(server, 'telko')
  const id = rewards[0]!.reward_id
  await fixtures.collect(id)
  const batch = await payDue(server.deps, 'telko', operator)
  const file = await readBatchFile(server.deps, 'telko', batch!.batchId)
  const [payout] = await fixtures.payouts(id)
  server.clock.set('2026-12-01T11:00:00Z')
  await writeDocuments(server.deps, tenant, 'invoices', system)
  const mail = (await agency.mails('agencyInvoice')).find(
    ({ to_address: to }) => to === `agentur${agency.number}@steinbock.example`,
  )
  return {
    invoice: (await documents())[0]!,
    block: file.split('<CdtTrfTxInf>').find((one) => one.includes(payout!.end_to_end_id))!,
    terms: (await termsOf(server.deps, tenant)).text.de,
    rules: await agencyRules(),
    mail: mail?.data,
  }
}

async function agencyRules() {
  const answer = await server.app.inject({ url: '/api/v1/telko/agentur-konto/text/rules' })
  return answer.body
}

const shown = (pdf: Buffer) => wordsOf(pdf).join(' ')

test('in the agency’s name: no VAT on rewards, and the file to the bank, terms, rules, mail and documents say whose they are', async () => {
  const { invoice, block, terms, rules, mail } = await walk('agency')
  expect(invoice).toMatchObject({ taxed_reward_cents: 0, vat_cents: 48, total_cents: 5298 })
  expect(invoice.xml).toContain('Durchlaufender Posten')
  expect(invoice.xml).toContain('in deinem Namen und für deine Rechnung')
  expect(shown(invoice.pdf)).toContain('durchlaufende')
  expect(block).toMatch(/<UltmtDbtr><Nm>Agentur Steinbock/)
  expect(terms).toContain('im Namen und für Rechnung dieser Agentur')
  expect(rules).toContain('durchlaufende Posten')
  expect(mail).toMatchObject({ vatModel: 'agency' })
  await expectInvoicesRight(server, agency)
})

test('in the own name: VAT on all, and nothing says that it is somebody else’s', async () => {
  const { invoice, block, terms, rules, mail } = await walk('own')
  // 19 % of 52.50
  expect(invoice).toMatchObject({ taxed_reward_cents: 5000, vat_cents: 998, total_cents: 6248 })
  expect(invoice.xml).toContain('<ram:BasisAmount>52.50</ram:BasisAmount>')
  expect(invoice.xml).not.toMatch(/<ram:CategoryCode>E|Durchlaufend|Namen und für (deine|Ihre)/)
  expect(invoice.xml).toContain('im eigenen Namen und für eigene Rechnung')
  expect(shown(invoice.pdf)).not.toContain('durchlaufende')
  expect(block).not.toContain('UltmtDbtr')
  expect(terms).toContain('im eigenen Namen')
  expect(rules).toContain('Teil unserer Leistung')
  expect(rules).not.toContain('durchlaufend')
  expect(mail).toMatchObject({ vatModel: 'own' })
  await expectInvoicesRight(server, agency)
})

test.each([
  ['own', 'agency', { taxed_reward_cents: 5000, vat_cents: 998, total_cents: 6248 }],
  ['agency', 'own', { taxed_reward_cents: 0, vat_cents: 48, total_cents: 5298 }],
] as const)(
  'what was written as %s is corrected as that after a change to %s',
  async (before, after, amounts) => {
    const { tenant: old, orderNumber } = await release(before)
    server.clock.set('2026-12-01T11:00:00Z')
    await writeDocuments(server.deps, old, 'invoices', system)
    const [invoice] = await documents()
    const tenant = await as(after)
    await agency.run((tx) => cancelOrder(tx, server.deps, tenant, orderNumber, system))
    server.clock.set('2027-01-01T11:00:00Z')
    await writeDocuments(server.deps, tenant, 'invoices', system)
    const [same, credit] = await documents()
    expect(same).toEqual(invoice)
    expect(credit).toMatchObject({ kind: 'credit', reward_cents: 5000, ...amounts })
    expect(credit!.xml.includes('Durchlaufender Posten')).toBe(before === 'agency')
    await expectInvoicesRight(server, agency)
  },
)

test('goodwill, and rewards that no agency caused, are paid in nobody else’s name', async () => {
  await as('agency')
  const fixtures = makeFixtures(server, 'telko')
  await fixtures.collected(4200)
  const batch = await payDue(server.deps, 'telko', operator)
  expect(await readBatchFile(server.deps, 'telko', batch!.batchId)).not.toContain('UltmtDbtr')
})

test('in whose name it is paid is approved: another name or model since ends the proposal, and after the approval it is left out', async () => {
  const { tenant, orderNumber, rewards } = await release('agency')
  await provideRewards(server.deps, tenant, { orderNumber })
  const fixtures = makeFixtures(server, 'telko')
  const id = rewards[0]!.reward_id
  await fixtures.collect(id)
  const propose = async () =>
    (await proposePayout(server.deps, 'telko', operator, { withFresh: true })).proposal!.proposalId
  const approve = async (proposalId: string) => {
    const now = await server.deps.tenants.get('telko')
    return fixtures.inTenant(async (tx) => {
      const { content_hash: hash } = (await findProposal(tx, 'telko', proposalId))!
      const actor = { kind: 'operator', id: 'second' } as const
      return approvePayout(tx, server.deps, now, { proposalId, hash }, { actor, aloneReason: null })
    })
  }
  const rename = (name: string) =>
    fixtures.inTenant((tx) =>
      sql`update agencies set name = ${name} where tenant = 'telko' and agency_id = ${agency.agencyId}`.execute(
        tx,
      ),
    )
  const hashOf = async (proposalId: string) =>
    fixtures.inTenant(async (tx) => (await findProposal(tx, 'telko', proposalId))!.content_hash)
  const first = await propose()
  await rename('Agentur Luchs')
  expect(await approve(first)).toBe('changed')
  const second = await propose()
  expect(await hashOf(second)).not.toBe(await hashOf(first))
  await as('own')
  expect(await approve(second)).toBe('changed')
  await as('agency')
  const third = await propose()
  expect(await hashOf(third)).toBe(await hashOf(second))
  expect(await approve(third)).toBe('released')
  await rename('Agentur Dachs')
  await releasePayout(server.deps, 'telko', third)
  expect(await fixtures.payouts(id)).toEqual([])
  expect(await fixtures.reward(id)).toMatchObject({ state: 'collected', payout_id: null })
  const fourth = await propose()
  expect(await approve(fourth)).toBe('released')
  await releasePayout(server.deps, 'telko', fourth)
  expect(await readBatchFile(server.deps, 'telko', fourth)).toContain('<Nm>Agentur Dachs')
})

test('another model is other words, so terms that say it need another version', async () => {
  await as('agency')
  const problems = await agency.run(async (tx) => {
    const stored = (await lockStoredTenant(tx, 'telko'))!
    return [
      await judgeTenantChange(tx, stored, { ...stored, vatModel: 'own' }),
      await judgeTenantChange(tx, stored, {
        ...stored,
        vatModel: 'own',
        legal: { ...stored.legal, termsVersion: 'another' },
      }),
    ]
  })
  expect(problems).toEqual([[expect.stringMatching(/^vatModel: /)], []])
})
