import { connect, withTenant, type Tx } from '../../src/server/db/connection.ts'

/** Changes what the app's login may not (db/column-rights.test.ts), to set up states that take months. */
export async function asOwner<T>(
  { database }: { database: { ownerUrl: string } },
  tenant: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const db = connect(database.ownerUrl, { max: 1 })
  try {
    return await withTenant(db, tenant, work)
  } finally {
    await db.close()
  }
}
