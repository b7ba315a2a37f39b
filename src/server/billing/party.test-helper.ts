import { expect } from 'vitest'
import { sql } from 'kysely'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { startOfMonth } from '../../domain/invoice.ts'
import type { AgencyBilling } from '../../domain/tenant.ts'
import { makeAgencyBench } from '../agency/billing.test-helper.ts'
import { changeAgencyState } from '../agency/change-agency-state.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { changePartnerState } from '../sales-partner/change-partner-state.ts'
import {
  checkCommissions,
  checkInvoices,
  sumCommissions,
  sumDocuments,
  sumLedger,
} from './check-store.ts'
import { tables, type KindName } from './document-store.ts'

export const billing: AgencyBilling = {
  feeCents: 250,
  vatPercent: 19,
  dueDays: 14,
  seller: {
    name: 'Funkelnetz GmbH',
    address: { street: 'Am Sender 3', zip: '50667', city: 'Köln' },
    email: 'rechnung@funkelnetz.example',
    vatId: 'DE999810499',
    taxNumber: null,
    registerEntry: 'Amtsgericht Köln, HRB 999811',
    iban: 'DE44500105175407324931',
    bic: 'INGDDEFFXXX',
  },
}

export const setUpBilling = (server: TestServer) =>
  changeTenant(server, 'telko', { agencies: true, agencyBilling: billing })

/** All documents of an agency are in the ledger and match it for the months that are over. */
export async function expectInvoicesRight(
  server: TestServer,
  agency: Awaited<ReturnType<typeof makeAgencyBench>>,
) {
  expect(await agency.run((tx) => checkInvoices(tx, 'telko'))).toEqual([])
  const end = startOfMonth(server.clock.today().toPlainYearMonth().toString())
  expect(await agency.run((tx) => sumDocuments(tx, 'telko', agency.agencyId))).toBe(
    await agency.run((tx) => sumLedger(tx, 'telko', agency.agencyId, end)),
  )
  await agency.expectLedger()
}

async function makeBilledAgency(server: TestServer) {
  const bench = await makeAgencyBench(server, 'telko')
  const tenant = await server.deps.tenants.get('telko')
  return {
    run: bench.run,
    partyId: bench.agencyId,
    number: bench.number,
    email: `agentur${bench.number}@steinbock.example`,
    bill: 'invoice',
    credit: 'credit',
    template: 'agencyInvoice',
    oneCents: 5000 + 250 + 48,
    release: async () => (await bench.makeReleased()).orderNumber,
    cancel: (order: string) =>
      bench.run((tx) => cancelOrder(tx, server.deps, tenant, order, system)),
    close: () =>
      bench.run((tx) =>
        changeAgencyState(tx, server.deps, 'telko', bench.number, 'closed', system),
      ),
    check: () => bench.run((tx) => checkInvoices(tx, 'telko')),
    expectBooks: () => expectInvoicesRight(server, bench),
  }
}

async function makePaidPartner(server: TestServer) {
  const bench = await makePartnerBench(server, 'telko')
  const check = () => bench.run((tx) => checkCommissions(tx, 'telko'))
  return {
    run: bench.run,
    partyId: bench.partnerId,
    number: bench.number,
    email: bench.email,
    bill: 'self-billed',
    credit: 'self-billed-credit',
    template: 'salesPartnerNote',
    oneCents: 6000 + 1140,
    async release() {
      const order = await bench.order()
      await bench.release(order)
      return order
    },
    cancel: bench.cancel,
    close: () =>
      bench.run((tx) =>
        changePartnerState(tx, server.deps, 'telko', bench.number, 'closed', system),
      ),
    check,
    async expectBooks() {
      expect(await check()).toEqual([])
      const end = startOfMonth(server.clock.today().toPlainYearMonth().toString())
      const { rows } = await bench.run((tx) =>
        sql<{ cents: number }>`
          select coalesce(sum(case kind when 'self-billed' then net_cents else -net_cents end), 0)::bigint as cents
          from partner_notes where tenant = 'telko' and partner_id = ${bench.partnerId}`.execute(
          tx,
        ),
      )
      expect(rows[0]!.cents).toBe(
        await bench.run((tx) => sumCommissions(tx, 'telko', bench.partnerId, end)),
      )
    },
  }
}

const makers = { invoices: makeBilledAgency, notes: makePaidPartner }

/** A party that receives documents of a kind, with what makes them necessary. */
export async function makeParty(server: TestServer, kind: KindName) {
  const party = await makers[kind](server)
  const { documents, id, party: of } = tables[kind]
  return {
    ...party,
    documents: async () => {
      const { rows } = await party.run((tx) =>
        sql<{
          id: string
          number: string
          kind: string
          month: string
          vat_cents: number
          total_cents: number
          xml: string
        }>`
          select ${sql.id(id)} as id, number, kind, month, vat_cents, total_cents, xml from ${sql.id(documents)}
          where tenant = 'telko' and ${sql.id(of)} = ${party.partyId} order by year, place`.execute(
          tx,
        ),
      )
      return rows
    },
  }
}
export type TestParty = Awaited<ReturnType<typeof makeParty>>
