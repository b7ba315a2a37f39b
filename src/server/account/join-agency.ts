import { audit } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import {
  findInvitationWithInviter,
  findInviterNow,
  findPendingInviter,
  setAgency,
  type Inviter,
  type PendingInviter,
} from './inviter-store.ts'
import { acceptInvitation } from './invitation-store.ts'

/**
 * Assigns a confirmed referrer to the inviting agency and uses the invitation up: of two registrations by one link, the first
 * confirmed wins. Inactive agencies get nobody. The inviter is the confirming link's, else the account's first: later input by
 * strangers with this address and their own card is ignored.
 */
export async function joinAgency(
  tx: Tx,
  tenant: string,
  accountId: string,
  link: { invited?: PendingInviter },
  now: Temporal.Instant,
): Promise<void> {
  const pending = link.invited ?? (await findPendingInviter(tx, tenant, accountId, 'first'))
  if (!pending) return
  const inviter = await read(tx, tenant, pending, accountId, now)
  if (!inviter) return
  await setAgency(tx, tenant, accountId, inviter)
  await audit(tx, tenant, {
    at: now,
    actor: { kind: 'referrer', id: accountId },
    action: 'join-agency',
    subjectKind: 'agency',
    subjectId: inviter.agencyId,
    details: { agencyUser: inviter.userId, way: 'invitation' in pending ? 'invitation' : 'card' },
  })
}

async function read(
  tx: Tx,
  tenant: string,
  pending: PendingInviter,
  accountId: string,
  now: Temporal.Instant,
): Promise<Pick<Inviter, 'agencyId' | 'userId'> | null> {
  if (!('invitation' in pending)) return findInviterNow(tx, tenant, pending)
  const found = await findInvitationWithInviter(tx, tenant, pending.invitation)
  if (!found?.isActive) return null
  const accepted = await acceptInvitation(tx, tenant, pending.invitation, accountId, now)
  return accepted ? found.inviter : null
}
