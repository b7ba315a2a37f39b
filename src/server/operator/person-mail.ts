import { resendPersonMail as endpoint } from '../../contract/betrieb-person.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { customer } from '../account/customer.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { countTry, day, tooManyRequests } from '../base/limits.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { isOver } from '../referral/find-waiting.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { mailWaiting } from '../referral/resend-recipient-mail.ts'
import { lockReferralOf } from '../referral/store.ts'
import { hasRewardMail, sendRewardMail } from '../reward/resend-reward-mail.ts'
import { findReward } from '../reward/store.ts'
import { serve } from '../serve.ts'
import { accountOf, concernedBy, decideAbout, findPerson, type Person } from './find-person.ts'
import { listCollectable } from './person-page-store.ts'

const mailsPerDay = 5

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
    if (!(await customer.mailLink(tx, call, account, {}))) throw fail('not-found')
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

  async reward(tx, call, person, actor) {
    const { tenant, now: at } = call
    const ids = await listCollectable(tx, tenant.code, concernedBy(person))
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
  },
}
