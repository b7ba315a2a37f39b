import {
  isComplete,
  mostNoteLetters,
  refusalReasons,
  refusalText,
  type Refusal,
} from '../domain/refusal.ts'
import { approvalReasons, approvalTexts } from '../domain/review.ts'
import { UsageError } from './command.ts'

type Said = { reason?: string | undefined; note?: string | undefined }

/** A decision with its reason: why as the log keeps it, in German as the console's. */
export function readVerdict(
  decision: 'approve' | 'refuse',
  values: Said,
): { verdict: 'approve' | Refusal; why: string } {
  if (decision === 'refuse') {
    const verdict = readRefusal(values)
    return { verdict, why: refusalText(verdict, 'de') }
  }
  const reason = approvalReasons.find((one) => one === values.reason)
  if (!reason) throw new UsageError(`--reason REASON is missing: ${approvalReasons.join(', ')}`)
  const note = values.note?.trim()
  return { verdict: 'approve', why: [approvalTexts[reason].de, note].filter(Boolean).join(' ') }
}

/** The reason of a refusal, as the person will read it. */
export function readRefusal(values: Said): Refusal {
  const reason = refusalReasons.find((one) => one === values.reason)
  if (!reason) throw new UsageError(`--reason REASON is missing: ${refusalReasons.join(', ')}`)
  const note = values.note?.trim() || null
  if (!isComplete({ reason, note })) throw new UsageError('--note TEXT is missing')
  if ((note?.length ?? 0) > mostNoteLetters)
    throw new UsageError(`--note has ${mostNoteLetters} characters at most`)
  return { reason, note }
}
