import {
  readBankFileReason,
  sayBankFileReason,
  type BankFileReason,
} from '../../domain/bank-file-reasons.ts'
import { bankReasonWords } from '../../domain/bank-reasons.ts'
import { mostUploadNotes, type BankUploadNote } from '../../domain/bank-upload.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { BankFileReport } from '../payout/bank-file-report.ts'
import type { NamedInFile } from './bank-upload-named-store.ts'

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
/** `codes`: the bank's reasons. `why`: ours, with its values. `detail`: in English, of what has no code. `line`: of the statement. */
type Note = {
  kind: BankUploadNote
  id: string
  codes?: string
  why?: BankFileReason
  values?: string[]
  detail?: string
  line?: string
}

/** What is kept of what a file did: all numbers, and of what somebody looks at the first of each kind. Ids of the bank and ours, no names. */
export type KeptReport = Counts &
  Pick<BankFileReport, 'kind' | 'payees'> & { notes: readonly Note[] }

const longest = 300
const cut = (text: string) => text.slice(0, longest)

function ours(reason: string): Pick<Note, 'why' | 'values' | 'detail'> {
  const read = readBankFileReason(reason)
  return read ? { why: read.code, values: read.values.map(cut) } : { detail: cut(reason) }
}

export function keepReport(report: BankFileReport): KeptReport {
  const kept = report.keptOpen.map((said, at) => ({ said, line: report.keptLines[at] }))
  const open: Note[] = []
  const unclear: Note[] = []
  const sort = (id: string, why: BankFileReason) => {
    const at = kept.findIndex(({ said }) => said === id)
    const [found] = at === -1 ? [] : kept.splice(at, 1)
    if (found) open.push({ kind: 'open', id, ...(found.line && { line: found.line }) })
    else unclear.push({ kind: 'unclear', id, why, values: [] })
  }
  for (const id of report.unknown) sort(id, 'not-ours')
  for (const id of report.unidentified) sort(id, 'names-nothing')
  const failed = (kind: BankUploadNote, some: BankFileReport['held']) =>
    some.map(({ id, reasonCode }): Note => ({ kind, id, ...(reasonCode && { codes: reasonCode }) }))
  const notes: Note[][] = [
    report.waiting.map((id) => ({ kind: 'waiting', id })),
    [
      ...report.refused.map(({ id, reason }): Note => ({ kind: 'unclear', id, ...ours(reason) })),
      ...unclear,
    ],
    open,
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
        id: cut(note.id),
      })),
    ),
  }
}

export const idsIn = ({ notes }: KeptReport): string[] => notes.map(({ id }) => id)

export const showReport = (
  { notes, ...counts }: KeptReport,
  named: ReadonlyMap<string, NamedInFile>,
  locale: Locale,
) => ({
  ...counts,
  notes: notes.map(({ kind, id, codes, line, ...own }) => {
    // Those that were kept before reasons had codes.
    const { why, values = [], detail } = own.detail ? { ...own, ...ours(own.detail) } : own
    const about = named.get(id)
    return {
      kind,
      id,
      reasons: codes === undefined ? null : bankReasonWords(codes, locale),
      code: why ?? null,
      why: why ? sayBankFileReason({ code: why, values }, locale) : null,
      detail: why ? null : (detail ?? null),
      cents: about?.cents ?? null,
      line: line ?? about?.line_id ?? null,
      payout: about?.proposal_id ?? null,
      reward: about?.reward_id ?? null,
    }
  }),
})
