import { hashPassword } from '../access/password-hash.ts'
import { importAgencies } from '../agency/import-agencies.ts'
import { findMemberByEmail } from '../agency/store.ts'
import { confirmAgencyUser, insertAgencyUser, updateAgencyUser } from '../agency/user-store.ts'
import { system } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { linkAgent } from '../catalogue/agent-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { DemoTenant } from './demo-tenants.ts'

/** Imports the demo's agencies, completes their owners and adds their employees. */
export async function seedAgencies(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  { tenant: { code }, agencies, people }: DemoTenant,
): Promise<void> {
  if (agencies.rows.length === 0) return
  const now = deps.clock.now()
  // The demo's mailbox starts empty.
  await importAgencies(tx, deps, code, agencies, { actor: system, mail: false })
  // They share a password, and hashing is slow.
  const hashes = new Map<string, string>()
  for (const agency of people.agencies) {
    const owner = await findMemberByEmail(tx, code, agency.people[0]?.email ?? '')
    if (!owner) throw new Error(`demo/${code}/people.json: ${agency.number} has another owner`)
    for (const person of agency.people) {
      const hash = hashes.get(person.password) ?? (await hashPassword(person.password))
      hashes.set(person.password, hash)
      const isOwner = person.email === owner.email
      const userId = isOwner ? owner.user_id : uuidv7()
      const values = {
        email: person.email,
        salutation: person.salutation,
        first_name: person.firstName,
        last_name: person.lastName,
        employee_number: person.employeeNumber,
        password_hash: hash,
      }
      if (isOwner) await updateAgencyUser(tx, code, userId, values)
      else {
        const employee = { user_id: userId, agency_id: owner.agency_id, role: 'employee' } as const
        await insertAgencyUser(tx, code, { ...employee, ...values, language: 'de' }, now)
      }
      await confirmAgencyUser(tx, code, userId, now)
      if (person.agentId) await linkAgent(tx, code, person.agentId, userId)
    }
  }
}
