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
import { lockReferral } from './store.ts'

/**
 * Confirms a recipient's data: by the mailed link, or because the provider confirmed a contract. Where the same mailbox is
 * confirmed in this referral already, the newcomer is merged into that one. Done twice it is done once. Answers the number
 * that counts from now on; null for nobody and for one who withdrew. The caller has locked with lockConfirmed, and begins anew when
 * somebody was faster (retry-conflict.ts).
 */
export async function confirmRecipientData(
  tx: Tx,
  tenant: string,
  number: string,
  by: { actor: Actor; now: Temporal.Instant; byOwner?: boolean },
): Promise<string | null> {
  const asked = await findRecipient(tx, tenant, number)
  if (!asked) return null
  // Two confirmations of one mailbox in one referral wait for each other here; what was read before may be old by now.
  await lockReferral(tx, tenant, asked.referral_number)
  const first = await findConfirmedMailbox(tx, tenant, asked.referral_number, asked.email)
  if (first?.number === number) return number
  const recipient = await findRecipient(tx, tenant, number)
  if (!recipient) return null
  if (changeRecipient(recipient.state, 'confirmed').kind !== 'changed') return first?.number ?? null
  if (first) {
    if (!(await isHeld(tx, tenant, first.number)))
      throw conflict('Who stays was confirmed meanwhile')
    await mergeRecipient(tx, tenant, number, first.number, { byOwner: by.byOwner === true })
  } else if (!(await markConfirmed(tx, tenant, number, by.now))) return null
  await audit(tx, tenant, {
    at: by.now,
    actor: by.actor,
    action: first ? 'merge-recipient' : 'confirm-recipient',
    subjectKind: 'recipient',
    subjectId: number,
    ...(first ? { details: { into: first.number } } : {}),
  })
  return first?.number ?? number
}
