import { endOfLocalDay, localDate } from '../../domain/dates.ts'
import { lastDayOf, type InvitationState } from '../../domain/invitation.ts'
import { acceptInvitation, insertInvitation } from '../account/invitation-store.ts'
import { setAgency } from '../account/inviter-store.ts'
import { newAccount } from '../account/new-account.ts'
import { ensureAccount } from '../account/ensure-store.ts'
import { confirmAccount } from '../account/store.ts'
import { findMemberByEmail } from '../agency/store.ts'
import { issueToken } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { DemoTenant } from './demo-tenants.ts'

/** Creates the demo's invitations in every state. */
export async function seedInvitations(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  { tenant: { code: tenant }, people }: DemoTenant,
): Promise<void> {
  const now = deps.clock.now()
  for (const one of people.invitations) {
    const member = await findMemberByEmail(tx, tenant, one.by)
    if (!member) throw new Error(`demo/${tenant}/people.json: nobody is ${one.by}`)
    const sentAt = now.subtract({ hours: one.daysAgo * 24 })
    const lastDay = lastDayOf(localDate(sentAt))
    const id = uuidv7()
    const token = await issueToken(tx, deps.keys, tenant, {
      kind: 'invitation',
      subject: id,
      now: sentAt,
      expiresAt: endOfLocalDay(lastDay),
      uses: null,
    })
    const endedAt = endOf(one.state, sentAt, lastDay)
    await insertInvitation(
      tx,
      tenant,
      {
        invitation_id: id,
        agency_id: member.agency_id,
        user_id: member.user_id,
        first_name: one.firstName,
        last_name: one.lastName,
        email: one.email,
        conversation: one.conversation,
        language: 'de',
        expires_on: lastDay.toString(),
        token_id: token.id,
        state: one.state === 'accepted' ? 'sent' : one.state,
        ...(endedAt && one.state !== 'accepted' ? { ended_at: endedAt.toString() } : {}),
      },
      sentAt,
    )
    if (one.state !== 'accepted' || !endedAt) continue
    const wanted = newAccount({ ...one, language: 'de' })
    const { account } = await ensureAccount(tx, tenant, wanted, endedAt)
    await confirmAccount(tx, tenant, account.account_id, {}, endedAt)
    await setAgency(tx, tenant, account.account_id, {
      agencyId: member.agency_id,
      userId: member.user_id,
    })
    await acceptInvitation(tx, tenant, id, account.account_id, endedAt)
  }
}

function endOf(
  state: InvitationState,
  sentAt: Temporal.Instant,
  lastDay: Temporal.PlainDate,
): Temporal.Instant | null {
  if (state === 'sent') return null
  return state === 'expired' ? endOfLocalDay(lastDay) : sentAt.add({ hours: 26 })
}
