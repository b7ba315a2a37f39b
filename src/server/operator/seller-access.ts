import * as contract from '../../contract/betrieb-agenturen.ts'
import { mailLink } from '../access/mail-link.ts'
import { removeLostPasskeys } from '../access/remove-lost-passkeys.ts'
import { agencyUser } from '../agency/agency-user.ts'
import { takeAccessMail } from '../agency/limit-adding.ts'
import { roleOf } from '../agency/role-of.ts'
import { findMember, type Member } from '../agency/store.ts'
import { audit } from '../base/audit-store.ts'
import { listTokens, revokeTokens } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { salesPartner } from '../sales-partner/sales-partner.ts'
import { findPartner } from '../sales-partner/store.ts'
import { serve } from '../serve.ts'
import { isOwnSeller } from './own-case.ts'
import { hasLookedAt, listEventsOf } from './seller-store.ts'
import { eventsView, needSellers } from './show-sellers.ts'

const viewedMinutes = 15

async function findUser(
  tx: Tx,
  { tenant, params }: Call<{ id: string; person: string }>,
): Promise<Member> {
  needSellers(tenant, 'agency')
  const member = isUuid(params.person)
    ? await findMember(tx, tenant.code, params.person)
    : undefined
  if (!member || member.agency_id !== params.id) throw fail('not-found')
  return member
}

/** Their own agency is not only theirs: whoever is in it decides about nobody of it. */
const isOwn = (tx: Tx, { deps, tenant, caller }: Call, agencyId: string): Promise<boolean> =>
  isOwnSeller(tx, deps, tenant.code, actorOf(caller).id, 'agency', agencyId)

export const showConsoleAgencyUser = serve(contract.showConsoleAgencyUser, (call) =>
  call.transaction(async (tx) => {
    const { tenant, caller, now, realNow, locale } = call
    const { code } = tenant
    const member = await findUser(tx, call)
    const { user_id: id } = member
    const sessions = await listTokens(tx, code, 'agency-session', id, realNow)
    const events = await eventsView(tx, code, await listEventsOf(tx, code, id), locale)
    const actor = actorOf(caller)
    const since = now.subtract({ minutes: viewedMinutes })
    if (!(await hasLookedAt(tx, code, { operatorId: actor.id, subjectId: id, since })))
      await audit(tx, code, {
        at: now,
        actor,
        action: 'agency-user-viewed',
        subjectKind: 'agency-user',
        subjectId: id,
      })
    return {
      id,
      name: `${member.first_name} ${member.last_name}`.trim(),
      email: member.email,
      role: member.role,
      number: member.employee_number,
      language: member.language,
      since: member.created_at.toString(),
      confirmedAt: member.confirmed_at?.toString() ?? null,
      leftAt: member.left_at?.toString() ?? null,
      way: member.sso_subject
        ? ('anbieter' as const)
        : member.password_hash
          ? ('passwort' as const)
          : ('keine' as const),
      isIn: roleOf(member) !== null,
      isOwnCase: await isOwn(tx, call, member.agency_id),
      openSessions: sessions.length,
      events,
    }
  }),
)

export const resetAgencyUser = serve(contract.resetAgencyUser, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, body, realNow } = call
    const { code } = tenant
    const member = await findUser(tx, call)
    if (await isOwn(tx, call, member.agency_id)) throw fail('own-case')
    const { user_id: id } = member
    const open = (await listTokens(tx, code, 'agency-session', id, realNow)).length
    if (body.act === 'mail') {
      if (!(await takeAccessMail(tx, deps, code, member.email))) return { isDone: false }
      if (!(await mailLink(tx, call, agencyUser, member))) return { isDone: false }
    } else if (body.act === 'passkeys') {
      const actor = actorWithReason(call)
      return {
        isDone: (await removeLostPasskeys(tx, deps, code, agencyUser, member, actor)) > 0,
      }
    } else {
      if (open === 0) return { isDone: false }
      await revokeTokens(tx, code, 'agency-session', id, realNow)
    }
    await note(tx, call, 'agency-user', id, open)
    return { isDone: true }
  }),
)

export const resetPartner = serve(contract.resetPartner, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, caller, body, realNow } = call
    const { code } = tenant
    needSellers(tenant, 'sales-partner')
    const partner = isUuid(params.id) ? await findPartner(tx, code, params.id) : undefined
    if (!partner) throw fail('not-found')
    if (await isOwnSeller(tx, deps, code, actorOf(caller).id, 'sales-partner', params.id))
      throw fail('own-case')
    const open = (await listTokens(tx, code, 'partner-session', params.id, realNow)).length
    if (body.act === 'mail') {
      if (!(await takeAccessMail(tx, deps, code, partner.email))) return { isDone: false }
      if (!(await mailLink(tx, call, salesPartner, partner))) return { isDone: false }
    } else if (body.act === 'passkeys') {
      const actor = actorWithReason(call)
      return {
        isDone: (await removeLostPasskeys(tx, deps, code, salesPartner, partner, actor)) > 0,
      }
    } else {
      if (open === 0) return { isDone: false }
      await revokeTokens(tx, code, 'partner-session', params.id, realNow)
    }
    await note(tx, call, 'sales-partner', params.id, open)
    return { isDone: true }
  }),
)

const actorWithReason = ({
  caller,
  body,
}: Pick<Call<unknown, unknown, { reason: string }>, 'caller' | 'body'>) => ({
  ...actorOf(caller),
  reason: body.reason,
})

async function note(
  tx: Tx,
  {
    tenant,
    caller,
    body,
    now,
  }: Call<unknown, unknown, { act: 'mail' | 'sitzungen' | 'passkeys'; reason: string }>,
  subjectKind: 'agency-user' | 'sales-partner',
  subjectId: string,
  sessions: number,
): Promise<void> {
  await audit(tx, tenant.code, {
    at: now,
    actor: actorWithReason({ caller, body }),
    subjectKind,
    subjectId,
    ...(body.act === 'mail'
      ? { action: 'send-access-mail' }
      : { action: 'end-sessions', change: { before: { sessions }, after: { sessions: 0 } } }),
  })
}
