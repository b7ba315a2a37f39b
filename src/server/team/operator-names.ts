import { onPlatform, type Tx } from '../db/connection.ts'
import { listOperators, searchOperators } from './store.ts'

const isId = (value: string) => /^[0-9a-f-]{36}$/.test(value)

/** Names of operators by id; ids of others are left out. */
export async function operatorNames(
  tx: Tx,
  tenant: string,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const known = [...new Set(ids)].filter((id) => id !== null && isId(id))
  const people = await onPlatform(tx, tenant, () => listOperators(tx, known as string[]))
  return new Map(people.map(({ operator_id, name }) => [operator_id, name]))
}

/** What may be an operator's id in a row of the log. */
export function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return isId(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : []
}

export const namesOf = (
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Record<string, string> =>
  Object.fromEntries(
    ids.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [[id, name]]
    }),
  )

/** Operators whose name or address has the term, also those of other tenants: of use only to filter this tenant's own rows. */
export function operatorsNamed(tx: Tx, tenant: string, term: string): Promise<string[]> {
  return onPlatform(tx, tenant, () => searchOperators(tx, term))
}
