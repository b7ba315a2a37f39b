import { resendRecipientMail as endpoint } from '../../contract/empfaenger.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { useSolution } from '../access/use-solution.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { goesOn } from '../../domain/referral.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { isOver, lastDayOf } from './find-waiting.ts'
import { mailAcceptedBefore, mailConfirmation } from './mail-confirmation.ts'
import {
  findConfirmedMailbox,
  findOwnRecipient,
  findReferralOffer,
  type RecipientWithReferral,
} from './recipient-store.ts'
import { recipientOf, viewFor } from './recipient-view.ts'
import { lockReferralOf } from './store.ts'

/** Resends the confirmation link, within the mailbox's limits. If confirmed already, a no-op without mail. */
export const resendRecipientMail = serve(endpoint, async (call) => {
  const { tenant, query, today } = call
  const asked = recipientOf(call.caller)
  const recipient = await call.transaction(async (tx) => {
    // Parallel confirmations or corrections are done once we hold the lock.
    const [, found, solved] = await together([
      () => lockReferralOf(tx, tenant.code, asked),
      () => findOwnRecipient(tx, tenant.code, asked),
      () => useSolution(tx, call, query.captcha),
    ])
    if (found?.state === 'confirmed') return found
    if (!found || isOver(found, today)) throw fail('recipient-token-invalid')
    await mailWaiting(tx, call, found, actorOf(call.caller))
    await checkMailLimit(tx, call, found.email, solved)
    return found
  })
  return viewFor(call, recipient)
})

/** The mail that a contact who has not confirmed waits for. @throws referral-expired */
export async function mailWaiting(
  tx: Tx,
  call: Parameters<typeof mailConfirmation>[1],
  found: RecipientWithReferral,
  actor: Actor,
): Promise<void> {
  const { tenant, now } = call
  const [referral, confirmed] = await together([
    () => findReferralOffer(tx, tenant.code, found.referral_number),
    () =>
      findConfirmedMailbox(tx, tenant.code, {
        referral: found.referral_number,
        email: found.email,
      }),
  ])
  if (!referral || !goesOn(referral)) throw fail('referral-expired')
  await together([
    () =>
      confirmed
        ? mailAcceptedBefore(tx, call, confirmed, referral)
        : mailConfirmation(tx, call, found, referral, { until: lastDayOf(found), again: true }),
    () =>
      audit(tx, tenant.code, {
        at: now,
        actor,
        action: 'resend-recipient-mail',
        subjectKind: 'recipient',
        subjectId: found.number,
      }),
  ])
}
