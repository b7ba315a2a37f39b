import { createHash } from 'node:crypto'
import type { Tx } from '../db/connection.ts'

/** Keeps proof of who agreed to which text, when: the text itself once, and a row for each person. */
export async function recordConsent(
  tx: Tx,
  tenant: string,
  consent: {
    subjectKind: 'account' | 'referral' | 'recipient'
    subjectId: string
    kind: string // 'terms', 'eligibility', 'newsletter', 'advertising'
    version: string
    text: string
    given: boolean
    at: Temporal.Instant
  },
): Promise<void> {
  const textHash = createHash('sha256').update(consent.text).digest('base64url')
  await tx
    .insertInto('consent_texts')
    .values({ tenant, text_hash: textHash, text: consent.text })
    .onConflict((conflict) => conflict.columns(['tenant', 'text_hash']).doNothing())
    .execute()
  await tx
    .insertInto('consents')
    .values({
      tenant,
      subject_kind: consent.subjectKind,
      subject_id: consent.subjectId,
      kind: consent.kind,
      version: consent.version,
      text_hash: textHash,
      given: consent.given,
      at: consent.at.toString(),
    })
    .execute()
}
