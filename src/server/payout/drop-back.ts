import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { deleteLink, type Back, type Link } from './line-payout-store.ts'

/** What waited for a second person is not confirmed, or not true any more: its payment stays as it is. */
export async function dropBack(
  tx: Tx,
  tenant: string,
  link: Pick<Link, 'payout_id' | 'proposed_by'> & { says: Back },
  { at, actor }: { at: Temporal.Instant; actor: Actor },
): Promise<void> {
  const { payout_id: payoutId, proposed_by: by, says } = link
  await deleteLink(tx, tenant, { payoutId, says })
  await audit(tx, tenant, {
    at,
    actor,
    action: 'bank-return-refused',
    subjectKind: 'payout',
    subjectId: payoutId,
    change: { before: { proposedBy: by }, after: { proposedBy: null } },
  })
}
