import { stateOn } from '../../domain/invitation.ts'
import type { Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { limitRead, noteUnknown } from '../limit-reads.ts'
import { findInvitationByToken, findInviterByCard, type PendingInviter } from './inviter-store.ts'

/** The inviter of a registration or null; throws `link-expired` if over. */
export async function readInviter(
  call: Pick<Call, 'deps' | 'tenant' | 'today' | 'caller' | 'request'>,
  { invitation, card }: { invitation?: string | undefined; card?: string | undefined },
): Promise<PendingInviter | null> {
  if (invitation === undefined && card === undefined) return null
  const { code, agencies } = call.tenant
  if (!agencies) throw fail('link-expired')
  if (card !== undefined) limitRead(call.deps, code, 'showCard', call.caller, call.request)
  return withTenant(call.deps.db, code, async (tx) => {
    if (invitation !== undefined) {
      const found = await findInvitationByToken(tx, code, invitation)
      const isOpen = found?.isActive && stateOn(found.person, call.today) === 'sent'
      if (!found || !isOpen) throw fail('link-expired')
      return { invitation: found.person.invitation_id }
    }
    const found = await findInviterByCard(tx, code, (card ?? '').toUpperCase())
    if (!found) {
      noteUnknown(call.deps, code, call.request)
      throw fail('link-expired')
    }
    return { agency: found.agencyId, user: found.userId }
  })
}
