import { hashPassword } from '../../src/server/access/password-hash.ts'
import { startSession } from '../../src/server/access/start-session.ts'
import { agencyUser } from '../../src/server/agency/agency-user.ts'
import { insertAgency, type AgencyState } from '../../src/server/agency/store.ts'
import { insertAgencyUser } from '../../src/server/agency/user-store.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { bgv } from '../../src/server/demo/demo-tenants.ts'
import { lockStoredTenant, saveTenant } from '../../src/server/tenant/store.ts'
import type { StoredTenant } from '../../src/server/tenant/read-tenant.ts'
import type { TestServer } from './server.ts'

export const agencyPassword = 'Zugvogel-2026-Nord'

/** Changes a tenant's settings for a test; `standard` has no agencies by default. */
export async function changeTenant(
  server: Pick<TestServer, 'db' | 'deps' | 'clock'>,
  tenant: string,
  change: Partial<StoredTenant>,
): Promise<void> {
  await withTenant(server.db, tenant, async (tx) => {
    const stored = await lockStoredTenant(tx, tenant)
    if (stored) await saveTenant(tx, { ...stored, ...change }, server.clock.now())
  })
  server.deps.tenants.forget()
}

export type TestPerson = { id: string; email: string; token: string; employeeNumber: string }

/** The owner and two employees, all logged in. */
export async function makeAgency(
  server: TestServer,
  tenant: string,
  number: string,
  state: AgencyState = 'active',
) {
  const { agencies, content } = await server.deps.tenants.get(tenant)
  if (!agencies)
    await changeTenant(server, tenant, {
      agencies: true,
      content: { ...content, agency: bgv.tenant.content?.agency },
      // No server listens there.
      sso: {
        issuer: 'http://127.0.0.1:9',
        clientId: 'test',
        scopes: [],
        claim: { agency: 'agentur', employee: 'mitarbeiter', email: 'email' },
        create: false,
      },
    })
  const passwordHash = await hashPassword(agencyPassword)
  const agencyId = uuidv7()
  const name = `Agentur Lindenhain ${number}`
  const now = server.clock.now()
  const person = (role: 'owner' | 'employee', spelled: string, employeeNumber: string) => ({
    user_id: uuidv7(),
    agency_id: agencyId,
    role,
    email: `${spelled}.${number}@agentur.example`.toLowerCase(),
    first_name: spelled,
    last_name: `Lindenhain-${number}`,
    employee_number: employeeNumber,
    language: 'de' as const,
    password_hash: passwordHash,
    confirmed_at: now.toString(),
  })
  const people = [
    person('owner', 'Owine', 'M-1'),
    person('employee', 'Emplo', 'M-2'),
    person('employee', 'Kollo', 'M-3'),
  ] as const
  await withTenant(server.db, tenant, async (tx) => {
    const agency = { agency_id: agencyId, number, name, email: `post@${number}.example` }
    await insertAgency(tx, tenant, { ...agency, state: 'active' }, now)
    for (const one of people) await insertAgencyUser(tx, tenant, one, now)
  })
  const sessions = await Promise.all(
    people.map(async ({ user_id: id, email, employee_number: employeeNumber }) => {
      const session = await withTenant(server.db, tenant, (tx) =>
        startSession(tx, server.deps, tenant, agencyUser, id),
      )
      return { id, email, employeeNumber, token: session.token } satisfies TestPerson
    }),
  )
  const [owner, employee, colleague] = sessions as [TestPerson, TestPerson, TestPerson]
  if (state !== 'active') await setAgencyState(server, tenant, agencyId, state)
  return { agencyId, number, name, owner, employee, colleague }
}

export async function setAgencyState(
  server: Pick<TestServer, 'db'>,
  tenant: string,
  agencyId: string,
  state: AgencyState,
): Promise<void> {
  await withTenant(server.db, tenant, (tx) =>
    tx
      .updateTable('agencies')
      .set({ state })
      .where('tenant', '=', tenant)
      .where('agency_id', '=', agencyId)
      .execute(),
  )
}
