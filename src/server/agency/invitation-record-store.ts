import { sql } from 'kysely'
import { invitationMails } from '../../domain/invitation.ts'
import type { Tx } from '../db/connection.ts'
import type { Whose } from './invitation-store.ts'

// An invitation's history from its row, its mails and the audit log.

export type InvitationFact = {
  what: 'invite' | 'mailed' | 'not-mailed' | 'remind' | 'accepted' | 'withdrawn' | 'expired'
  at: Temporal.Instant
  actor: 'agency-user' | 'operator' | 'invited' | 'system' | null
  name: string | null // of the agency's people
  reminder: number | null // of a mail; 0 is the invitation
}

export async function listInvitationFacts(
  tx: Tx,
  tenant: string,
  agencyId: string,
  id: string,
): Promise<InvitationFact[]> {
  const { rows } = await sql<InvitationFact>`
    select 'invite' as what, i.created_at as at, 'agency-user' as actor, u.first_name || ' ' || u.last_name as name,
      null::int as reminder
    from invitations i
      left join audit_log l on l.tenant = ${tenant} and l.subject_kind = 'invitation' and l.subject_id = ${id} and l.action = 'invite'
      left join agency_users u on u.tenant = ${tenant} and u.agency_id = ${agencyId}::uuid
        and u.user_id::text = coalesce(l.actor_id, i.user_id::text)
    where i.tenant = ${tenant} and i.invitation_id = ${id}::uuid
    union all
    select case l.action when 'remind-invitation' then 'remind' else 'withdrawn' end, l.at,
      case when l.support then 'operator' else l.actor_kind end, u.first_name || ' ' || u.last_name, null
    from audit_log l
      left join agency_users u on u.tenant = ${tenant} and u.agency_id = ${agencyId}::uuid
        and l.actor_kind = 'agency-user' and u.user_id::text = l.actor_id
    where l.tenant = ${tenant} and l.subject_kind = 'invitation' and l.subject_id = ${id}
      and l.action in ('remind-invitation', 'withdraw-invitation')
    union all
    select i.state, i.ended_at, case i.state when 'accepted' then 'invited' when 'expired' then 'system' end, null, null
    from invitations i
    where i.tenant = ${tenant} and i.invitation_id = ${id}::uuid and i.ended_at is not null
      and (i.state in ('accepted', 'expired') or i.state = 'withdrawn' and not exists (
        select from audit_log l where l.tenant = ${tenant} and l.subject_kind = 'invitation' and l.subject_id = ${id}
          and l.action = 'withdraw-invitation'))
    union all
    select case m.state when 'sent' then 'mailed' else 'not-mailed' end, coalesce(m.sent_at, m.created_at), 'system', null,
      split_part(m.dedupe_key, '|', 3)::int
    from mails m
    where m.tenant = ${tenant} and m.dedupe_key = any (${invitationMails(id)}::text[])
      and m.state in ('sent', 'failed')
    order by at desc`.execute(tx)
  return rows
}

/** The invited person's referrer account, as far as the caller may see it. */
export async function findInvited(
  tx: Tx,
  tenant: string,
  { agencyId, userId }: Whose,
  id: string,
): Promise<string | null> {
  const { rows } = await sql<{ account_id: string }>`
    select i.account_id
    from invitations i
      join report_rows r on r.tenant = ${tenant} and r.kind = 'recommenders' and r.row_id = i.account_id::text
    where i.tenant = ${tenant} and i.invitation_id = ${id}::uuid and r.agency_id = ${agencyId}::uuid
      and (${userId}::text is null or r.employee = ${userId})`.execute(tx)
  return rows[0]?.account_id ?? null
}
