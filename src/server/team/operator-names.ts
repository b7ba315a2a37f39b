import { onPlatform, type Tx } from '../db/connection.ts'
import { listOperators, searchOperators } from './store.ts'

/** Names of operators by id; ids of others are left out. */
export async function operatorNames(
  tx: Tx,
  tenant: string,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null && /^[0-9a-f-]{36}$/.test(id))
  const people = await onPlatform(tx, tenant, () => listOperators(tx, known as string[]))
  return new Map(people.map(({ operator_id, name }) => [operator_id, name]))
}

/** Operators whose name or address has the term, also those of other tenants: of use only to filter this tenant's own rows. */
export function operatorsNamed(tx: Tx, tenant: string, term: string): Promise<string[]> {
  return onPlatform(tx, tenant, () => searchOperators(tx, term))
}
