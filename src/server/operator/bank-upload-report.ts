import { bankReasonWords } from '../../domain/bank-reasons.ts'
import { mostUploadNotes, type BankUploadNote } from '../../domain/bank-upload.ts'
import type { Locale } from '../../domain/tenant.ts'
import { openAmong, type BankFileReport } from '../payout/bank-file-report.ts'

type Counts = Record<
  | 'newLines'
  | 'openLines'
  | 'invoicesPaid'
  | 'invoicesReversed'
  | 'settled'
  | 'failed'
  | 'asked'
  | 'dueAgain'
  | 'held'
  | 'ended'
  | 'waiting'
  | 'pending'
  | 'alreadyDone'
  | 'unclear',
  number
>
/** `codes`: the bank's reasons. `detail`: ours, in English. */
type Note = { kind: BankUploadNote; id: string; codes?: string; detail?: string }

/** What is kept of what a file did: all numbers, and of what somebody looks at the first of each kind. Ids of the bank and ours, no names. */
export type KeptReport = Counts &
  Pick<BankFileReport, 'kind' | 'payees'> & { notes: readonly Note[] }

const longest = 300

export function keepReport(report: BankFileReport): KeptReport {
  const named = [...report.unknown, ...report.unidentified].map((id) => ({ id }))
  const open = openAmong(named, report.keptOpen)
  const unclear = named.filter((one) => !open.includes(one))
  const failed = (kind: BankUploadNote, some: BankFileReport['held']) =>
    some.map(({ id, reasonCode }): Note => ({ kind, id, ...(reasonCode && { codes: reasonCode }) }))
  const notes: Note[][] = [
    report.waiting.map((id) => ({ kind: 'waiting', id })),
    [
      ...report.refused.map(({ id, reason }): Note => ({ kind: 'unclear', id, detail: reason })),
      ...unclear.map(({ id }): Note => ({ kind: 'unclear', id })),
    ],
    open.map(({ id }) => ({ kind: 'open', id })),
    failed('due-again', report.dueAgain),
    failed('held', report.held),
    failed('ownerless', report.ownerless),
  ]
  const { kind, payees, settled, ended, pending, alreadyDone } = report
  const { newLines, openLines, invoicesPaid, invoicesReversed } = report
  const [asked, dueAgain] = [report.rejected + report.returned, report.dueAgain.length]
  const held = report.held.length + report.ownerless.length
  return {
    kind,
    payees,
    newLines,
    openLines,
    invoicesPaid,
    invoicesReversed,
    settled,
    failed: asked + dueAgain + held + ended,
    asked,
    dueAgain,
    held,
    ended,
    waiting: report.waiting.length,
    pending,
    alreadyDone,
    unclear: report.refused.length + unclear.length,
    notes: notes.flatMap((some) =>
      some.slice(0, mostUploadNotes).map((note) => ({
        ...note,
        id: note.id.slice(0, longest),
        ...(note.detail && { detail: note.detail.slice(0, longest) }),
      })),
    ),
  }
}

export const showReport = ({ notes, ...counts }: KeptReport, locale: Locale) => ({
  ...counts,
  notes: notes.map(({ kind, id, codes, detail }) => ({
    kind,
    id,
    reasons: codes === undefined ? null : bankReasonWords(codes, locale),
    detail: detail ?? null,
  })),
})
