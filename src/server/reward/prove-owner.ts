import {
  confirmContactAddress,
  sendContactCode,
  showContactProof,
} from '../../contract/empfaenger-konto.ts'
import {
  confirmRewardAddress,
  sendRewardCode,
  showRewardProof,
} from '../../contract/praemierung.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { readProof, sendCode, takeCode, type Mailbox } from '../access/prove-address.ts'
import type { Call, Caller } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientOf } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { rewardOf } from './reward-call.ts'
import { findContact } from './store.ts'

type Asked = Pick<Call, 'deps' | 'tenant' | 'request' | 'realNow' | 'caller'>

/** Whether somebody came by a mailed link alone: who logged in with a password or at the provider did not. */
const cameByLink = (caller: Caller): boolean =>
  caller.kind === 'recipient' ||
  (caller.kind === 'reward' && !(caller.bySession && caller.opensCodes))

/** Refuses an account for money from whoever came by a mailed link alone, until their address is confirmed in this browser. */
export async function requireProof(tx: Tx, call: Asked, rewardId: string): Promise<void> {
  if (!cameByLink(call.caller)) return
  const owner = await findContact(tx, call.tenant.code, rewardId)
  if (!owner || (await readProof(tx, call, owner.email)) !== 'proved')
    throw fail('address-unconfirmed')
}

async function ownerOf(tx: Tx, { caller, tenant }: Asked): Promise<Mailbox> {
  if (caller.kind === 'recipient') {
    const found = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!found) throw fail('recipient-token-invalid')
    requireOwner(caller, found)
    const { email, first_name: firstName, language } = found
    return { email, firstName, language, page: 'RecipientArea' }
  }
  const owner = await findContact(tx, tenant.code, rewardOf(caller).rewardId)
  if (!owner) throw fail('reward-token-invalid')
  return { ...owner, page: 'Reward' }
}

const view = (call: Asked, { email }: Mailbox) =>
  withTenant(call.deps.db, call.tenant.code, async (tx) => {
    const known = cameByLink(call.caller) ? await readProof(tx, call, email) : 'proved'
    return {
      confirmed: known === 'proved',
      waitsForCode: known === 'waits',
      maskedEmail: maskEmail(email),
    }
  })

const findOwner = (call: Asked) =>
  withTenant(call.deps.db, call.tenant.code, (tx) => ownerOf(tx, call))

const show = async (call: Asked) => view(call, await findOwner(call))

async function send(call: Call) {
  const owner = await findOwner(call)
  await sendCode(call, owner)
  return { confirmed: false, waitsForCode: true, maskedEmail: maskEmail(owner.email) }
}

async function confirm(call: Call<unknown, unknown, { code: string }>) {
  const owner = await findOwner(call)
  await takeCode(call, owner.email, call.body.code)
  return { confirmed: true, waitsForCode: false, maskedEmail: maskEmail(owner.email) }
}

export const proveOwner = [
  serve(showRewardProof, show),
  serve(sendRewardCode, send),
  serve(confirmRewardAddress, confirm),
  serve(showContactProof, show),
  serve(sendContactCode, send),
  serve(confirmContactAddress, confirm),
]
