import { hashPassword } from '../../src/server/access/password-hash.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { withTenant, type Tx } from '../../src/server/db/connection.ts'
import { telko } from '../../src/server/demo/demo-tenants.ts'
import { insertPlan, listPlans } from '../../src/server/order/partner-order-store.ts'
import {
  cancelPartnerOrder,
  recordPartnerOrder,
  releaseCommissions,
} from '../../src/server/order/record-partner-order.ts'
import { writeDocuments } from '../../src/server/billing/write-documents.ts'
import { readPartnerAccount } from '../../src/server/sales-partner/read-own-data.ts'
import { startSession } from '../../src/server/access/start-session.ts'
import { salesPartner } from '../../src/server/sales-partner/sales-partner.ts'
import { insertPartner, type NewPartner } from '../../src/server/sales-partner/store.ts'
import { changeTenant } from './agency.ts'
import type { TestServer } from './server.ts'

export const partnerPassword = 'Zugvogel-2026-Nord'

let made = 0

export async function makePartnerBench(
  server: TestServer,
  code: string,
  more: Partial<NewPartner> = {},
) {
  const known = await server.deps.tenants.get(code)
  if (!known.salesPartners)
    await changeTenant(server, code, { salesPartners: telko.tenant.salesPartners })
  const tenant = await server.deps.tenants.get(code)
  const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, code, work)
  const { products } = await run(async (tx) => ({
    products: await tx
      .selectFrom('products')
      .select(['external_id', 'category'])
      .where('tenant', '=', code)
      .orderBy('position')
      .execute(),
  }))
  const [product] = products
  if (!product) throw new Error(`${code} has no products`)
  const now = server.clock.now()
  if ((await run((tx) => listPlans(tx, code))).length === 0)
    await run((tx) =>
      insertPlan(tx, code, {
        planId: uuidv7(),
        group: product.category,
        cents: 6000,
        validFrom: '2025-01-01',
        at: now,
        by: 'test',
      }),
    )
  made += 1
  const partnerId = uuidv7()
  const number = more.number ?? `VP-BENCH-${made}`
  const email = `verkauf${made}@partner${made}.example`
  const account = { holder: 'Telefonladen Test', iban: 'DE89370400440532013000' }
  const partner: NewPartner = {
    ...readPartnerAccount(server.deps.keys, tenant, account, partnerId, 'de'),
    partner_id: partnerId,
    number,
    company: `Telefonladen Test ${made}`,
    first_name: 'Merle',
    last_name: 'Testmann',
    email,
    phone: null,
    street: 'Hafenweg',
    house_number: '1',
    zip: '20457',
    city: 'Hamburg',
    vat_id: 'DE999810777',
    tax_number: null,
    small_business: false,
    agreed_version: tenant.salesPartners?.version ?? '',
    state: 'active',
    language: 'de',
    password_hash: await hashPassword(partnerPassword),
    confirmed_at: now.toString(),
    ...more,
  }
  await run((tx) => insertPartner(tx, code, partner, now))
  const session = async () =>
    (await run((tx) => startSession(tx, server.deps, code, salesPartner, partnerId))).token
  const token = await session()

  /** An order reported or cancelled by the feed, on the clock's day. */
  async function order(external = uuidv7(), line: Record<string, string> = {}) {
    const at = server.clock.now()
    const recorded = await run((tx) =>
      recordPartnerOrder(
        tx,
        tenant,
        {
          externalNumber: external,
          salesPartnerNumber: number,
          productExternalId: product!.external_id,
          contractOn: server.clock.today().toString(),
          status: 'abgeschlossen',
          ...line,
        },
        { source: 'feed', actor: system, now: at },
      ),
    )
    if (recorded?.kind !== 'new' && recorded?.kind !== 'cancelled')
      throw new Error(JSON.stringify(recorded))
    return recorded.number
  }
  const context = () => ({ actor: system, now: server.clock.now() })
  const release = (of: string, now = server.clock.now()) =>
    run((tx) => releaseCommissions(tx, code, [of], { actor: system, now }))
  const cancel = (of: string) => run((tx) => cancelPartnerOrder(tx, code, of, context()))
  const write = () => writeDocuments(server.deps, tenant, 'notes', system)
  return {
    tenant,
    run,
    partnerId,
    number,
    email,
    token,
    session,
    product,
    order,
    release,
    cancel,
    write,
  }
}

/** A sales partner with a released order on last month's credit note. */
export async function makePartner(server: TestServer, code: string, number: string) {
  const bench = await makePartnerBench(server, code, { number })
  const externalNumber = `${number}-ORDER`
  const orderNumber = await bench.order(externalNumber)
  const day = server.clock.today().subtract({ months: 1 }).with({ day: 3 })
  await bench.release(orderNumber, Temporal.Instant.from(`${day.toString()}T10:00:00Z`))
  await bench.write()
  const note = await bench.run((tx) =>
    tx
      .selectFrom('partner_notes')
      .select(['note_id', 'number'])
      .where('tenant', '=', code)
      .where('partner_id', '=', bench.partnerId)
      .executeTakeFirstOrThrow(),
  )
  return {
    token: bench.token,
    session: bench.session,
    email: bench.email,
    externalNumber,
    orderNumber,
    noteId: note.note_id,
    noteNumber: note.number,
  }
}
