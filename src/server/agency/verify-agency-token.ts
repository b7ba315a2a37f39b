import { verifyAgencyToken as endpoint } from '../../contract/einladung.ts'
import { findInvitationByToken } from '../account/inviter-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { statusOf } from './invitation-view.ts'

/** What the invited person sees. If over, only that and the inviter. */
export const verifyAgencyToken = serve(endpoint, async ({ tenant, query, today, transaction }) => {
  const found = tenant.agencies
    ? await transaction((tx) => findInvitationByToken(tx, tenant.code, query.token))
    : undefined
  if (!found) throw fail('link-expired')
  const { person, inviter } = found
  const status = statusOf(person, today)
  // An inactive agency's invitations count as withdrawn.
  const shown = status === 'offen' && !found.isActive ? 'zurueckgezogen' : status
  const isOpen = shown === 'offen'
  return {
    status: shown,
    validUntil: person.expires_on,
    agencyName: inviter.agencyName,
    employeeName: inviter.employeeName,
    firstName: isOpen ? person.first_name : null,
    lastName: isOpen ? person.last_name : null,
    email: isOpen ? person.email : null,
  }
})
