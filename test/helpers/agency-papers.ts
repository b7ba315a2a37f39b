import { createHash } from 'node:crypto'
import {
  insertDocument,
  lockCounter,
  moveCounter,
} from '../../src/server/billing/document-store.ts'
import { invoiceTotals } from '../../src/domain/invoice.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { insertPlan } from '../../src/server/catalogue/bonus-plan-store.ts'
import type { TestServer } from './server.ts'

/** A bonus plan and an invoice of an agency, as rows, for access tests. */
export async function makeAgencyPapers(
  server: TestServer,
  tenant: string,
  agency: { agencyId: string; number: string; owner: { id: string } },
) {
  const [planId, invoiceId, at] = [uuidv7(), uuidv7(), server.clock.now()]
  const planName = `Winterplan ${agency.number}`
  const number = `${agency.number}-2026-1`
  const pdf = Buffer.from(`%PDF-1.7 ${number}`)
  const today = server.clock.today()
  await withTenant(server.db, tenant, async (tx) => {
    await insertPlan(tx, tenant, {
      planId,
      agencyId: agency.agencyId,
      userId: agency.owner.id,
      name: planName,
      fixedCents: 4000,
      stages: [],
      periodMonths: 6,
      validFrom: today.toString(),
      at,
    })
    await lockCounter(tx, tenant, 'invoices', agency.agencyId, 2026)
    const invoice = {
      id: invoiceId,
      partyId: agency.agencyId,
      paper: 'invoice' as const,
      month: '2026-10',
      place: 1,
      number,
      issuedOn: today,
      dueOn: today.add({ days: 14 }),
      totals: invoiceTotals([{ rewardCents: 5000, feeCents: 250, vatPercent: 19 }]),
      pdf,
      pdfHash: createHash('sha256').update(pdf).digest('hex'),
      xml: `<xml>${number}</xml>`,
      at,
      by: 'test',
    }
    await insertDocument(tx, tenant, 'invoices', invoice, [])
    await moveCounter(tx, tenant, 'invoices', agency.agencyId, 2026, 1)
  })
  return { planId, planName, invoiceId, number, pdf }
}
