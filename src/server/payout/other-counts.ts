import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { bankStatus } from '../../domain/payout.ts'
import type { StatusCounts, StatusReport } from '../gateways/bank-files/read-status-report.ts'
import type { Payout } from './store.ts'

/**
 * Why a report's counts by status contradict its contents, or null. `whole`: its status for unnamed payments; a final one
 * applies to all of them, any other leaves them open.
 */
export function otherCounts(
  levels: readonly StatusCounts[],
  transactions: StatusReport['transactions'],
  whole: string | undefined,
  payouts: readonly Pick<Payout, 'end_to_end_id'>[],
): string | null {
  const said = new Map<string, ReturnType<typeof bankStatus>>()
  for (const { endToEndId, status } of transactions) {
    const kind = bankStatus(status)
    if (kind !== 'pending' || !said.has(endToEndId)) said.set(endToEndId, kind)
  }
  const unnamed = payouts.filter((payout) => !said.has(payout.end_to_end_id)).length
  const rest = whole === undefined ? 'pending' : bankStatus(whole)
  for (const { perStatus = [] } of levels)
    for (const kind of new Set(perStatus.map(({ status }) => bankStatus(status)))) {
      const counted = perStatus.filter(({ status }) => bankStatus(status) === kind)
      const count = counted.reduce((total, one) => total + one.count, 0)
      const named = [...said.values()].filter((one) => one === kind).length
      const least = rest === kind && rest !== 'pending' ? named + unnamed : named
      const most = rest === kind || rest === 'pending' ? named + unnamed : named
      if (count >= least && count <= most) continue
      const codes = [...new Set(counted.map(({ status }) => status))].join(' or ')
      return bankFileReason('other-counts', count, codes, count < least ? least : most)
    }
  return null
}
