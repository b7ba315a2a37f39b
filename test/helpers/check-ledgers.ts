import { embeddedUrls } from '../../scripts/start-app.ts'
import { connect } from '../../src/server/db/connection.ts'
import { checkBooks } from '../../src/server/books/check-books.ts'

/** A sentence for each imbalance in the books of a running app's tenants. */
export async function checkLedgers(dataDir: string): Promise<string[]> {
  const db = connect(embeddedUrls(dataDir).ownerUrl, { max: 1 })
  try {
    return await db.kysely
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const tenants = await tx.selectFrom('tenants').select('tenant').execute()
        const problems: string[] = []
        for (const { tenant } of tenants) {
          const found = await checkBooks(tx, tenant)
          problems.push(...found.map((line) => `${tenant}: ${line}`))
        }
        return problems
      })
  } finally {
    await db.close()
  }
}
