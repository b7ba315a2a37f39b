import { addMonthsClamped, endOfLocalDay } from '../../domain/dates.ts'
import { issueToken } from '../base/token-store.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'

export const tokenMonths = 12

/**
 * A recipient token, valid for twelve months. `mailed`: only the address's owner gets it, so it may change data and collect the
 * reward (own-recipient.ts).
 */
export function issueRecipientToken(
  tx: Tx,
  {
    deps,
    tenant,
    now,
  }: { deps: Pick<Deps, 'clock' | 'keys'>; tenant: Pick<Tenant, 'code'>; now: Temporal.Instant },
  number: string,
  { mailed }: { mailed: boolean },
): Promise<{ id: string; text: string }> {
  return issueToken(tx, deps.keys, tenant.code, {
    kind: 'recipient',
    subject: number,
    now,
    expiresAt: endOfLocalDay(addMonthsClamped(deps.clock.today(), tokenMonths)),
    uses: null,
    ...(mailed ? { details: { mailed: true } } : {}),
  })
}
