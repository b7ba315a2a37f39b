import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { forgetConsents } from '../base/consent-store.ts'
import { forgetLinks } from './deletion-store.ts'
import { correctRecipient, type NewRecipient, type Recipient } from './recipient-store.ts'

/**
 * Overwrites a waiting entry with corrected input, under the referral's lock. Number and dates stay, so that references stay
 * valid. A new address deletes the old one's links and mails, as its owner may be a stranger.
 */
export async function correctEntry(
  tx: Tx,
  { tenant, now }: Pick<Call, 'tenant' | 'now'>,
  from: Recipient,
  entry: NewRecipient,
): Promise<void> {
  const moved = from.email !== entry.email
  await together([
    () => correctRecipient(tx, tenant.code, entry),
    () => forgetConsents(tx, tenant.code, 'recipient', [from.number]),
    () => (moved ? forgetLinks(tx, tenant.code, [from.number]) : undefined),
    () =>
      audit(tx, tenant.code, {
        at: now,
        actor: { kind: 'recipient', id: from.number },
        action: 'correct-recipient',
        subjectKind: 'recipient',
        subjectId: from.number,
        details: { address: moved ? 'changed' : 'same' },
      }),
  ])
}
