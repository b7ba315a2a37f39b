import { resendPersonMail as endpoint } from '../../contract/betrieb-person.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { mailLink } from '../access/mail-link.ts'
import { customer } from '../account/customer.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { isUuid, uuidv7 } from '../base/uuid.ts'
import { countTry, day, tooManyRequests } from '../base/limits.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import type { Locale } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import { renewLinks } from '../mail/renew-links.ts'
import { queueMail, type MailData } from '../mail/store.ts'
import { isOver } from '../referral/find-waiting.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { mailWaiting } from '../referral/resend-recipient-mail.ts'
import { lockReferralOf } from '../referral/store.ts'
import { hasRewardMail, sendRewardMail } from '../reward/resend-reward-mail.ts'
import { findReward } from '../reward/store.ts'
import { serve } from '../serve.ts'
import {
  accountOf,
  concernedBy,
  decideAbout,
  findPerson,
  subjectOf,
  type Person,
} from './find-person.ts'
import { listAnnounced, listTakenVouchers, listToldMails } from './person-mails-store.ts'
import { listCollectable } from './person-page-store.ts'

export const mailsPerDay = 5

type MailCall = Call<unknown, unknown, BodyOf<typeof endpoint>>

/** Sends again what somebody waits for. A limit per person, whoever asks for it. */
export const resendPersonMail = serve(endpoint, async (call) => {
  const { deps, tenant, params, body, realNow } = call
  const { code } = tenant
  const { id } = await withTenant(deps.db, code, (tx) => findPerson(tx, code, params.person))
  const bucket = `person-mail|${body.mail}|${id}`
  const wait = await withTenant(deps.db, code, (tx) =>
    countTry(tx, code, [{ bucket, most: mailsPerDay, windowSeconds: day }], realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
  return call.transaction(async (tx) => {
    const { person, actor } = await decideAbout(tx, call, id, body.reason)
    return { sent: await senders[body.mail](tx, call, person, actor) }
  })
})

type Send = (tx: Tx, call: MailCall, person: Person, actor: Actor) => Promise<number>

const senders: Record<MailCall['body']['mail'], Send> = {
  async access(tx, call, person, actor) {
    const { tenant, now } = call
    const account = accountOf(person)
    refuseBlocked(tenant, account)
    if (!(await mailLink(tx, call, customer, account))) throw fail('not-found')
    await audit(tx, tenant.code, {
      at: now,
      actor,
      action: 'send-access-mail',
      subjectKind: 'account',
      subjectId: account.account_id,
    })
    return 1
  },

  async confirmation(tx, call, { contacts }, actor) {
    let sent = 0
    for (const { number, state } of contacts) {
      if (state !== 'accepted') continue
      await lockReferralOf(tx, call.tenant.code, number)
      const found = await findOwnRecipient(tx, call.tenant.code, number)
      if (found?.state !== 'accepted' || isOver(found, call.today)) continue
      await mailWaiting(tx, { ...call, locale: found.language }, found, actor)
      sent++
    }
    return sent
  },

  reward: async (tx, call, person, actor) =>
    sendAboutRewards(
      tx,
      call,
      await listCollectable(tx, call.tenant.code, concernedBy(person)),
      actor,
    ),

  collected: async (tx, call, person, actor) =>
    sendAboutRewards(
      tx,
      call,
      await listAnnounced(tx, call.tenant.code, concernedBy(person)),
      actor,
    ),

  async voucher(tx, call, person, actor) {
    const { code } = call.tenant
    const taken = await listTakenVouchers(tx, code, concernedBy(person))
    const asked = taken.find(({ reward_id }) => reward_id === call.body.id)
    if (!asked || asked.moved) return 0
    return sendAboutRewards(tx, call, [asked.reward_id], actor)
  },

  async sent(tx, call, person, actor) {
    const { tenant, body, now: at } = call
    const id = body.id ?? ''
    const [mail] = isUuid(id) ? await listToldMails(tx, tenant.code, person.email, id) : []
    if (!mail) return 0
    const again = uuidv7()
    await queueMail(tx, tenant.code, {
      template: mail.template,
      to: person.email,
      locale: mail.locale as Locale,
      data: await renewLinks(tx, call, mail.data as MailData, isOf(tx, tenant.code, person)),
      dedupeKey: `${mail.dedupe_key}|again|${again}`,
      now: at,
    })
    await audit(tx, tenant.code, {
      at,
      actor,
      action: 'mail-resent',
      ...subjectOf(person),
      details: { mail: mail.mail_id, template: mail.template },
    })
    return 1
  },
}

/** Whether a link opens a page of this person. */
const isOf =
  (tx: Tx, tenant: string, person: Person) =>
  async ({ kind, subject }: { kind: string; subject: string }) => {
    const { accounts, recipients } = concernedBy(person)
    if (kind === 'recipient') return recipients.includes(subject)
    const reward = await findReward(tx, tenant, subject)
    return reward?.beneficiary === 'recipient'
      ? recipients.includes(reward.recipient_number ?? '')
      : accounts.includes(reward?.account_id ?? '')
  }

async function sendAboutRewards(tx: Tx, call: MailCall, ids: readonly string[], actor: Actor) {
  const { tenant, now: at } = call
  let sent = 0
  for (const subjectId of ids) {
    const reward = await findReward(tx, tenant.code, subjectId)
    if (!reward || !hasRewardMail(reward, call)) continue
    await sendRewardMail(tx, call, tenant, reward)
    const action = 'reward-mail-resent'
    await audit(tx, tenant.code, { at, actor, action, subjectKind: 'reward', subjectId })
    sent++
  }
  return sent
}
