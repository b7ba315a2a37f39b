import { isComplete, mostNoteLetters, refusalReasons, type Refusal } from '../domain/refusal.ts'
import { UsageError } from './command.ts'

/** The reason of a refusal, as the person will read it. */
export function readRefusal(values: {
  reason?: string | undefined
  note?: string | undefined
}): Refusal {
  const reason = refusalReasons.find((one) => one === values.reason)
  if (!reason) throw new UsageError(`--reason REASON is missing: ${refusalReasons.join(', ')}`)
  const note = values.note?.trim() || null
  if (!isComplete({ reason, note })) throw new UsageError('--note TEXT is missing')
  if ((note?.length ?? 0) > mostNoteLetters)
    throw new UsageError(`--note has ${mostNoteLetters} characters at most`)
  return { reason, note }
}
