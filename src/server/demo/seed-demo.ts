import { randomInt } from 'node:crypto'
import { newAccount } from '../account/new-account.ts'
import { hashPassword } from '../access/password-hash.ts'
import { confirmAccount, ensureAccount, setPassword } from '../account/store.ts'
import { saveAgent } from '../catalogue/agent-store.ts'
import { hasCatalogue } from '../catalogue/catalogue-store.ts'
import { replaceCatalogue } from '../catalogue/replace-catalogue.ts'
import { changed } from '../base/shared-cache.ts'
import type { Deps } from '../context.ts'
import { voucherPlace, voucherText } from '../base/voucher-places.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { hasEntries, replaceEntries } from '../gateways/content/entry-store.ts'
import { saveTenant } from '../tenant/store.ts'
import { insertCampaign } from '../catalogue/campaign-store.ts'
import { insertVouchers } from '../reward/voucher-store.ts'
import { saveProduct, saveRewardOption } from '../catalogue/item-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { readCatalogue } from './read-catalogue.ts'
import { completeTenant } from './complete-tenant.ts'
import { seedAgencies } from './seed-agencies.ts'
import { seedInvitations } from './seed-invitations.ts'
import { seedSalesPartners } from './seed-sales-partners.ts'
import { demoReferrers } from './demo-referrers.ts'
import { refreshPrivacy } from './refresh-privacy.ts'
import { bgv } from './tenants/bgv.ts'
import type { DemoTenant } from './tenants/demo-tenant.ts'
import { standard } from './tenants/standard.ts'
import { telko } from './tenants/telko.ts'

export const demoTenants: DemoTenant[] = [standard, bgv, telko]

/** Creates the three demo tenants, each with a referrer, at the first start. Existing ones keep their data. */
export async function seedDemo(deps: Deps, tenants: DemoTenant[] = demoTenants): Promise<void> {
  await refreshPrivacy(deps, tenants)
  const known = new Set((await deps.tenants.all()).map((tenant) => tenant.code))
  for (const demo of tenants.filter(({ tenant }) => !known.has(tenant.code))) {
    const code = demo.tenant.code
    const now = deps.clock.now()
    await withTenant(deps.db, code, async (tx) => {
      await saveTenant(tx, demo.tenant, now)
      for (const product of demo.products) await saveProduct(tx, code, product)
      for (const option of demo.rewardOptions) await saveRewardOption(tx, code, option)
      for (const agent of demo.agents ?? []) await saveAgent(tx, code, agent)
      for (const [index, campaign] of (demo.campaigns ?? []).entries()) {
        await insertCampaign(tx, code, campaign, index)
      }
      for (const pool of demo.voucherPools)
        await insertVouchers(tx, code, pool.optionId, makeVouchers(deps, code, pool), now)
      await seedReferrer(tx, code, now)
      await seedAgencies(tx, code, demo, now)
      await seedInvitations(tx, deps, code, now)
    })
  }
  // For folders older than agencies: adds what is new only.
  for (const demo of tenants.filter(({ tenant }) => known.has(tenant.code)))
    await withTenant(deps.db, demo.tenant.code, async (tx) => {
      await completeTenant(tx, demo, deps.clock.now())
      await seedAgencies(tx, demo.tenant.code, demo, deps.clock.now())
      await seedInvitations(tx, deps, demo.tenant.code, deps.clock.now())
    })
  for (const demo of tenants) {
    await seedEntries(deps, demo)
    await seedCatalogue(deps, demo)
    await seedSalesPartners(deps, demo)
  }
  deps.tenants.forget()
}

/** For older catalogues: products become tariffs, with their ids and referrals. */
async function seedCatalogue(deps: Deps, { tenant, catalogue }: DemoTenant) {
  if (!catalogue) return
  await withTenant(deps.db, tenant.code, async (tx) => {
    if (await hasCatalogue(tx, tenant.code)) return
    for (const file of catalogue) await replaceCatalogue(tx, tenant, await readCatalogue(file))
  })
}

/** Tenants older than content get theirs at the next start, unless they have any. */
async function seedEntries(deps: Deps, { tenant: { code }, entries = {} }: DemoTenant) {
  await withTenant(deps.db, code, async (tx) => {
    if (await hasEntries(tx, code)) return
    const now = deps.clock.now()
    for (const schema of ['category', 'footnote', 'teaser', 'text'] as const) {
      await replaceEntries(tx, code, schema, entries[schema] ?? [], now)
    }
    await changed(tx, 'content', code)
  })
}

async function seedReferrer(tx: Tx, tenant: string, now: Temporal.Instant): Promise<void> {
  const person = demoReferrers[tenant]
  if (!person) return
  const { account } = await ensureAccount(
    tx,
    tenant,
    newAccount({ ...person, language: 'de' }),
    now,
  )
  await setPassword(tx, tenant, account.account_id, await hashPassword(person.password))
  await confirmAccount(tx, tenant, account.account_id, {}, now)
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function makeVouchers(deps: Deps, tenant: string, pool: DemoTenant['voucherPools'][number]) {
  return Array.from({ length: pool.count }, () => {
    const group = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
    const code = `${group()}-${group()}-${group()}`
    const id = uuidv7()
    return {
      id,
      cents: pool.cents,
      codeEncrypted: deps.keys.encrypt(code, voucherPlace(tenant, id)),
      codeHash: deps.keys.lookup(voucherText(pool.optionId, code)),
    }
  })
}
