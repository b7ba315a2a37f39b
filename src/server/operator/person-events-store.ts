import { sql } from 'kysely'
import type { ReviewReason } from '../../domain/eligibility.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { Subject } from './person-page-store.ts'

export type PersonEvent = {
  at: Temporal.Instant
  kind: string
  number: string | null
  title: Localised | null // of a product
  word: string | null // a code: template, kind of consent, action, channel, state; of 'accepted' the referrer, of a claim its id
  cents: number | null
  count: number | null
  held: ReviewReason[] | null
  checked: ReviewReason[] | null
  reason: string | null // of contacts and referrers: the name
  by: string | null // an operator's id
}

const most = 500

/** What is of one instant follows from each other so; of the log, its rows by their number. */
const inOrder = [
  'account-created',
  'account-confirmed',
  'referral-made',
  'accepted',
  'contact-accepted',
  'confirmed',
  'contact-confirmed',
  'consent',
  'claim-made',
  'order-reported',
  'order-confirmed',
  'order-released',
  'reward-earned',
  'reward-provided',
  'reward-collected',
  'payout-sent',
  'payout-answered',
  'reward-paid',
  'claim-decided',
  'order-cancelled',
  'reward-cancelled',
  'appealed',
  'question-answered',
  'audit',
  'mail-queued',
  'mail-sent',
  'mail-failed',
] as const

/**
 * All that happened to somebody, the newest first: each source by its index, then the newest of all of them.
 * @param email normalised; of the person's mails; `invitations` to it, by agencies
 */
export async function listPersonEvents(
  tx: Tx,
  tenant: string,
  { accountId, mine, own, email, invitations }: Subject & { email: string; invitations: string[] },
): Promise<PersonEvent[]> {
  const [made, taken] = [sql`any (${[...own]})`, sql`any (${[...mine]})`]
  const { rows } = await sql<PersonEvent>`
    with theirs as (
      select number, product_id, case when recipient_number = ${taken} then 'recipient' else 'referrer' end as side,
        reported_at, confirmed_at, released_at, cancelled_at, refusal_reason, refusal_note
      from orders where tenant = ${tenant} and (referral_number = ${made} or recipient_number = ${taken})
      order by reported_at desc limit ${most}
    ), earned as (
      select rewards.* from rewards
      where tenant = ${tenant} and (beneficiary = 'referrer' and account_id = ${accountId}
        or beneficiary = 'recipient' and recipient_number = ${taken})
      order by created_at desc limit ${most}
    ), paid as (
      select payouts.* from payouts
      where tenant = ${tenant} and reward_id in (select reward_id from earned)
      order by created_at desc limit ${most}
    ), found as (
      select created_at as at, 'account-created' as kind, null as number, null as product_id, null as word,
        null::bigint as cents, null::int as count, null::jsonb as held, null::jsonb as checked, null as reason, null as by
      from accounts where tenant = ${tenant} and account_id = ${accountId}
      union all
      select confirmed_at, 'account-confirmed', null, null, null, null, null, null, null, null, null
      from accounts where tenant = ${tenant} and account_id = ${accountId} and confirmed_at is not null
      union all
      select created_at, 'referral-made', number, product_id, channel, null,
        (select count(*)::int from clicks where clicks.tenant = ${tenant} and clicks.referral_number = referrals.number),
        null, null, null, null
      from referrals where tenant = ${tenant} and number = ${made}
      union all
      select created_at, 'contact-accepted', number, null, channel, null, null, null, null,
        trim(first_name || ' ' || last_name), null
      from recipients where tenant = ${tenant} and referral_number = ${made} and merged_into is null
      union all
      select confirmed_at, 'contact-confirmed', number, null, null, null, null, null, null,
        trim(first_name || ' ' || last_name), null
      from recipients where tenant = ${tenant} and referral_number = ${made} and merged_into is null and confirmed_at is not null
      union all
      select recipients.created_at, 'accepted', recipients.number, referrals.product_id, referrals.account_id::text, null, null,
        null, null, concat_ws(' ', referrals.first_name, accounts.last_name), null
      from recipients join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
        left join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
      where recipients.tenant = ${tenant} and recipients.number = ${taken}
      union all
      select confirmed_at, 'confirmed', number, null, null, null, null, null, null, null, null
      from recipients where tenant = ${tenant} and number = ${taken} and confirmed_at is not null
      union all
      (select coalesce(sent_at, created_at), 'mail-' || state, mail_id::text, null, template, null, null, null, null, null, null
      from mails where tenant = ${tenant} and to_address = ${email} order by created_at desc limit ${most})
      union all
      select reported_at, 'order-reported', number, product_id, side, null, null, null, null, null, null from theirs
      union all
      select confirmed_at, 'order-confirmed', number, product_id, side, null, null, null, null, null, null
      from theirs where confirmed_at is not null
      union all
      select released_at, 'order-released', number, product_id, side, null, null, null, null, null, null
      from theirs where released_at is not null
      union all
      select cancelled_at, 'order-cancelled', number, product_id, refusal_reason, null, null, null, null, refusal_note, null
      from theirs where cancelled_at is not null
      union all
      select created_at, 'reward-earned', reward_id::text, null, case when order_number is null then 'goodwill' else beneficiary end,
        cents, null, review_reasons, rule -> 'checked', null, null
      from earned
      union all
      select provided_at, 'reward-provided', reward_id::text, null, expires_on::text, cents, null, null, null, null, null
      from earned where provided_at is not null
      union all
      select collected_at, 'reward-collected', reward_id::text, null, taken_as, cents, null, null, null, null, null
      from earned where collected_at is not null
      union all
      select paid_at, 'reward-paid', reward_id::text, null, taken_as, cents, null, null, null, null, null
      from earned where paid_at is not null
      union all
      select cancelled_at, 'reward-cancelled', reward_id::text, null, refusal_reason, cents, null, null, null, refusal_note, null
      from earned where cancelled_at is not null
      union all
      select objections.created_at, 'appealed', objections.reward_id::text, null, null, earned.cents, null, null, null, told.reason,
        case when told.actor_kind = 'operator' then told.actor_id else told.details ->> 'operator' end
      from objections join earned using (tenant, reward_id)
        left join audit_log told on told.tenant = ${tenant} and told.subject_id = objections.reward_id::text
          and told.action = 'appeal-made' and told.at = objections.created_at and (told.actor_kind = 'operator' or told.support)
      where objections.tenant = ${tenant}
      union all
      select answered_at, 'question-answered', reward_id::text, null, null, null, null, null, null, null, null
      from review_questions join earned using (tenant, reward_id)
      where review_questions.tenant = ${tenant} and answered_at is not null
      union all
      select created_at, 'payout-sent', end_to_end_id, null, null, cents, null, null, null, null, null from paid
      union all
      select settled_at, 'payout-answered', end_to_end_id, null, state, cents, null, null, null, reason, null
      from paid where settled_at is not null
      union all
      (select made_at, 'claim-made', coalesce(external_number, contract_on::text), product_id, claim_id::text, null, null, null, null, null, null
      from claims where tenant = ${tenant} and (claimant_kind = 'account' and claimant_id = ${accountId ?? ''}
        or claimant_kind = 'recipient' and claimant_id = ${taken})
      order by made_at desc limit ${most})
      union all
      (select closed_at, 'claim-decided', coalesce(order_number, external_number, contract_on::text), product_id,
        coalesce(refusal_reason, state), null, null, null, null, refusal_note, changed_by
      from claims where tenant = ${tenant} and closed_at is not null and (claimant_kind = 'account' and claimant_id = ${accountId ?? ''}
        or claimant_kind = 'recipient' and claimant_id = ${taken})
      order by made_at desc limit ${most})
      union all
      (select at, 'consent', null, null, kind, null, given::int, null, null, null, null from consents
      where tenant = ${tenant} and (subject_kind = 'account' and subject_id = ${accountId ?? ''}
        or subject_kind = 'recipient' and subject_id = ${taken}
        or subject_kind = 'referral' and subject_id = ${made})
      order by at desc limit ${most})
    ), logged as (
      select number as place, at, subject_id, action, reason,
        case when actor_kind = 'operator' then actor_id else details ->> 'operator' end as by,
        case when action = 'goodwill-proposed' then (details -> 'after' ->> 'cents')::bigint end as cents
      from audit_log
      where tenant = ${tenant} and (actor_kind = 'operator' or support) and action not in ('person-viewed', 'appeal-made')
        and subject_id = any (array(select ${accountId ?? ''} union all select unnest(${[...mine]}::text[])
          union all select unnest(${[...own]}::text[]) union all select unnest(${invitations}::text[])
          union all select number from theirs
          union all select reward_id::text from earned))
      order by number desc limit ${most}
    ), alls as (
      select found.*, null::bigint as place from found
      union all
      select at, 'audit', subject_id, null, action, cents, null, null, null, reason, by, place from logged
    )
    select found.at, found.kind, found.number, products.title, found.word, found.cents, found.count, found.held, found.checked,
      found.reason, found.by
    from alls as found left join products on products.tenant = ${tenant} and products.product_id = found.product_id
    order by found.at desc, array_position(${[...inOrder]}::text[], found.kind) desc nulls first, found.place desc nulls first,
      found.number desc limit ${most}`.execute(tx)
  return rows
}
