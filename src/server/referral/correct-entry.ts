import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { forgetConsents, forgetLinks } from './deletion-store.ts'
import { correctRecipient, type NewRecipient, type Recipient } from './recipient-store.ts'

/**
 * Writes what somebody sent who comes back to the form before confirming over the entry that waits, under the referral's lock. It
 * keeps its number and its days, so whatever knows the number goes on. With another address the links and mails to the old one are
 * gone: whoever it belongs to has nothing to do with it.
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
    () => forgetConsents(tx, tenant.code, [from.number]),
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
