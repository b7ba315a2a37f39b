import { hashPassword } from '../access/password-hash.ts'
import { insertAgency, listAgencies } from '../agency/store.ts'
import { insertAgencyUser } from '../agency/user-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { linkAgent } from '../catalogue/agent-store.ts'
import type { DemoTenant } from './tenants/demo-tenant.ts'

/** Creates the demo's agencies and users, once; not for a tenant with any. */
export async function seedAgencies(
  tx: Tx,
  tenant: string,
  { agencies = [] }: Pick<DemoTenant, 'agencies'>,
  now: Temporal.Instant,
): Promise<void> {
  if (agencies.length === 0 || (await listAgencies(tx, tenant)).length > 0) return
  // They share a password, and hashing is slow.
  const hashes = new Map<string, string>()
  for (const agency of agencies) {
    const agencyId = uuidv7()
    const { houseNumber, people, ...rest } = agency
    await insertAgency(
      tx,
      tenant,
      { agency_id: agencyId, ...rest, house_number: houseNumber, state: 'active' },
      now,
    )
    for (const [index, person] of people.entries()) {
      const userId = uuidv7()
      const passwordHash = hashes.get(person.password) ?? (await hashPassword(person.password))
      hashes.set(person.password, passwordHash)
      await insertAgencyUser(
        tx,
        tenant,
        {
          user_id: userId,
          agency_id: agencyId,
          role: index === 0 ? 'owner' : 'employee',
          email: person.email,
          salutation: person.salutation,
          first_name: person.firstName,
          last_name: person.lastName,
          employee_number: person.employeeNumber,
          language: 'de',
          password_hash: passwordHash,
          confirmed_at: now.toString(),
        },
        now,
      )
      if (person.agentId) await linkAgent(tx, tenant, person.agentId, userId)
    }
  }
}
