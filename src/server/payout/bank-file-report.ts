import type { PayeeResult } from '../../domain/payee-check.ts'
import type { StatementKind } from '../gateways/bank-files/read-statements.ts'

export type BankFileReport = {
  kind: 'pain.002' | 'vop' | StatementKind | 'zip' // vop: of the check of payees
  /** Lines of the account that no file had before, and those of this one that are open items. */
  newLines: number
  openLines: number
  /** Invoices that lines of this file pay. */
  invoicesPaid: number
  /** Invoices whose payment the bank takes back by lines of this file, or had taken back by earlier ones. */
  invoicesReversed: number
  /** Payments by what the check of their payees found, as far as it was news. */
  payees: Record<PayeeResult, number>
  settled: number
  rejected: number
  returned: number
  // `reasonCode`: all of the bank's, as stored.
  /** Failed through our file, our account or a bank in between: in the next batch unchanged, without mail. */
  dueAgain: { id: string; reasonCode: string | null }[]
  /** Failed for an unclear reason, or one that a retry could make worse: `payout decide`. */
  held: { id: string; reasonCode: string | null }[]
  /** Failed, of erased people: nobody can be asked for another account. */
  ownerless: { id: string; reasonCode: string | null }[]
  /** Failed and no longer owed, as their orders were cancelled. */
  ended: number
  /** Accepted, in progress or booked for later: unchanged. */
  pending: number
  /** Reported before. */
  alreadyDone: number
  /** Ids of payments, blocks and files of other tenants. */
  unknown: string[]
  /** Descriptions of lines without a usable id; not applied. */
  unidentified: string[]
  /** Those of these two that are of lines that are open items. What is of explained lines is in none of them. */
  keptOpen: string[]
  /** The open lines that `keptOpen` is of, one for each. */
  keptLines: string[]
  /** Money that came back or never left, waiting for a second person. */
  waiting: string[]
  /** Contradictions to the books, and what is one's own, not applied; for an operator. */
  refused: { id: string; reason: string }[]
}

/** Of what is of no payment, what stands in the list of open items; one id can be in both. */
export function openAmong<T extends { id: string }>(
  said: readonly T[],
  kept: readonly string[],
): T[] {
  const left = [...kept]
  return said.filter(({ id }) => {
    const at = left.indexOf(id)
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
}
