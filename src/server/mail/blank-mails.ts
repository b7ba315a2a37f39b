import { keptDays, keptSince } from '../../domain/retention.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { blankMails } from './blank-store.ts'

const batch = 500

/** Deletes addresses and contents of mails 30 days after sending; returns the number. Safe in parallel. */
export async function blankOldMails(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<number> {
  const today = deps.clock.today()
  const before = {
    sent: keptSince(today, keptDays.sentMail),
    unsent: keptSince(today, keptDays.unsentMail),
  }
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, tenant, (tx) => blankMails(tx, tenant, before, batch))
    total += done
    if (done < batch) return total
  }
}
