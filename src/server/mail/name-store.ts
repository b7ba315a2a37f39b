import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * The last name for a first name at a mailbox, or null. Preferably the newest by a proven owner of the mailbox, as anybody can
 * type names.
 */
export async function findLastName(
  tx: Tx,
  tenant: string,
  email: string,
  firstName: string,
): Promise<string | null> {
  const named = sql`tenant = ${tenant} and email = ${email} and first_name = ${firstName} and last_name <> ''`
  const { rows } = await sql<{ lastName: string }>`
    select last_name as "lastName" from (
      select last_name, created_at, confirmed_at is not null as proven from accounts where ${named} and deleted_at is null
      union all select last_name, created_at, state = 'confirmed' from recipients where ${named}
      union all select last_name, created_at, confirmed_at is not null from agency_users where ${named}
      union all select last_name, created_at, false from invitations where ${named}
      union all select last_name, created_at, confirmed_at is not null from sales_partners where ${named}) as people
    order by proven desc, created_at desc limit 1`.execute(tx)
  return rows[0]?.lastName ?? null
}
