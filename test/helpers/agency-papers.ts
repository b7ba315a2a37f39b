import { createHash } from 'node:crypto'
import { insertInvoice, lockCounter, moveCounter } from '../../src/server/billing/invoice-store.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { insertPlan } from '../../src/server/catalogue/bonus-plan-store.ts'
import type { TestServer } from './server.ts'

/** A bonus plan and an invoice of an agency, as rows: for who may see and change them. */
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
    await lockCounter(tx, tenant, agency.agencyId, 2026)
    const invoice = {
      invoiceId,
      agencyId: agency.agencyId,
      kind: 'invoice' as const,
      month: '2026-10',
      year: 2026,
      place: 1,
      number,
      issuedOn: today,
      dueOn: today.add({ days: 14 }),
      rewardCents: 5000,
      feeCents: 250,
      vat: [{ percent: 19, netCents: 250, vatCents: 48 }],
      vatCents: 48,
      totalCents: 5298,
      pdf,
      pdfHash: createHash('sha256').update(pdf).digest('hex'),
      xml: `<xml>${number}</xml>`,
      at,
      by: 'test',
    }
    await insertInvoice(tx, tenant, invoice, [])
    await moveCounter(tx, tenant, agency.agencyId, 2026, 1)
  })
  return { planId, planName, invoiceId, number, pdf }
}
