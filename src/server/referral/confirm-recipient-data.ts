import { changeRecipient } from '../../domain/recipient.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { conflict } from '../db/retry-conflict.ts'
import {
  findConfirmedMailbox,
  findRecipient,
  isHeld,
  markConfirmed,
  mergeRecipient,
} from './recipient-store.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { lockReferral } from './store.ts'

/**
 * Confirms a recipient, by mailed link or a contract confirmed by the provider. If the mailbox is confirmed in this referral
 * already, the new entry is merged. Idempotent. Returns the number that counts; null for none or withdrawn. The caller has
 * locked with lockConfirmed, and retries after a conflict (retry-conflict.ts).
 */
export async function confirmRecipientData(
  tx: Tx,
  tenant: string,
  number: string,
  by: { actor: Actor; now: Temporal.Instant; byOwner?: boolean },
): Promise<string | null> {
  const asked = await findRecipient(tx, tenant, number)
  if (!asked) return null
  // Serialises confirmations of one mailbox in a referral; earlier reads may be stale.
  await lockReferral(tx, tenant, asked.referral_number)
  const first = await findConfirmedMailbox(tx, tenant, {
    referral: asked.referral_number,
    email: asked.email,
  })
  if (first?.number === number) return number
  const recipient = await findRecipient(tx, tenant, number)
  if (!recipient) return null
  if (changeRecipient(recipient.state, 'confirmed').kind !== 'changed') return first?.number ?? null
  if (first) {
    if (!(await isHeld(tx, tenant, first.number)))
      throw conflict('Who stays was confirmed meanwhile')
    await mergeRecipient(tx, tenant, number, first.number, { byOwner: by.byOwner === true })
  } else if (!(await markConfirmed(tx, tenant, { number, at: by.now }))) return null
  await audit(tx, tenant, {
    at: by.now,
    actor: by.actor,
    action: first ? 'merge-recipient' : 'confirm-recipient',
    subjectKind: 'recipient',
    subjectId: number,
    change: {
      before: { confirmed: false },
      after: first ? { confirmed: true, into: first.number } : { confirmed: true },
    },
  })
  const confirmed = first?.number ?? number
  // A contract may have come before its person.
  await enqueue(tx, tenant, 'match-unmatched', { recipientNumber: confirmed })
  return confirmed
}
