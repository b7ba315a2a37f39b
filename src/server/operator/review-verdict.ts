import { isComplete, refusalReasons, refusalText, type Refusal } from '../../domain/refusal.ts'
import type { ReviewReason } from '../../domain/eligibility.ts'
import { approvalReasons, approvalTexts, decisionReasons } from '../../domain/review.ts'

/** A decision by its reason, with what the log says about why. */
export function verdictOf(
  code: string,
  note: string | null,
): { verdict: 'approve' | Refusal; why: string } {
  const approval = approvalReasons.find((one) => one === code)
  if (approval)
    return {
      verdict: 'approve',
      why: [approvalTexts[approval].de, note].filter((part) => part !== null).join(' '),
    }
  const reason = refusalReasons.find((one) => one === code)
  if (!reason) throw new Error(`No reason of a decision: ${code}`)
  return { verdict: { reason, note }, why: refusalText({ reason, note }, 'de') }
}

/** The field that is wrong, or null. @param held why the rewards are held, by case */
export function wrongReason(
  held: readonly (readonly ReviewReason[])[],
  isApproved: boolean,
  { code, note }: { code: string; note: string | null },
): 'Grund' | 'Notiz' | null {
  const { approve, refuse } = decisionReasons(held)
  if (isApproved) return approve.some((one) => one === code) ? null : 'Grund'
  const reason = refuse.find((one) => one === code)
  if (!reason) return 'Grund'
  return isComplete({ reason, note }) ? null : 'Notiz'
}
