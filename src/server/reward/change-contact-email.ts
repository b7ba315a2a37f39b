import { maskEmail } from '../../domain/mask-email.ts'
import { ownerActor, type EmailOwner } from '../account/email-owner.ts'
import { linkToObject } from '../account/link-to-object.ts'
import { audit } from '../base/audit-store.ts'
import { revokeContactLinks } from '../base/link-store.ts'
import { closeProofs } from '../base/proof-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { confirmByOwner } from '../referral/confirm-recipient.ts'
import { listEntries, setContactEmail } from '../referral/correct-contact-store.ts'
import { mailAcceptedBefore } from '../referral/mail-confirmation.ts'
import {
  findConfirmedMailbox,
  findReferralOffer,
  lockConfirmed,
  type Recipient,
} from '../referral/recipient-store.ts'
import { refusalOf } from '../referral/refuse-recipient.ts'
import { lockReferralOf } from '../referral/store.ts'
import { lockUnpaidOfContacts } from './account-end-store.ts'
import { holdAfterCorrection } from './hold-after-correction.ts'
import { listProven } from './recipient-account-store.ts'

type Moved = {
  owner: EmailOwner
  from: string
  email: string
  askedBy: string
  token: string // of the wish
}

/**
 * All of a contact's entries go to the address that has just proven itself; one that waited for its confirmation is confirmed by
 * that. Links mailed to the old address end, what was earned waits for a review, and the old address is told.
 */
export async function changeContactEmail(
  tx: Tx,
  call: Call,
  { owner, from, email, askedBy, token }: Moved,
): Promise<void> {
  const { tenant, now } = call
  const entries = await listEntries(tx, tenant.code, from)
  if (entries.length === 0) throw fail('link-expired')
  const numbers = entries.map(({ number }) => number)
  for (const entry of entries) await move(tx, call, entry, email)
  await revokeContactLinks(tx, tenant.code, numbers, now)
  for (const entry of entries) await welcome(tx, call, entry)
  const rewards = await lockUnpaidOfContacts(tx, tenant.code, numbers)
  await holdAfterCorrection(tx, call, rewards, askedBy)
  for (const subjectId of numbers)
    await audit(tx, tenant.code, {
      at: now,
      actor: ownerActor(owner),
      action: 'change-email',
      subjectKind: 'recipient',
      subjectId,
      details: { askedBy },
    })
  await queueMail(tx, tenant.code, {
    template: 'emailChanged',
    to: from,
    locale: owner.language,
    data: {
      firstName: owner.firstName,
      lastName: owner.lastName, // which no longer belongs to this mailbox
      maskedEmail: maskEmail(email),
      moved: null,
      contact: 1,
      link: await linkToObject(tx, call, { id: owner.id, email: from }, token),
    },
    dedupeKey: `email-changed|${token}`,
    now,
  })
}

async function move(tx: Tx, call: Call, entry: Recipient, email: string): Promise<void> {
  const { deps, tenant, now } = call
  const { number, state } = entry
  // Confirmed ones are locked before their referral, as always (order/store.ts).
  if (state === 'confirmed') await lockConfirmed(tx, tenant.code, number)
  await lockReferralOf(tx, tenant.code, number)
  await checkContactEmail(tx, call, entry, email)
  if (state === 'confirmed') {
    const proven = await listProven(tx, tenant.code, number)
    await closeProofs(tx, deps.keys, tenant.code, entry.email, proven, now)
  }
  if (!(await setContactEmail(tx, tenant.code, number, { from: entry.email, to: email, at: now })))
    throw fail('link-expired')
}

/** Whether an entry may have this address. @throws email-exists: another entry of the recommendation has it */
export async function checkContactEmail(
  tx: Tx,
  call: Pick<Call, 'tenant' | 'caller'>,
  entry: Recipient,
  email: string,
): Promise<void> {
  const { code } = call.tenant
  const offer = await findReferralOffer(tx, code, entry.referral_number)
  const refused = offer ? refusalOf(call, offer, email) : null
  if (refused) throw fail(refused)
  const other = await findConfirmedMailbox(tx, code, { referral: entry.referral_number, email })
  if (other && other.number !== entry.number) throw fail('email-exists')
}

/** The way to the own page, under the new address. */
async function welcome(tx: Tx, call: Call, { number }: Recipient): Promise<void> {
  const found = await confirmByOwner(tx, call, number)
  if (!found) return
  const offer = await findReferralOffer(tx, call.tenant.code, found.referral_number)
  if (offer) await mailAcceptedBefore(tx, call, found, offer, { corrected: true })
}
