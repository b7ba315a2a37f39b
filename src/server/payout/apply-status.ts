import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { createHash } from 'node:crypto'
import { reasonText } from '../../domain/bank-reasons.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import type { StatusReport } from '../gateways/bank-files/read-status-report.ts'
import type { Statement, StatementKind } from '../gateways/bank-files/read-statements.ts'
import { applyInSets } from './apply-in-sets.ts'
import { applyLineWord } from './apply-line-word.ts'
import { bookInvoices } from './book-invoices.ts'
import { bookReversals } from './book-reversals.ts'
import type { BankFileReport } from './bank-file-report.ts'
import { insertBankFile, reopenExplained } from './bank-line-store.ts'
import { explainedAs, listMatched } from './line-payout-store.ts'
import { applyPayeeChecks } from './apply-payee-checks.ts'
import { holdFiles } from './cancel-file-store.ts'
import { checkAccount, checkDebtor } from './check-account.ts'
import { isOwnOf, nobodysAmong, type OwnAmong } from './own-payment.ts'
import { nothingRead, readReport, type Reading } from './read-bank-file.ts'
import { isCheckReport } from './read-payee-checks.ts'
import { filesIn, paymentsIn, readMovements } from './read-movements.ts'
import {
  checkAhead,
  explainLines,
  guessLines,
  namesOf,
  isLine,
  keyLines,
  recordLines,
  withoutAhead,
  type KeyedLine,
} from './record-lines.ts'
import { findBatchByMessage, listPayoutsNamed, listPayoutsOf, type Payout } from './store.ts'

/** How far a file is: which of the files in it, and how many of the payments that this one names are through. */
export type ReadAt = { part: number; parts: number; done: number; payments: number }

export type Applying = {
  ownAmong?: OwnAmong
  /** By whoever handed the file in; such a file could be made up, so what it says came back waits for a second person. */
  returnsWait?: boolean
  cameBy?: 'person' | 'folder'
  /** Whether an invoice is of the person's own agency, so that somebody else assigns its payment. */
  isOwnInvoice?: (tx: Tx, number: string) => Promise<boolean>
  /** Told after each set of payments; what it throws ends the run there, and all can be applied again. */
  progress?: (at: ReadAt) => Promise<void>
}

type ReadFile =
  | { kind: 'pain.002' | 'vop'; hash: string; status: StatusReport }
  | { kind: StatementKind; hash: string; statements: Statement[] }

/**
 * Applies what the bank said: a status file (pain.002), a report, statement or notification (camt.052, camt.053, camt.054), or an
 * archive of them. In sets of payouts, each in its own transaction: after a crash, or handed in twice, it can be applied again. Throws
 * BankFileError for other files and for those of other accounts, before any change.
 */
export async function applyBankFile(
  deps: Deps,
  code: string,
  bytes: Uint8Array,
  actor: Actor,
  {
    ownAmong = nobodysAmong,
    returnsWait = false,
    cameBy = 'person',
    isOwnInvoice = async () => false,
    progress = async () => undefined,
  }: Applying = {},
): Promise<BankFileReport> {
  const tenant = await deps.tenants.get(code)
  // Loaded on demand: the readers bring an XML parser of half a megabyte.
  const { unpackBankFiles } = await import('../gateways/bank-files/unpack-bank-files.ts')
  const files: ReadFile[] = []
  for (const one of unpackBankFiles(bytes)) files.push(await readFile(one))
  for (const file of files)
    if ('statements' in file) {
      await checkAccount(deps, tenant, file.statements)
      checkAhead(file, deps.clock.today())
    } else if (file.kind === 'vop') await checkDebtor(deps, tenant, file.status)
  const report = emptyReport(files.length === 1 ? files[0]!.kind : 'zip')
  const parts = files.length
  for (const [at, file] of files.entries()) {
    const toldOf = (done: number, payments: number) =>
      progress({ part: at + 1, parts, done, payments })
    const by = { actor, ownAmong, returnsWait, cameBy, isOwnInvoice, progress: toldOf }
    if ('statements' in file) await applyStatements(deps, tenant, file, report, by)
    else if (file.kind === 'vop') await applyPayeeChecks(deps, tenant, file.status, report, by)
    else await applyReport(deps, tenant, file, report, by)
  }
  await withTenant(deps.db, code, (tx) =>
    audit(tx, code, {
      at: deps.clock.now(),
      actor,
      action: 'bank-file-applied',
      subjectKind: 'bank-file',
      subjectId: hashOf(bytes),
      details: Object.fromEntries(
        Object.entries(report).flatMap(([name, value]) =>
          // Counts, and no names.
          name === 'keptLines' ? [] : [[name, Array.isArray(value) ? value.length : value]],
        ),
      ),
    }),
  )
  return report
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const emptyReport = (kind: BankFileReport['kind']): BankFileReport => ({
  kind,
  newLines: 0,
  openLines: 0,
  invoicesPaid: 0,
  invoicesReversed: 0,
  payees: { match: 0, close: 0, none: 0, impossible: 0 },
  settled: 0,
  rejected: 0,
  returned: 0,
  dueAgain: [],
  held: [],
  ownerless: [],
  ended: 0,
  pending: 0,
  alreadyDone: 0,
  unknown: [],
  unidentified: [],
  keptOpen: [],
  keptLines: [],
  waiting: [],
  refused: [],
})

// By the namespace near the beginning; a wrong reader throws. UTF-16 has a zero byte in every letter.
async function readFile(bytes: Uint8Array): Promise<ReadFile> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4000)).replaceAll('\u0000', '')
  const hash = hashOf(bytes)
  if (!/:camt\.05[234]\./.test(head)) {
    const { readStatusReport } = await import('../gateways/bank-files/read-status-report.ts')
    const status = readStatusReport(bytes)
    return { kind: isCheckReport(status) ? 'vop' : 'pain.002', hash, status }
  }
  const { readStatements } = await import('../gateways/bank-files/read-statements.ts')
  return { hash, ...readStatements(bytes) }
}

type By = Required<Omit<Applying, 'progress'>> & {
  actor: Actor
  progress: (done: number, payments: number) => Promise<void>
}

async function applyReport(
  deps: Deps,
  tenant: Tenant,
  { status, hash }: Extract<ReadFile, { status: StatusReport }>,
  report: BankFileReport,
  by: By,
): Promise<void> {
  const reading = await readStatus(deps, tenant.code, status)
  await applyReading(deps, tenant, reading, report, {
    ...by,
    hash,
    lineIds: [],
    explained: new Map(),
    matched: new Map(),
  })
}

async function applyStatements(
  deps: Deps,
  tenant: Tenant,
  { kind, hash, statements }: Extract<ReadFile, { statements: Statement[] }>,
  report: BankFileReport,
  by: By,
): Promise<void> {
  const { code } = tenant
  const read = keyLines(statements)
  const { lines, refused } = withoutAhead(read, deps.clock.today())
  report.refused.push(...refused)
  const now = deps.clock.now()
  const reading = await readLines(deps, code, lines)
  const fees = new Map(
    reading.words.flatMap(({ line, feeCents }): [string, number][] =>
      line !== undefined && feeCents ? [[lines[line]!.key, feeCents]] : [],
    ),
  )
  const { found, lineIds, own } = await withTenant(deps.db, code, async (tx) => {
    const about = statements.map((statement) => ({ ...statement, lines: undefined }))
    const file = { hash, kind, account: read[0]?.account ?? '', statements: about }
    const from = { cameBy: by.cameBy, by: by.actor.id, at: now }
    await insertBankFile(tx, code, { ...file, lines: lines.filter(isLine).length, ...from })
    const found = await recordLines(tx, deps, code, lines, {
      fileHash: hash,
      fees,
      cameBy: by.cameBy,
    })
    const lineIds = lines.map((line) => (isLine(line) ? found.get(line.key)?.lineId : undefined))
    const own = lines.flatMap((line, at) =>
      lineIds[at] ? [{ lineId: lineIds[at], text: line.text, ids: namesOf(line) }] : [],
    )
    await guessLines(tx, code, own, 'ours')
    return { found, lineIds, own }
  })
  const { explained, matched } = await withTenant(deps.db, code, async (tx) => {
    const ofPayments = linesOf(reading, lineIds)
    const explained = await reopen(tx, deps, code, ofPayments, by.actor)
    return { explained, matched: await listMatched(tx, code, ofPayments) }
  })
  await applyReading(deps, tenant, reading, report, { ...by, hash, lineIds, explained, matched })
  const fresh = new Set([...found.values()].flatMap((one) => (one.isNew ? one.lineId : [])))
  report.newLines += own.filter(({ lineId }) => fresh.has(lineId)).length
  const { paid, reversed, open } = await retryConflict(() =>
    withTenant(deps.db, code, async (tx) => ({
      paid: await bookInvoices(tx, deps, code, own, by),
      reversed: await bookReversals(
        tx,
        deps,
        code,
        own.map(({ lineId }) => lineId),
        by,
      ),
      open: await explainLines(tx, code, own, now),
    })),
  )
  report.invoicesPaid += paid
  report.invoicesReversed += reversed
  report.openLines += open.length
  for (const { line, unknown, unidentified } of reading.unplaced) {
    const id = lineIds[line]
    const isOpen = id !== undefined && open.includes(id)
    if (id !== undefined && !isOpen) continue // it is explained
    report.unknown.push(...unknown)
    report.unidentified.push(...unidentified)
    if (!isOpen) continue
    const kept = [...unknown, ...unidentified]
    report.keptOpen.push(...kept)
    report.keptLines.push(...kept.map(() => id))
  }
}

const linesOf = ({ words }: Reading, lineIds: readonly (string | undefined)[]) => [
  ...new Set(words.flatMap(({ line }) => (line === undefined ? [] : (lineIds[line] ?? [])))),
]

/** The bank knows better than whoever said that a line is something else. @returns what others were given to, which is taken back first */
async function reopen(
  tx: Tx,
  { clock }: Deps,
  tenant: string,
  lineIds: readonly string[],
  actor: Actor,
): Promise<Map<string, string>> {
  if (lineIds.length === 0) return new Map()
  const { reopened, explained } = await reopenExplained(tx, tenant, lineIds)
  for (const [subjectId, bankLine] of reopened)
    await audit(tx, tenant, {
      at: clock.now(),
      actor,
      action: 'bank-line-assigned',
      subjectKind: 'bank-file',
      subjectId,
      change: { before: { bankLine }, after: { bankLine: null } },
    })
  return explained
}

async function applyReading(
  deps: Deps,
  tenant: Tenant,
  reading: Reading,
  report: BankFileReport,
  by: By & {
    hash: string
    lineIds: readonly (string | undefined)[]
    explained: ReadonlyMap<string, string>
    matched: ReadonlyMap<string, ReadonlySet<string>>
  },
): Promise<void> {
  report.unknown.push(...reading.unknown)
  report.unidentified.push(...reading.unidentified)
  report.refused.push(...reading.refused)
  const told = reading.words.flatMap((word) => {
    const lineId = (word.line === undefined ? undefined : by.lineIds[word.line]) ?? null
    const explained = lineId && by.explained.get(lineId)
    const isOther = lineId && by.matched.get(lineId)?.has(word.payout.payout_id) === false
    if (!explained && !isOther) return { word, lineId, fileHash: by.hash }
    const reason = isOther ? bankFileReason('line-of-other') : explainedAs(explained!)
    report.refused.push({ id: word.payout.end_to_end_id, reason })
    return []
  })
  const one = { ...by, isOwn: isOwnOf(by.ownAmong) }
  const files = [...new Set(told.map(({ word }) => word.payout.batch_id))]
  await applyInSets(
    deps,
    tenant,
    told,
    { ...by, begin: (tx) => holdFiles(tx, tenant.code, files) },
    (tx, given) => applyLineWord(tx, deps, tenant, given, one),
    ({ word }, done) => {
      const { end_to_end_id: id } = word.payout
      if (typeof done === 'object') report.refused.push({ id, reason: done.refused })
      else if (done === 'waiting') report.waiting.push(id)
      else if (done === 'dueAgain' || done === 'held' || done === 'ownerless')
        report[done].push({ id, reasonCode: reasonText(word.reasonCodes) })
      else report[done] += 1
    },
  )
}

async function readStatus(deps: Deps, tenant: string, status: StatusReport): Promise<Reading> {
  return withTenant(deps.db, tenant, async (tx) => {
    const batch = await findBatchByMessage(tx, tenant, status.originalMessageId)
    if (batch)
      return readReport(status, batch.message_id, await listPayoutsOf(tx, tenant, batch.batch_id))
    const ids = status.transactions.map((transaction) => transaction.endToEndId)
    return { ...nothingRead(), unknown: ids.length > 0 ? ids : [status.originalMessageId] }
  })
}

const readLines = (deps: Deps, tenant: string, lines: readonly KeyedLine[]) =>
  withTenant(deps.db, tenant, async (tx) => {
    const named = await listPayoutsNamed(tx, tenant, paymentsIn(lines))
    const files = new Map<string, Payout[]>()
    for (const messageId of filesIn(lines)) {
      const batch = await findBatchByMessage(tx, tenant, messageId)
      if (batch) files.set(messageId, await listPayoutsOf(tx, tenant, batch.batch_id))
    }
    return readMovements(
      lines,
      new Map(named.map((payout) => [payout.end_to_end_id, payout])),
      files,
    )
  })
