import type { Deps } from '../server/context.ts'
import type { Tx } from '../server/db/connection.ts'
import { readSnapshot } from '../server/db/read-snapshot.ts'
import { listStoredTenants } from '../server/tenant/store.ts'

/** What `read` finds of a tenant, or of all for '', by code; each as of one moment, while the servers work. */
export async function readEachTenant<T>(
  deps: Pick<Deps, 'db'>,
  tenant: string,
  read: (tx: Tx, code: string) => Promise<T>,
): Promise<Record<string, T>> {
  const all = tenant === '' ? (await listStoredTenants(deps.db)).map(({ code }) => code) : [tenant]
  const found: Record<string, T> = {}
  for (const code of all) found[code] = await readSnapshot(deps.db, code, (tx) => read(tx, code))
  return found
}
