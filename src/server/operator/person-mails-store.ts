import { sql } from 'kysely'
import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { Concerned } from './find-person.ts'

/** Mails that tell somebody something they wait for, beside those that are written anew (person-mail.ts): sent again as they are. */
const tellingMails: readonly MailTemplate[] = [
  'acceptedBefore',
  'appealDecided',
  'appealEntered',
  'bankDataChanged',
  'bankDataNeeded',
  'holderQuestion',
  'bankDataSaved',
  'claimDecided',
  'claimEntered',
  'claimSettled',
  'clawbackReminder',
  'clawbackWaived',
  'contactAccepted',
  'contractConcluded',
  'orderCancelled',
  'payoutDone',
  'refused',
  'repaymentBooked',
  'repaymentUndone',
  'reviewQuestion',
  'rewardCapped',
  'rewardClaimedBack',
  'rewardSetOff',
  'voucherKept',
]

export type ToldMail = {
  mail_id: string
  template: MailTemplate
  locale: string
  data: unknown
  dedupe_key: string
  at: Temporal.Instant
}

/** What went to an address and still has its words, the newest first. @param id only this one */
export async function listToldMails(
  tx: Tx,
  tenant: string,
  email: string,
  id?: string,
): Promise<ToldMail[]> {
  const { rows } = await sql<ToldMail>`
    select mail_id, template, locale, data, dedupe_key, coalesce(sent_at, created_at) as at from mails
    where tenant = ${tenant} and to_address = ${email} and to_address <> '' and state <> 'queued'
      and template = any (${[...tellingMails]}) and dedupe_key not like '%|again|%'
      ${id === undefined ? sql`` : sql`and mail_id = ${id}`}
    order by created_at desc, mail_id desc limit 8`.execute(tx)
  return rows
}

export type TakenVoucher = {
  reward_id: string
  cents: number
  title: Localised
  validity: Localised | null
  taken_at: Temporal.Instant
  sent_at: Temporal.Instant | null
  /** Whether the address is newer: codes are money, and its mailbox may be somebody else's (decision 592). */
  moved: boolean
}

/** What somebody took as vouchers, the newest first; never a code. @param id only this one */
export async function listTakenVouchers(
  tx: Tx,
  tenant: string,
  { accounts, recipients }: Concerned,
  id?: string,
): Promise<TakenVoucher[]> {
  const { rows } = await sql<TakenVoucher>`
    select rewards.reward_id, rewards.cents - rewards.set_off_cents as cents, reward_options.title,
      reward_options.voucher -> 'validity' as validity, rewards.paid_at as taken_at,
      (select sent_at from mails where mails.tenant = ${tenant} and dedupe_key = 'voucher|' || rewards.reward_id) as sent_at,
      exists (select from audit_log where audit_log.tenant = ${tenant} and action = 'change-email' and at > rewards.paid_at
        and subject_id = any (array(select unnest(${[...accounts]}::text[]) union all select unnest(${[...recipients]}::text[])))) as moved
    from rewards
      join reward_options on reward_options.tenant = ${tenant} and reward_options.option_id = rewards.option_id
    where rewards.tenant = ${tenant} and rewards.state = 'paid' and rewards.taken_as = 'voucher'
      and ${id === undefined ? sql`rewards.claimed_back_at is null` : sql`rewards.reward_id = ${id}`} and (
        rewards.beneficiary = 'referrer' and rewards.account_id = any (${[...accounts]}::uuid[])
        or rewards.beneficiary = 'recipient' and rewards.recipient_number = any (${[...recipients]}))
    order by rewards.paid_at desc, rewards.reward_id limit 10`.execute(tx)
  return rows
}

/** Rewards whose payment is announced and not made, the next due first. */
export async function listAnnounced(
  tx: Tx,
  tenant: string,
  { accounts, recipients }: Concerned,
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    select reward_id from rewards
    where tenant = ${tenant} and state = 'collected' and taken_as = 'cash' and due_on is not null
      and review <> 'held' and claimed_back_at is null and (
        beneficiary = 'referrer' and account_id = any (${[...accounts]}::uuid[])
        or beneficiary = 'recipient' and recipient_number = any (${[...recipients]}))
    order by due_on, reward_id limit 10`.execute(tx)
  return rows.map(({ reward_id }) => reward_id)
}
