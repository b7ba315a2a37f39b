import { hashPassword } from '../access/password-hash.ts'
import { system } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { addPlan } from '../order/add-plan.ts'
import {
  cancelPartnerOrder,
  recordPartnerOrder,
  releaseCommissions,
} from '../order/record-partner-order.ts'
import { readPartnerAccount } from '../sales-partner/read-own-data.ts'
import { insertPartner } from '../sales-partner/store.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { DemoPeople } from './demo-people.ts'

type DemoSalesPartner = DemoPeople['salesPartners'][number]

/** Creates the demo's commission plans, sales partners and their orders. */
export async function seedSalesPartners(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { commissionPlans, salesPartners }: DemoPeople,
): Promise<void> {
  const by = { actor: system, now: deps.clock.now() }
  for (const plan of commissionPlans) await addPlan(tx, tenant.code, plan, by)
  for (const partner of salesPartners) await seedPartner(tx, deps, tenant, partner)
}

async function seedPartner(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { password, orders, ...partner }: DemoSalesPartner,
): Promise<void> {
  const id = uuidv7()
  const at = deps.clock.now()
  const holder = partner.company ?? `${partner.firstName} ${partner.lastName}`
  const account = { holder, iban: partner.iban }
  await insertPartner(
    tx,
    tenant.code,
    {
      ...readPartnerAccount(deps.keys, tenant, account, id, 'de'),
      partner_id: id,
      number: partner.number,
      company: partner.company,
      first_name: partner.firstName,
      last_name: partner.lastName,
      email: partner.email,
      phone: partner.phone,
      street: partner.street,
      house_number: partner.houseNumber,
      zip: partner.zip,
      city: partner.city,
      vat_id: partner.vatId,
      tax_number: partner.taxNumber,
      small_business: partner.smallBusiness,
      agreed_version: tenant.salesPartners?.version ?? '',
      state: 'active',
      language: 'de',
      password_hash: await hashPassword(password),
      confirmed_at: at.toString(),
    },
    at,
  )
  for (const order of orders) await seedOrder(tx, deps, tenant, partner.number, order)
}

// Days from contract past the complaint period.
const past = 40

async function seedOrder(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  partner: string,
  { externalNumber, product, released }: DemoSalesPartner['orders'][number],
): Promise<void> {
  const now = deps.clock.now()
  const lastMonth = deps.clock.today().subtract({ months: 1 }).with({ day: 12 })
  const releasedOn =
    released === 'last-month' ? lastMonth.toZonedDateTime('Europe/Berlin').toInstant() : now
  const heardOf = releasedOn.subtract({ hours: 24 * (released === 'later' ? 5 : past) })
  const recorded = await recordPartnerOrder(
    tx,
    tenant,
    {
      externalNumber,
      salesPartnerNumber: partner,
      productExternalId: product,
      contractOn: heardOf.toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString(),
      status: 'abgeschlossen',
    },
    { source: 'shop', actor: system, now: heardOf },
  )
  if (recorded?.kind !== 'new') throw new Error(`The demo's order ${externalNumber} does not fit`)
  const context = { actor: system, now: releasedOn }
  if (released === 'cancelled') await cancelPartnerOrder(tx, tenant.code, recorded.number, context)
  else if (released !== 'later')
    await releaseCommissions(tx, tenant.code, [recorded.number], context)
}
