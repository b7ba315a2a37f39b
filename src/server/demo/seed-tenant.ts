import { randomInt } from 'node:crypto'
import { BERLIN } from '../../domain/dates.ts'
import { newAccount } from '../account/new-account.ts'
import { hashPassword } from '../access/password-hash.ts'
import { ensureAccount } from '../account/ensure-store.ts'
import { confirmAccount, setPassword } from '../account/store.ts'
import { system } from '../base/audit-store.ts'
import { writeDocuments } from '../billing/write-documents.ts'
import { importAgents } from '../catalogue/import-agents.ts'
import { importCatalogue } from '../catalogue/import-catalogue.ts'
import { importContent } from '../content/import-content.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { takePictures } from '../operator/tenant-pictures.ts'
import { withBlock, writeTenant } from '../operator/write-tenant.ts'
import { importVouchers } from '../reward/import-vouchers.ts'
import { readTenant } from '../tenant/read-tenant.ts'
import type { DemoTenant } from './demo-tenants.ts'
import { pastDeps } from './past-deps.ts'
import { seedAgencies } from './seed-agencies.ts'
import { seedInvitations } from './seed-invitations.ts'
import { seedSalesPartners } from './seed-sales-partners.ts'

/** Creates a demo tenant with its people, through the operator's importers. */
export async function seedTenant(deps: Deps, demo: DemoTenant): Promise<void> {
  await withTenant(deps.db, demo.tenant.code, (tx) => seedRows(tx, deps, demo))
  deps.tenants.forget()
  if (demo.people.salesPartners.length === 0) return
  // The demo's mailbox starts empty.
  const tenant = await deps.tenants.get(demo.tenant.code)
  await writeDocuments(deps, tenant, 'notes', system, { mail: false })
}

async function seedRows(tx: Tx, deps: Deps, demo: DemoTenant): Promise<void> {
  const { code } = demo.tenant
  const now = deps.clock.now()
  const by = { actor: system, now }
  const fail = (problems: unknown[]) => {
    if (problems.length > 0) throw new Error(`demo/${code}: ${JSON.stringify(problems)}`)
  }
  const listing = {
    products: demo.products,
    rewardOptions: demo.rewardOptions,
    campaigns: demo.campaigns,
  }
  const taken = await takePictures({ tenant: demo.tenant, listing }, async () => undefined)
  fail(taken.problems)
  const stored = { ...taken, tenant: withBlock(taken.tenant, undefined) }
  await writeTenant(tx, stored, null, { ...by, keys: deps.keys })
  const tenant = readTenant(taken.tenant)
  for (const file of demo.catalogue)
    await importCatalogue(tx, tenant, file, { ...by, dryRun: false })
  fail((await importContent(tx, tenant, demo.content, { ...by, dryRun: false })).problems)
  // Codes that a past year gives out are bought before it.
  const bought = tenant.agencies ? pastDeps(deps, yearBefore(now)) : deps
  for (const { id, kind } of demo.rewardOptions)
    if (kind === 'voucher')
      await importVouchers(tx, bought, tenant, id, makeCodes(demo.people.vouchers), system)
  if (demo.agents.rows.length > 0)
    fail(
      (
        await importAgents(tx, deps, code, demo.agents, {
          actor: system,
          retire: false,
          readPhoto: async () => null,
        })
      ).refused,
    )
  await seedReferrer(tx, code, demo.people.referrer, now)
  await seedAgencies(tx, deps, demo)
  await seedInvitations(tx, deps, demo)
  await seedSalesPartners(tx, deps, tenant, demo.people)
}

const yearBefore = (now: Temporal.Instant) =>
  now.toZonedDateTimeISO(BERLIN).with({ day: 1 }).subtract({ years: 1 }).toInstant()

async function seedReferrer(
  tx: Tx,
  tenant: string,
  person: DemoTenant['people']['referrer'],
  now: Temporal.Instant,
): Promise<void> {
  const wanted = newAccount({ ...person, language: 'de' })
  const { account } = await ensureAccount(tx, tenant, wanted, now)
  await setPassword(tx, tenant, account.account_id, await hashPassword(person.password))
  await confirmAccount(tx, tenant, account.account_id, {}, now)
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function makeCodes({ cents: values, count }: DemoTenant['people']['vouchers']) {
  const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return values.flatMap((cents) =>
    Array.from({ length: count }, (_, line) => ({
      line,
      cents,
      code: `${group()}-${group()}-${group()}`,
    })),
  )
}
