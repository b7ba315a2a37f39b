import { remindersOf, stateOn } from '../../domain/invitation.ts'
import * as contract from '../../contract/einladung.ts'
import { findAccountByEmail } from '../account/store.ts'
import { tooManyRequests } from '../base/limits.ts'
import { audit } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { countMail, endInvitation } from '../account/invitation-store.ts'
import { invitationView, whoseOf } from './invitation-view.ts'
import { lockInvitation, type Invitation } from './invitation-store.ts'
import { mailInvitation } from './mail-invitation.ts'
import { findAgency } from './store.ts'

type OneCall = Call<{ id: string }>

/** The caller's invitation of the path, locked; another's is none. */
async function find(tx: Tx, { tenant, caller, params }: OneCall): Promise<Invitation> {
  const found = isUuid(params.id)
    ? await lockInvitation(tx, tenant.code, whoseOf(caller), params.id)
    : undefined
  if (!found) throw fail('not-found')
  return found
}

const shown = async (tx: Tx, call: OneCall) => invitationView(await find(tx, call), call.today)

const note = (tx: Tx, call: OneCall, action: 'remind-invitation' | 'withdraw-invitation') =>
  audit(tx, call.tenant.code, {
    at: call.now,
    actor: actorOf(call.caller),
    action,
    subjectKind: 'invitation',
    subjectId: call.params.id,
  })

export const showInvitation = serve(contract.showInvitation, (call) =>
  call.transaction((tx) => shown(tx, call)),
)

/** Resends the invitation, within the limits of domain/invitation.ts. */
export const remindInvitation = serve(contract.remindInvitation, (call) =>
  call.transaction(async (tx) => {
    const { tenant, now, today } = call
    const invitation = await find(tx, call)
    const { from } = remindersOf(invitation, today)
    if (!from || !invitation.token_id) throw fail('link-expired')
    const wait = from.since(now).total('seconds')
    if (wait > 0) throw tooManyRequests(Math.ceil(wait))
    // No reminder after registration by other means.
    const known = await findAccountByEmail(tx, tenant.code, invitation.email)
    if (known?.confirmed_at) throw fail('email-exists')
    const agency = await findAgency(tx, tenant.code, invitation.agency_id)
    await countMail(tx, tenant.code, invitation.invitation_id, now)
    await mailInvitation(
      tx,
      tenant.code,
      {
        ...invitation,
        token_id: invitation.token_id,
        agencyName: agency?.name ?? '',
        employeeName: invitation.employee_name,
        reminder: invitation.mails,
      },
      now,
    )
    await note(tx, call, 'remind-invitation')
    return shown(tx, call)
  }),
)

/** Ends the link at once; idempotent. */
export const withdrawInvitation = serve(contract.withdrawInvitation, (call) =>
  call.transaction(async (tx) => {
    const { tenant, now, today } = call
    const invitation = await find(tx, call)
    const state = stateOn(invitation, today)
    if (state === 'accepted') throw fail('token-used')
    if (state !== 'sent') return invitationView(invitation, today)
    await endInvitation(tx, tenant.code, invitation.invitation_id, 'withdrawn', now)
    await revokeTokens(tx, tenant.code, 'invitation', invitation.invitation_id, now)
    await note(tx, call, 'withdraw-invitation')
    return shown(tx, call)
  }),
)
