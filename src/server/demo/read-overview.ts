import type { DemoPage } from '../../contract/page-context.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { listBatches, type ListedBatch } from '../payout/list-batches.ts'
import { sumPayable } from '../payout/partner-store.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { sumDue } from '../reward/due-store.ts'
import { pageUrl, tenantOrigin } from '../tenant/tenant-origin.ts'
import { hasHistory } from './history-store.ts'
import { demoOperators } from './demo-operators.ts'
import { listNewestOrders } from './store.ts'
import { together } from '../db/together.ts'

type Overview = Extract<DemoPage, { kind: 'overview' }>

/** Current data of /demo. */
export async function readOverview(
  deps: Deps,
  shown: { locale: Locale; inboxUrl: string | null; message: Overview['message'] },
): Promise<Overview> {
  const tenants = (await deps.tenants.all()).filter(({ isDraft }) => !isDraft)
  // The first is the default.
  const ordered = tenants.toSorted(
    (a, b) => Number(b.code === 'standard') - Number(a.code === 'standard'),
  )
  return {
    kind: 'overview',
    ...shown,
    now: deps.clock.now().toString({ smallestUnit: 'second' }),
    realNow: deps.clock.realNow().toString({ smallestUnit: 'second' }),
    docsUrl: '/api/docs',
    consoleOrigin: tenantOrigin(deps.publicOrigin, await deps.tenants.get(platformCode)),
    operators: operatorRoles.map((role) => ({ role, name: demoOperators[role].name })),
    tenants: await Promise.all(ordered.map((tenant) => readCompany(deps, tenant, shown.locale))),
  }
}

async function readCompany(
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
): Promise<Overview['tenants'][number]> {
  const { code } = tenant
  const [{ orders, due, partners, hasPast }, batches] = await together([
    () =>
      withTenant(deps.db, code, async (tx) => ({
        orders: await listNewestOrders(tx, code, 5),
        due: await sumDue(tx, code, deps.clock.today(), isAllBlocked(tenant)),
        partners: await sumPayable(tx, code),
        hasPast: !tenant.agencies || (await hasHistory(tx, code)),
      })),
    () => listBatches(deps, code, 3),
  ])
  return {
    code,
    name: tenant.name,
    theme: tenant.theme,
    origin: tenantOrigin(deps.publicOrigin, tenant),
    categoriesUrl: tenant.showsCategories
      ? pageUrl(deps.publicOrigin, tenant, locale, 'Categories')
      : null,
    logins: await listLogins(deps, tenant, locale),
    orders: orders.map((order) => ({
      number: order.number,
      product: order.title[locale],
      state: order.state,
      contractOn: order.contract_on,
    })),
    mayGetPast: !hasPast,
    dueCents: due.cents + partners.cents,
    dueCount: due.count,
    duePartners: partners.count,
    batches: batches.map((batch) => ({
      id: batch.batchId,
      cents: batch.totalCents,
      transfers: batch.transfers,
      state: stateOf(batch),
      fileUrl: `/demo/payout/${code}/${batch.batchId}/file`,
    })),
  }
}

async function listLogins(
  deps: Deps,
  tenant: Tenant,
  locale: Locale,
): Promise<Overview['tenants'][number]['logins']> {
  const at = (page: 'Login' | 'AgencyLogin' | 'SalesPartnerEntry') =>
    pageUrl(deps.publicOrigin, tenant, locale, page)
  const { demoTenants } = await import('./demo-tenants.ts')
  const people = demoTenants.find((demo) => demo.tenant.code === tenant.code)?.people
  if (!people) return []
  const login = (
    role: string,
    { email, password }: { email: string; password: string },
    url: string,
  ) => ({ role, email, password, url })
  // Each agency's owner and one employee.
  const members = people.agencies.flatMap(({ people: all }) =>
    all
      .slice(0, 2)
      .map((one, index) =>
        login(index === 0 ? 'agencyOwner' : 'agencyEmployee', one, at('AgencyLogin')),
      ),
  )
  const partners = people.salesPartners.map((one) =>
    login('salesPartner', one, at('SalesPartnerEntry')),
  )
  return [
    login('referrer', people.referrer, at('Login')),
    ...(tenant.agencies ? members : []),
    ...(tenant.salesPartners ? partners : []),
  ]
}

/** A batch's state: in transit while any payout is, mixed if they differ. */
function stateOf({ states }: ListedBatch): string {
  const found = Object.entries(states).flatMap(([state, { count }]) => (count > 0 ? [state] : []))
  if (found.includes('in-transit')) return 'in-transit'
  return found.length === 1 ? (found[0] ?? 'mixed') : 'mixed'
}
