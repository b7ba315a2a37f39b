import { endOfLocalDay } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { issueTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail, queueMails, type MailData, type NewMail } from '../mail/store.ts'
import type { RewardOption } from '../catalogue/store.ts'
import { findContacts, type Contact, type Reward } from './store.ts'

type Writing = Pick<Deps, 'keys' | 'clock'>

/** After the last day to collect, the link still shows the reward for this long. */
const graceDays = 30

/**
 * A token for a reward's page until 30 days after `expiresOn` (null: no expiry); a reward can be collected once anyway. Returns
 * its id. `codes`: it is mailed with or after the voucher's codes, so it shows them, too.
 */
export async function issueRewardToken(
  tx: Tx,
  deps: Writing,
  tenant: string,
  rewardId: string,
  expiresOn: Temporal.PlainDate | null,
  details: { codes?: true } = {},
): Promise<string> {
  const tokens = await issueRewardTokens(tx, deps, tenant, [rewardId], expiresOn, details)
  return tokens.get(rewardId)!
}

/** The same of many; ids by reward. */
export async function issueRewardTokens(
  tx: Tx,
  deps: Writing,
  tenant: string,
  rewardIds: readonly string[],
  expiresOn: Temporal.PlainDate | null,
  details: { codes?: true } = {},
): Promise<Map<string, string>> {
  const now = deps.clock.now()
  const expiresAt = expiresOn && endOfLocalDay(expiresOn.add({ days: graceDays }))
  const issued = await issueTokens(
    tx,
    deps.keys,
    tenant,
    rewardIds.map((subject) => ({ kind: 'reward', subject, now, expiresAt, uses: null, details })),
  )
  return new Map(issued.map(({ id }, at) => [rewardIds[at]!, id]))
}

/** A mail's link to the reward's page. */
export const rewardLink = (tokenId: string) =>
  ({ link: { page: 'Reward', token: { id: tokenId, as: 't' } } }) as const

/** A mail's link to the question about the account's owner. */
export const holderLink = (tokenId: string) =>
  ({ link: { page: 'HolderQuestion', token: { id: tokenId, as: 't' } } }) as const

type Waiting = Pick<Reward, 'reward_id' | 'cents'>

/** 'Your reward is ready', with a new link. Once per `dedupeKey`. */
export const mailRewardReady = (
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  reward: Waiting,
  expiresOn: Temporal.PlainDate | null,
  dedupeKey: string,
): Promise<void> => mailRewardsReady(tx, deps, tenant, [{ ...reward, dedupeKey }], expiresOn)

/** The same of many. */
export const mailRewardsReady = (
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  rewards: readonly (Waiting & { dedupeKey: string })[],
  expiresOn: Temporal.PlainDate | null,
): Promise<void> => mailWaiting(tx, deps, tenant, 'rewardReady', rewards, expiresOn)

/** 'Your reward is still waiting', with a new link, at most once a day each. */
export async function mailRewardReminders(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  rewards: readonly (Waiting & { expires_on: string })[],
): Promise<void> {
  const today = deps.clock.today().toString()
  for (const [day, some] of Map.groupBy(rewards, (reward) => reward.expires_on)) {
    const keyed = some.map((reward) => ({
      ...reward,
      dedupeKey: `reward-reminder|${reward.reward_id}|${today}`,
    }))
    await mailWaiting(tx, deps, tenant, 'rewardReminder', keyed, Temporal.PlainDate.from(day))
  }
}

async function mailWaiting(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  template: 'rewardReady' | 'rewardReminder',
  rewards: readonly (Waiting & { dedupeKey: string })[],
  expiresOn: Temporal.PlainDate | null,
): Promise<void> {
  if (rewards.length === 0) return
  const ids = rewards.map((reward) => reward.reward_id)
  const contacts = await findContacts(tx, tenant.code, ids)
  const tokens = await issueRewardTokens(tx, deps, tenant.code, ids, expiresOn)
  await queueMails(
    tx,
    tenant.code,
    rewards.map(({ reward_id: id, cents, dedupeKey }) => {
      const contact = ownerIn(contacts, id)
      return mailTo(deps, contact, template, dedupeKey, {
        amount: formatCents(cents, contact.language),
        productTitle:
          contact.productTitle &&
          titleInMail(contact.productTitle, contact.inSentence, contact.language),
        expiresOn: expiresOn?.toString() ?? null,
        link: rewardLink(tokens.get(id)!),
      })
    }),
  )
}

/** 'Your bank data has arrived': what is paid where and when; in the page's language, if `said` has it. */
export async function mailRewardCollected(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  reward: Pick<Reward, 'reward_id' | 'cents'>,
  said: {
    tokenId: string
    maskedIban: string
    expectedOn: string | null
    locale?: Locale
    again?: boolean // after a returned payment
    named?: boolean // the bank's spelling of the account's owner is confirmed
    held?: boolean // checked before payment
  },
  dedupeKey: string,
): Promise<void> {
  const contact = await contactOf(tx, tenant, reward.reward_id, said.locale)
  await send(tx, deps, tenant, contact, 'rewardCollected', dedupeKey, {
    amount: formatCents(reward.cents, contact.language),
    maskedIban: said.maskedIban,
    expectedOn: said.expectedOn,
    ...(said.again ? { again: 1 } : {}),
    ...(said.named ? { named: 1 } : {}),
    ...(said.held ? { held: 1 } : {}),
    link: rewardLink(said.tokenId),
  })
}

/**
 * The codes are stored by reference in the mail's row and decrypted when sent. In the page's language, if `said` has it. Its link is a new one,
 * since no earlier one shows codes.
 */
export async function mailVoucher(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  reward: Pick<Reward, 'reward_id' | 'cents'>,
  said: { option: RewardOption; locale?: Locale; replaced?: boolean },
  dedupeKey: string,
): Promise<void> {
  const contact = await contactOf(tx, tenant, reward.reward_id, said.locale)
  const { reward_id: id } = reward
  const token = (await issueCodesTokens(tx, deps, tenant, [id])).get(id)!
  await send(tx, deps, tenant, contact, 'voucher', dedupeKey, {
    amount: formatCents(reward.cents, contact.language),
    brand: said.option.title[contact.language],
    picture: said.option.picture,
    redeem: said.option.voucher?.redeem[contact.language] ?? null,
    validity: said.option.voucher?.validity[contact.language] ?? null,
    terms: said.option.voucher?.terms[contact.language] ?? null,
    shop: said.option.voucher?.shopUrl ?? null,
    codes: { vouchersOf: reward.reward_id },
    ...(said.replaced ? { replaced: 1 } : {}),
    link: rewardLink(token),
  })
}

const issueCodesTokens = (tx: Tx, deps: Writing, tenant: Tenant, rewardIds: readonly string[]) =>
  issueRewardTokens(
    tx,
    deps,
    tenant.code,
    rewardIds,
    deps.clock.today().add({ months: tenant.rewardMonths }),
    { codes: true },
  )

/** 'Your code was not looked at', once each; never the code. */
export async function mailVoucherReminders(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  rewards: readonly {
    codes: { reward_id: string; cents: number; codes: number; expires_on: string | null }
    option: RewardOption
  }[],
): Promise<void> {
  if (rewards.length === 0) return
  const ids = rewards.map(({ codes }) => codes.reward_id)
  const contacts = await findContacts(tx, tenant.code, ids)
  const tokens = await issueCodesTokens(tx, deps, tenant, ids)
  const today = deps.clock.today().toString()
  await queueMails(
    tx,
    tenant.code,
    rewards.map(({ codes, option }) => {
      const id = codes.reward_id
      const contact = ownerIn(contacts, id)
      return mailTo(deps, contact, 'voucherReminder', `voucher-reminder|${id}|${today}`, {
        amount: formatCents(codes.cents, contact.language),
        brand: option.title[contact.language],
        count: codes.codes,
        expiresOn: codes.expires_on,
        link: rewardLink(tokens.get(id)!),
      })
    }),
  )
}

function ownerIn(contacts: ReadonlyMap<string, Contact>, rewardId: string): Contact {
  const contact = contacts.get(rewardId)
  if (!contact) throw new Error('A reward belongs to nobody')
  return contact
}

async function contactOf(
  tx: Tx,
  tenant: Tenant,
  rewardId: string,
  locale?: Locale,
): Promise<Contact> {
  const contact = ownerIn(await findContacts(tx, tenant.code, [rewardId]), rewardId)
  return locale ? { ...contact, language: locale } : contact
}

type Template = 'rewardReady' | 'rewardReminder' | 'rewardCollected' | 'voucher' | 'voucherReminder'

const send = (
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  contact: Contact,
  template: Template,
  dedupeKey: string,
  data: MailData,
): Promise<void> => queueMail(tx, tenant.code, mailTo(deps, contact, template, dedupeKey, data))

const mailTo = (
  { clock }: Writing,
  contact: Contact,
  template: Template,
  dedupeKey: string,
  data: MailData,
): NewMail => ({
  template,
  to: contact.email,
  locale: contact.language,
  data: { firstName: contact.firstName, beneficiary: contact.beneficiary, ...data },
  dedupeKey,
  now: clock.now(),
})
