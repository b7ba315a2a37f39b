import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import type { Recipient } from './recipient-store.ts'

/** The entries of an address, by number. */
export async function listEntries(tx: Tx, tenant: string, email: string): Promise<Recipient[]> {
  const rows = await tx
    .selectFrom('recipients')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('email', '=', email)
    .where('state', '<>', 'withdrawn')
    .orderBy('number')
    .limit(100)
    .execute()
  return rows as Recipient[]
}

/** False if it is not at that address any more. @param to normalised @param at when it proved itself */
export async function setContactEmail(
  tx: Tx,
  tenant: string,
  number: string,
  { from, to, at }: { from: string; to: string; at: Temporal.Instant },
): Promise<boolean> {
  const result = await tx
    .updateTable('recipients')
    .set({ email: to, email_corrected_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('email', '=', from)
    .where('state', '<>', 'withdrawn')
    .executeTakeFirst()
  await recordReport(tx, tenant, 'leads', [number])
  return result.numUpdatedRows === 1n
}

/** @param numbers locked by lockEntries() */
export async function setContactName(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  { firstName, lastName }: { firstName: string; lastName: string },
): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({ first_name: firstName, last_name: lastName })
    .where('tenant', '=', tenant)
    .where('number', 'in', numbers)
    .where('state', '<>', 'withdrawn')
    .execute()
  await recordReport(tx, tenant, 'leads', [...numbers])
}

/** @param numbers locked by lockEntries() */
export async function setContactHome(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  home: { street: string; house_number: string; zip: string; city: string },
): Promise<void> {
  await tx
    .updateTable('recipients')
    .set(home)
    .where('tenant', '=', tenant)
    .where('number', 'in', numbers)
    .where('state', '<>', 'withdrawn')
    .execute()
  await recordReport(tx, tenant, 'leads', [...numbers])
}

/** By whose correction they and their referrer became, or are no longer, one household. */
export async function noteHomeChanged(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  operatorId: string,
): Promise<void> {
  await tx
    .updateTable('recipients')
    .set({ home_changed_by: operatorId })
    .where('tenant', '=', tenant)
    .where('number', 'in', numbers)
    .execute()
}

/** Locks entries against changes, in their order, and sums their versions, as a person's page shows them. */
export async function lockEntries(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<{ version: number }> {
  const rows = await tx
    .selectFrom('recipients')
    .select('version')
    .where('tenant', '=', tenant)
    .where('number', 'in', numbers)
    .where('state', '<>', 'withdrawn')
    .orderBy('number')
    .forNoKeyUpdate()
    .execute()
  return { version: rows.reduce((sum, { version }) => sum + version, 0) }
}
