import type { Endpoint } from '../../src/contract/endpoint.ts'
import { operatorRoles, type OperatorRole } from '../../src/domain/operator-abilities.ts'
import { platformCode } from '../../src/domain/platform.ts'
import { openSession } from '../../src/server/account/session.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { startOperatorSession } from '../../src/server/team/session.ts'
import { ensureOperator, insertGrant, joinOperator } from '../../src/server/team/store.ts'
import type { TestServer } from './server.ts'

/** The console's host, where tenants are below localhost. */
export const consoleHost = 'betrieb.localhost'

/** Roles that a tenant's grants may have. */
export const tenantRoles = operatorRoles.filter((role) => role !== 'platform-operator')

/** Somebody who may do this at a tenant, with a session that a passkey has just proved. */
export async function makeOperator(
  { db, deps }: Pick<TestServer, 'db' | 'deps'>,
  email: string,
  roles: readonly OperatorRole[] = tenantRoles,
  tenant = 'standard',
): Promise<{ id: string; email: string; token: string; session: string }> {
  const now = deps.clock.realNow()
  const { operator, token, session } = await withTenant(db, platformCode, async (tx) => {
    const name = `Person ${email.split('@')[0]}`
    const operator = await ensureOperator(tx, { email, name, language: 'de' }, now)
    await joinOperator(tx, operator.operator_id, { name, now })
    const session = await startOperatorSession(tx, deps, operator.operator_id, { device: 'Test' })
    return { operator, token: session.token, session: session.id }
  })
  const { operator_id: id } = operator
  await withTenant(db, tenant, async (tx) => {
    for (const role of roles)
      await insertGrant(tx, tenant, { operatorId: id, role, by: 'test', expiresAt: null }, now)
  })
  return { id, email, token, session }
}

/** A session of support in somebody's personal area, as its operator's link opens it. */
export async function openSupport(
  server: Pick<TestServer, 'db' | 'deps'>,
  accountId: string,
  tenant = 'standard',
): Promise<string> {
  const helper = await makeOperator(server, 'hilft@betrieb.example', ['support'], tenant)
  const by = { support: true, operator: helper.id, operatorSession: helper.session }
  const opened = await withTenant(server.db, tenant, (tx) =>
    openSession(tx, server.deps, tenant, accountId, by),
  )
  return opened.token!
}

/** Where an endpoint is called for a tenant. @param path with its parameters filled in */
export const pathAt = (
  { name, console }: Pick<Endpoint, 'name' | 'console'>,
  tenant: string,
  path: string,
) =>
  name === 'showTenant'
    ? `/mandant/${tenant}`
    : `/${console === 'platform' ? platformCode : tenant}${path}`
