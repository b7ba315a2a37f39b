import type { z } from 'zod'
import type { ownClaim } from '../../contract/nachbuchung.ts'
import { claimRefusalText, type ClaimState } from '../../domain/claim.ts'
import type { OwnClaim } from '../base/claim-store.ts'

export type ClaimView = z.output<typeof ownClaim>

const stands = {
  open: 'offen',
  matched: 'gefunden',
  accepted: 'gefunden',
  refused: 'abgelehnt',
  withdrawn: 'zurueckgezogen',
} as const satisfies Record<ClaimState, ClaimView['state']>

/** A claim as its maker reads it. */
export const claimView = (claim: OwnClaim, locale: 'de' | 'en'): ClaimView => ({
  id: claim.claim_id,
  referralNumber: claim.referral_number,
  product: claim.product[locale],
  orderNumber: claim.external_number,
  contractOn: claim.contract_on,
  note: claim.note,
  hasFile: claim.has_file,
  state: stands[claim.state],
  madeAt: claim.made_at.toString(),
  answerBy: claim.answer_by,
  closedAt: claim.closed_at?.toString() ?? null,
  refusal: claim.refusal_reason
    ? claimRefusalText(claim.refusal_reason, claim.refusal_note, locale)
    : null,
})
