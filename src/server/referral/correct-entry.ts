import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { forgetConsents, replaceRecipient } from './deletion-store.ts'
import { correctRecipient, insertRecipient, type NewRecipient } from './recipient-store.ts'

/**
 * Writes what somebody sent who comes back to the form before confirming, under the referral's lock. With the same address
 * (`entry.number` is `from`) the entry goes on with the new data, its number and its days; with another one the new entry takes
 * its place. Either way one entry waits.
 */
export async function correctEntry(
  tx: Tx,
  { tenant, now }: Pick<Call, 'tenant' | 'now'>,
  from: string,
  entry: NewRecipient,
): Promise<void> {
  const same = entry.number === from
  if (same) {
    await together([
      correctRecipient(tx, tenant.code, entry),
      forgetConsents(tx, tenant.code, [from]),
    ])
  } else {
    await insertRecipient(tx, tenant.code, entry)
    await replaceRecipient(tx, tenant.code, from, entry.number)
  }
  await audit(tx, tenant.code, {
    at: now,
    actor: { kind: 'recipient', id: from },
    action: same ? 'correct-recipient' : 'replace-recipient',
    subjectKind: 'recipient',
    subjectId: from,
    ...(same ? {} : { details: { into: entry.number } }),
  })
}
