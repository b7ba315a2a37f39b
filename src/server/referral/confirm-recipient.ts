import { confirmRecipient as endpoint } from '../../contract/empfaenger.ts'
import { channelOf } from '../../domain/channels.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { confirmRecipientData } from './confirm-recipient-data.ts'
import { mailStep } from './mail-step.ts'
import { issueRecipientToken } from './issue-recipient-token.ts'
import {
  findRecipient,
  lockConfirmed,
  resolveRecipient,
  type RecipientWithReferral,
} from './recipient-store.ts'
import { recipientView } from './recipient-view.ts'
import { lockReferralOf } from './store.ts'

/**
 * Confirms by mailed token and returns the token of the recipient's page. A repeated link is a no-op without a token: a link
 * opens something once.
 */
export const confirmRecipient = serve(endpoint, async (call) => {
  const { tenant, body, now } = call
  const confirm = async (tx: Tx) => {
    const find = () => findToken(tx, tenant.code, 'confirm-recipient', body.token)
    const asked = await find()
    if (!asked) throw fail('link-expired')
    // Lock order: the entry to merge into, the referral, then the link, since an entry may have two links (resendRecipientMail)
    // and merging touches both. A corrected address (create-recipient.ts) has revoked the link.
    const [, , token] = await together([
      () => lockConfirmed(tx, tenant.code, asked.subject),
      () => lockReferralOf(tx, tenant.code, asked.subject),
      () => find(),
    ])
    const state = tokenState(token, now)
    if (!token || state === 'expired') throw fail('link-expired')
    const first = state === 'valid' && (await useToken(tx, tenant.code, token.token_id, now))
    const found = first
      ? await confirmByOwner(tx, call, token.subject)
      : await resolveRecipient(tx, tenant.code, token.subject)
    const own =
      first && found ? await issueRecipientToken(tx, call, found.number, { mailed: true }) : null
    return { recipient: found, opened: own?.text ?? null }
  }
  const { recipient, opened } = await retryConflict(() => call.transaction(confirm))
  if (recipient?.state !== 'confirmed') throw fail('token-used')
  return { ...recipientView(call, recipient), token: opened }
})

/** Confirms the entry of a proven mailbox owner, by any mailed link; returns the one that counts. */
export async function confirmByOwner(
  tx: Tx,
  call: Parameters<typeof recordGoal>[1] & Pick<Call, 'deps' | 'tenant' | 'now'>,
  number: string,
): Promise<RecipientWithReferral | undefined> {
  const { deps, tenant, now } = call
  const before = await findRecipient(tx, tenant.code, number)
  const actor = { kind: 'recipient', id: number } as const
  await confirmRecipientData(tx, tenant.code, number, { actor, now, byOwner: true })
  const found = await resolveRecipient(tx, tenant.code, number)
  // A second link to the entry confirms nothing new.
  if (!found || before?.state !== 'accepted') return found
  const way = { channel: channelOf(found.channel), campaign: found.campaign }
  await recordGoal(tx, call, 'recipient-confirmed', way)
  const referral = found.referral_number
  await mailStep(tx, deps, tenant, { template: 'contactAccepted', referral, of: found.number })
  return found
}
