import { onPlatform, type Tx } from '../db/connection.ts'
import { listOperators } from './store.ts'

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
