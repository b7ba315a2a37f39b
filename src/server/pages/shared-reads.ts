import { shareWorkOfTenant } from '../base/share-work.ts'
import { withTenant, type Database, type Tx } from '../db/connection.ts'
import { inStep } from '../db/in-step.ts'

type Work = (tx: Tx) => Promise<unknown>

/**
 * What the calls of one page read at the same time shares a transaction, and so its round trips. One that fails takes what it wrote with it, and
 * nothing of the others: then each has its own.
 */
export const makeSharedReads = <Page extends object>(db: Database) =>
  shareWorkOfTenant<Page, Work, unknown>(
    async (_, tenant, works) => {
      if (works.length > 1) {
        const settled = await withTenant(db, tenant, async (tx) => {
          const all = await inStep(tx, works, (part, work) => work(part))
          if (all.some(({ status }) => status === 'rejected')) throw new Error('One failed')
          return all
        }).catch(() => null)
        if (settled) return settled
      }
      return Promise.allSettled(works.map((work) => withTenant(db, tenant, work)))
    },
    { atOnce: 10, most: 20 },
  )
