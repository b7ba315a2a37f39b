import type { Deps } from '../server/context.ts'
import type { Tx } from '../server/db/connection.ts'
import { readSnapshot } from '../server/db/read-snapshot.ts'

/** What `read` finds of each tenant, by code; each as of one moment, while the servers work. */
export async function readEachTenant<T>(
  deps: Pick<Deps, 'db'>,
  codes: readonly string[],
  read: (tx: Tx, code: string) => Promise<T>,
): Promise<Record<string, T>> {
  const found: Record<string, T> = {}
  for (const code of codes) found[code] = await readSnapshot(deps.db, code, (tx) => read(tx, code))
  return found
}
