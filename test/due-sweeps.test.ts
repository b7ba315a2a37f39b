import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillAged } from '../bench/fill-aged.ts'
import { recordStatements } from '../bench/record-statements.ts'
import { findDue, type Paces } from '../src/server/base/run-due.ts'
import type { Deps } from '../src/server/context.ts'
import { wouldChange } from '../src/server/db/connection.ts'
import { everySweep, runSweeps } from '../src/server/run-sweeps.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

// A sweep that is wrongly thought idle is money that is not released, or data that is not deleted. So each one's question is held
// against its work: what would be done by it, it says to be due, and no more once it has run.

const tenant = 'standard'
let server: TestServer
let deps: Deps
let owner: pg.Client
const paces: Paces = new Map() // as of a worker that has run for a while

beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  await fillAged(server.database.ownerUrl, 400)
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  await owner.query(`set session_replication_role = replica; select set_tenant('${tenant}')`)
  server.clock.set(Temporal.Now.instant().toString()) // of what is filled in
  const { salesPartners } = await server.deps.tenants.get('telko')
  const own = await server.deps.tenants.get(tenant)
  const productApi = {
    ...own.productApi,
    type: 'http' as const,
    route: 'https://feed.example/list',
  }
  const whole = { ...own, salesPartners, productApi, setsOffByItself: true }
  const get: Deps['tenants']['get'] = async (code) =>
    code === tenant ? whole : server.deps.tenants.get(code)
  deps = { ...server.deps, tenants: { ...server.deps.tenants, get } }
  for (let i = 0; i < 2; i++) await runSweeps(deps, { paces })
}, 120_000)
afterAll(async () => {
  await owner.end()
  await server.stop()
})

const uuid = 'gen_random_uuid()'
const one = (table: string, key: string, where: string) =>
  `(select ${key} from ${table} where tenant = '${tenant}' and ${where} order by ${key} limit 1)`

/** What makes each due that is asked for. */
const situations: Record<string, string> = {
  queueFeed: `update product_feeds set due_at = now() - interval '1 minute', lease_id = null, lease_until = null where tenant = '${tenant}'`,
  expireReferrals: `update referrals set valid_until = current_date - 2 where number = ${one('referrals', 'number', `state = 'open'`)}`,
  applyDecisions: `insert into order_decisions (tenant, order_number, action, actor_kind, actor_id, actor_support, decided_at, due_at)
    values ('${tenant}', ${one('orders', 'number', `state = 'confirmed'`)}, 'release', 'system', 'system', false, now(), now() - interval '1 minute')`,
  releaseDueOrders: `update orders set releasable_on = current_date - 1 where number = ${one('orders', 'number', `state = 'confirmed'`)}`,
  provideRewards: `update rewards set state = 'open', provided_at = null, expires_on = null
    where reward_id = ${one('rewards', 'reward_id', `state = 'provided' and order_number is not null`)}`,
  expireRewards: `update rewards set expires_on = current_date - 2
    where reward_id = ${one('rewards', 'reward_id', `state = 'provided' and order_number is not null`)}`,
  setOffByItself: `with owed as (
      update rewards set claimed_back_at = now() where reward_id = ${one('rewards', 'reward_id', `state = 'paid'`)} returning *),
    other as (
      update rewards set state = 'provided', provided_at = now(), expires_on = current_date + 90, cents = 500, account_id = owed.account_id
      from owed where rewards.tenant = '${tenant}' and rewards.reward_id = ${one('rewards', 'reward_id', `state = 'expired'`)})
    insert into clawbacks (tenant, reward_id, cents, left_cents, opened_at, reminders, reminded_at)
    select tenant, reward_id, cents, cents, now() - interval '60 days', 1, now() - interval '59 days' from owed`,
  usePayoutAccount: `insert into payout_account_changes
      (tenant, change_id, old_account, account, state, proposed_by, proposed_at, reason, approved_by, approved_at, use_from)
    select '${tenant}', ${uuid}, account, account, 'approved', ${uuid}, now() - interval '9 days', 'r', ${uuid}, now() - interval '8 days', now() - interval '1 hour'
    from (values ('{"name":"N","iban":"DE02120300000000202051","bic":null}'::jsonb)) as made (account)`,
  askToClaimAgain: `update referrals set owned_at = null, claim_asks = 1, claim_asked_on = current_date - 8
    where number = ${one('orders', 'referral_number', `state = 'confirmed'`)}`,
  foldReports: `insert into report_lists (tenant, kind, agency_id) values ('${tenant}', 'orders', ${uuid})`,
  releasePartnerOrders: `insert into partner_orders
      (tenant, number, external_number, partner_id, product_id, contract_on, state, source, commission_cents, confirmed_at, releasable_on)
    values ('${tenant}', 'P1', 'P1', ${uuid}, '101', current_date - 30, 'confirmed', 'test', 100, now() - interval '30 days', current_date - 1)`,
  closeFunnelDays: `delete from funnel_days where tenant = '${tenant}'; delete from funnel_closed where tenant = '${tenant}'`,
  resumeVoucherOrders: `insert into voucher_orders (tenant, reward_id, order_id, option_id, products, cents, state, queued_at, made_at, changed_at)
    values ('${tenant}', ${uuid}, ${uuid}, 'x', '[]', 100, 'reserved', now() - interval '1 hour', now(), now())`,
  endBrokenImports: `insert into order_imports
      (tenant, import_id, name, lines, locale, state, made_by, made_at, started_by, started_at, seen_at)
    values ('${tenant}', ${uuid}, 'x', 1, 'de', 'running', ${uuid}, now(), ${uuid}, now(), now() - interval '1 hour')`,
  resumeBankUploads: `insert into bank_uploads (tenant, upload_id, content_encrypted, bytes, state, made_by, made_at, seen_at)
    values ('${tenant}', ${uuid}, 'x', 1, 'waiting', ${uuid}, now(), now() - interval '1 hour')`,
  tellAlarms: `insert into voucher_orders (tenant, reward_id, order_id, option_id, products, cents, state, reason, queued_at, made_at, changed_at)
    values ('${tenant}', ${uuid}, ${uuid}, 'x', '[]', 100, 'failed', 'refused', now(), now(), now())`,
}

/** Stays until somebody has seen to it: the sweep looks each minute, and tells it once. */
const standing = new Set(['tellAlarms'])

const namesBy = async (isMeant: (when: unknown) => boolean) =>
  (await everySweep(deps, tenant)).filter(({ when }) => isMeant(when)).map(({ name }) => name)
const dueNow = async () => findDue(deps, tenant, await everySweep(deps, tenant))

test('every sweep is asked for, or looks once a day or hour; what is asked for has its situation here', async () => {
  expect(await namesBy((when) => typeof when !== 'string')).toEqual(Object.keys(situations))
  expect(await namesBy((when) => when === 'never')).toEqual(['proposeScheduled'])
  const all = await namesBy(() => true)
  expect(new Set(all).size).toBe(all.length)
})

test('a tenant with nothing due costs one transaction', async () => {
  const { borrows } = await recordStatements(server.db.pool, () => runSweeps(deps, { paces }))
  expect(borrows).toHaveLength((await deps.tenants.codes()).length)
  expect(Math.max(...borrows.map(({ waves }) => waves.flat().length))).toBeLessThanOrEqual(5)
})

test('what comes of age is looked for on the next day', async () => {
  const left = async () => {
    const { rows } = await owner.query(
      `select from objections where tenant = '${tenant}' and name = 'Old'`,
    )
    return rows.length
  }
  await owner.query(`
    insert into objections (tenant, objection_id, name, email, language, message, created_at, closed_at, closed_by)
    values ('${tenant}', ${uuid}, 'Old', 'old@post.example', 'de', 'x', now() - interval '20 years', now() - interval '20 years', 'x')`)
  await runSweeps(deps, { paces })
  expect(await left()).toBe(1)
  server.clock.advance('P1D')
  await runSweeps(deps, { paces })
  expect(await left()).toBe(0)
})

describe('is due when it would change something, and no more once it has run:', () => {
  test.each(Object.keys(situations))('%s', async (name) => {
    const would = () =>
      wouldChange(deps.db, tenant, async (db) => {
        const all = await everySweep({ ...deps, db }, tenant)
        await all.find((sweep) => sweep.name === name)!.run()
      })
    expect((await dueNow()).has(name)).toBe(false)
    expect(await would()).toBe(false)
    await owner.query(situations[name]!)
    expect((await dueNow()).has(name)).toBe(true)
    expect(await would()).toBe(true)
    await runSweeps(deps, { paces })
    expect(await would()).toBe(false)
    if (!standing.has(name)) expect((await dueNow()).has(name)).toBe(false)
    else await owner.query(`delete from voucher_orders where state = 'failed'`)
  })
})
