import { isComplete, refusalReasons, refusalText, type Refusal } from '../../domain/refusal.ts'
import { approvalReasons, approvalTexts } from '../../domain/review.ts'

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

/** The field that is wrong, or null. */
export function wrongReason(
  isApproved: boolean,
  code: string,
  note: string | null,
): 'Grund' | 'Notiz' | null {
  if (isApproved) return approvalReasons.some((one) => one === code) ? null : 'Grund'
  const reason = refusalReasons.find((one) => one === code)
  if (!reason) return 'Grund'
  return isComplete({ reason, note }) ? null : 'Notiz'
}
