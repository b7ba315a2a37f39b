import { errorCatalogue } from '../../domain/errors.ts'
import type { Listener } from '../../domain/say.ts'
import { describeRefusal } from '../order/describe-order-line.ts'
import type { FileLine } from '../order/read-order-file.ts'
import type { LineResult } from './import-lines.ts'

/**
 * A trial leaves nothing behind, so a line that repeats an earlier one of its file would be new again. Says what it will be once that one is
 * in.
 */
export function repeatedLine(lines: readonly FileLine[], listener: Listener) {
  const first = new Map<string, Record<string, string>>()
  const earlier = lines.map((line) => {
    if ('error' in line) return undefined
    const number = line.order['ExterneAuftragsnummer']?.trim()
    if (!number) return undefined
    const before = first.get(number)
    if (!before) first.set(number, line.order)
    return before
  })
  return (at: number, tried: LineResult): LineResult => {
    const [line, before] = [lines[at], earlier[at]]
    const isTaken = tried.result === 'neu' || tried.result === 'storniert'
    if (!line || 'error' in line || !before || !isTaken) return tried
    const differing = [...new Set([...Object.keys(before), ...Object.keys(line.order)])].filter(
      (field) => field !== 'Status' && before[field] !== line.order[field],
    )
    if (differing.length === 0) {
      const isCancelled = line.order['Status'] === 'storniert' && before['Status'] !== 'storniert'
      return { ...tried, result: isCancelled ? 'storniert' : 'unveraendert' }
    }
    const error = 'idempotency-mismatch'
    return {
      externalNumber: tried.externalNumber,
      result: 'fehler',
      errorCode: errorCatalogue[error].code,
      message: describeRefusal(error, differing, listener),
    }
  }
}
