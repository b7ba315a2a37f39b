import { Readable } from 'node:stream'
import * as contract from '../../contract/betrieb-einlesungen.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { largestOrderFile, mostOrderLines } from '../../domain/order-file.ts'
import { keptDays, keptSince } from '../../domain/retention.ts'
import { say, type Listener, type Said } from '../../domain/say.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { countTry, hour, tooManyRequests } from '../base/limits.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf, type Call, type Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { AppError, fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { readOrderFile } from '../order/read-order-file.ts'
import { fileCsp } from '../base/safety-headers.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { personOf } from '../team/sign-in.ts'
import { findFile, readLeftToImport, viewOf } from './order-file-view.ts'
import {
  forgetImports,
  insertImport,
  listErrors,
  listImports,
  readContent,
  type OrderImport,
} from './order-import-store.ts'

export const filesPerHour = 30

export const checkOrderFile = serve(contract.checkOrderFile, async (call) => {
  const { deps, tenant, body, locale, now: at, realNow } = call
  const { operatorId } = personOf(call)
  const limits = [{ bucket: `order-file|${operatorId}`, most: filesPerHour, windowSeconds: hour }]
  const wait = await withTenant(deps.db, tenant.code, (tx) =>
    countTry(tx, tenant.code, limits, realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
  const content = Buffer.from(body.file, 'base64')
  const lines = countLines(content, call)
  const id = uuidv7()
  await call.transaction(async (tx) => {
    const file = { id, name: body.name, content, lines, locale }
    await keepFile(tx, tenant.code, file, { actor: actorOf(call.caller), at })
    await enqueue(tx, tenant.code, 'import-orders', { importId: id })
  })
  return { id }
})

/** Keeps a file to check: whoever calls it runs 'import-orders'. */
export async function keepFile(
  tx: Tx,
  tenant: string,
  file: Omit<Parameters<typeof insertImport>[2], 'by'>,
  { actor, at }: { actor: Actor; at: Temporal.Instant },
): Promise<void> {
  await insertImport(tx, tenant, { ...file, by: actor.id }, at)
  await audit(tx, tenant, {
    at,
    actor,
    action: 'order-file-checked',
    subjectKind: 'order-file',
    subjectId: file.id,
    change: { before: null, after: { state: 'checking', lines: file.lines } },
  })
}

/** Lines of a file that can be read. @throws validation of `Datei` */
function countLines(content: Buffer, call: Listener): number {
  if (content.length === 0) throw invalid('empty', call)
  if (content.length > largestOrderFile) throw invalid('large', call)
  // A spreadsheet's own format, or a picture. UTF-16 has zeros and says so at its begin.
  const isWide = content[0] === 0xff && content[1] === 0xfe
  if (!isWide && content.includes(0)) throw invalid('binary', call)
  const { length } = readLines(content)
  if (length === 0) throw invalid('empty', call)
  if (length > mostOrderLines) throw invalid('long', call)
  return length
}

/** Columns that are missing are the file's fault, not fields of the form. */
function readLines(content: Buffer) {
  try {
    return readOrderFile(content)
  } catch (error) {
    const missing = error instanceof AppError ? error.failure.fields : undefined
    if (!missing) throw error
    const message = missing.map((one) => one.message).join(' ')
    throw fail('validation', { fields: [{ field: 'Datei', message }] })
  }
}

const texts = {
  empty: { de: 'Die Datei enthält keine Aufträge.', en: 'The file has no orders in it.' },
  large: { de: 'Die Datei ist größer als 8 MB.', en: 'The file is larger than 8 MB.' },
  long: {
    de: 'Die Datei hat mehr als 100.000 Zeilen. Bitte auf mehrere Dateien aufteilen.',
    en: 'The file has more than 100,000 lines. Please split it.',
  },
  binary: {
    de: 'Das ist keine CSV-Datei. Tabellen lassen sich im Tabellenprogramm als CSV speichern.',
    en: 'This is no CSV file. Spreadsheets can be saved as CSV.',
  },
} satisfies Record<string, Said>

const invalid = (text: keyof typeof texts, call: Listener) =>
  fail('validation', { fields: [{ field: 'Datei', message: say(texts[text], call) }] })

export const listOrderFiles = serve(contract.listOrderFiles, ({ tenant, query, transaction }) =>
  transaction(async (tx) => {
    const files = await listImports(tx, tenant.code, { waits: query.state === 'wartet' })
    const makers = files.map(({ made_by }) => made_by)
    const names = await operatorNames(tx, tenant.code, makers)
    return { files: files.map((row) => viewOf(row, names)) }
  }),
)

const phaseOf = ({ started_by }: OrderImport) => (started_by ? 'run' : 'check')
const shown = 20

export const showOrderFile = serve(contract.showOrderFile, (call) => {
  const { tenant, params, caller, now } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { operatorId, roles } = caller
  return call.transaction(async (tx) => {
    const found = await findFile(tx, tenant.code, params.id)
    const names = await operatorNames(tx, tenant.code, [
      found.made_by,
      found.started_by,
      found.ended_by,
    ])
    const asked = { phase: phaseOf(found), after: 0, limit: shown } as const
    const errors = await listErrors(tx, tenant.code, params.id, asked)
    const leftCents =
      found.state === 'checked' && found.made_by === operatorId
        ? await readLeftToImport(tx, tenant.code, { by: operatorId, roles, now })
        : null
    return {
      ...viewOf(found, names),
      version: found.version,
      startedBy: found.started_by && (names.get(found.started_by) ?? null),
      startedAt: found.started_at?.toString() ?? null,
      endedAt: found.ended_at?.toString() ?? null,
      endedBy: found.ended_by && (names.get(found.ended_by) ?? null),
      endReason: found.end_reason,
      reason: found.reason,
      askedAt: found.asked_at?.toString() ?? null,
      askReason: found.ask_reason,
      isOwn: found.made_by === operatorId,
      isAboveOwn: leftCents !== null && found.would_cents + found.would_lose_cents > leftCents,
      leftCents,
      isKept: found.is_kept,
      errors: errors.map(({ line, external_number: externalNumber, message }) => ({
        line,
        externalNumber,
        message,
      })),
    }
  })
})

const atOnce = 5_000
const heads = ['Zeile', 'ExterneAuftragsnummer', 'Fehler', 'Meldung']

export const showOrderFileContent = serve(contract.showOrderFileContent, async (call) => {
  const { tenant, params, now: at } = call
  const content = await call.transaction(async (tx) => {
    const kept = await readContent(
      tx,
      tenant.code,
      (await findFile(tx, tenant.code, params.id)).import_id,
    )
    if (!kept) throw fail('not-found')
    await audit(tx, tenant.code, {
      at,
      actor: actorOf(call.caller),
      action: 'order-file-fetched',
      subjectKind: 'order-file',
      subjectId: params.id,
    })
    return kept
  })
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', fileCsp)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Content-Disposition', `attachment; filename="auftraege-${params.id}.csv"`)
    .type('text/csv; charset=utf-8')
  await call.reply.send(content)
  return undefined
})

export const showOrderFileErrors = serve(contract.showOrderFileErrors, async (call) => {
  const { tenant, params } = call
  const found = await call.transaction((tx) => findFile(tx, tenant.code, params.id))
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="auftraege-fehler-${params.id}.csv"`)
    .type('text/csv; charset=utf-8')
  await call.reply.send(Readable.from(readErrors(call, found), { objectMode: false }))
  return undefined
})

async function* readErrors(
  { deps, tenant }: Pick<Call, 'deps' | 'tenant'>,
  found: OrderImport,
): AsyncGenerator<string> {
  const line = (cells: (string | number | null)[]) => `${cells.map(toCsvCell).join(';')}\r\n`
  // The BOM lets spreadsheets read umlauts.
  yield `\ufeff${line(heads)}`
  let after = 0
  for (;;) {
    const asked = { phase: phaseOf(found), after, limit: atOnce } as const
    const rows = await withTenant(deps.db, tenant.code, (tx) =>
      listErrors(tx, tenant.code, found.import_id, asked),
    )
    yield rows
      .map((row) => line([row.line, row.external_number, row.error_code, row.message]))
      .join('')
    if (rows.length < atOnce) return
    after = rows.at(-1)!.line
  }
}

/** Deletes files that nobody carried out, and old results. Idempotent. */
export const forgetOrderFiles = (deps: Pick<Deps, 'db' | 'clock'>, tenant: string) =>
  withTenant(deps.db, tenant, (tx) => {
    const before = (days: number) => keptSince(deps.clock.today(), days)
    const days = { files: keptDays.orderFile, results: keptDays.orderFileResult }
    return forgetImports(
      tx,
      tenant,
      { files: before(days.files), results: before(days.results) },
      deps.clock.now(),
    )
  })
