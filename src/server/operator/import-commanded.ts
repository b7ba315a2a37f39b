import { basename } from 'node:path'
import { importHours, leftToImport } from '../../domain/goodwill.ts'
import { formatCents } from '../../domain/money.ts'
import { mostOrderLines } from '../../domain/order-file.ts'
import type { Said } from '../../domain/say.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { readOrderFile } from '../order/read-order-file.ts'
import { importFileLines, type FileResult } from '../reward/import-order-file.ts'
import type { LineCheck } from '../reward/import-lines.ts'
import { rolesAtWork } from '../team/still-at-work.ts'
import { doubtBrought } from './doubts.ts'
import { finishImport, stopImport } from './end-import.ts'
import { centsOf, lostCentsOf } from './file-check.ts'
import {
  addProgress,
  insertCommanded,
  insertErrors,
  lockImport,
  lockSilent,
  lockStarting,
  readLeftOf,
  spendCommanded,
  sumStarted,
} from './order-import-store.ts'
import { ownCaseCheck } from './own-line.ts'
import { countsOf } from './run-order-import.ts'

/** Without a sign of life for so long it has broken off. */
const silentMinutes = 10

type Commanded = { deps: Deps; tenant: Tenant; id: string; actor: Actor }

/**
 * Imports a file by the command line, which asks no second person: what is left of what its person imports alone in a day (677) goes in, and lines
 * above it are refused. It holds what is left until it ends, so that two at once do not share it. What a line earns is counted with the line, so
 * that a process that dies has used what it brought, and no more once it is known to be gone (698).
 */
export async function importCommanded(
  deps: Deps,
  tenant: Tenant,
  file: { path: string; bytes: Uint8Array },
  {
    actor,
    onProgress,
    atOnce,
  }: {
    actor: Actor
    onProgress: (done: number, total: number) => void
    atOnce?: number
  },
): Promise<FileResult[]> {
  const lines = readOrderFile(file.bytes)
  const name = basename(file.path).replaceAll(/\p{C}/gu, ' ').slice(-120).trim() || 'stdin'
  const run = { deps, tenant, id: uuidv7(), actor }
  await begin(run, { name, lines: Math.min(Math.max(1, lines.length), mostOrderLines) })
  const brought = { id: run.id, broughtBy: actor.id }
  const isOwn = ownCaseCheck(deps, tenant.code, actor.id)
  const check: LineCheck = {
    of: async (tx, imported, line) => {
      await isOwn(tx, imported, line)
      const cents = await centsOf(tx, tenant, imported, line.externalNumber)
      if (imported.kind === 'new')
        await doubtBrought(tx, deps, tenant.code, imported, line, brought)
      return { cents, lostCents: lostCentsOf(imported) }
    },
    within: async (tx, sums) => {
      if (await spendCommanded(tx, tenant.code, run.id, sums)) return
      const left = await readLeftOf(tx, tenant.code, run.id)
      throw left === null ? fail('changed-meanwhile') : fail('second-person', { said: above(left) })
    },
  }
  const results = await importFileLines(deps, tenant, lines, {
    actor: { ...actor, file: brought },
    locale: 'en',
    check,
    keep: (from, step) => keepStep(run, from, step),
    onProgress,
    ...(atOnce ? { atOnce } : {}),
  })
  await end(run)
  return results
}

const above = (left: number): Said => {
  const [de, en] = (['de', 'en'] as const).map((locale) => formatCents(left, locale))
  const most = `Das liegt über dem, was eine Person an einem Tag allein einliest (noch ${de}).`
  return {
    de: `${most} Eingelesen wird es in der Konsole, wo eine zweite Person zustimmt.`,
    en: `This is above what you import alone in a day (${en} left). Import it by the console, where a second person agrees.`,
  }
}

const begin = (
  { deps, tenant: { code }, id, actor }: Commanded,
  { name, lines }: { name: string; lines: number },
): Promise<void> =>
  withTenant(deps.db, code, async (tx) => {
    const { reason = null } = actor
    await lockStarting(tx, code, actor.id)
    const at = deps.clock.now()
    const seenAt = deps.clock.realNow()
    const roles = await rolesAtWork(tx, code, actor.id, seenAt)
    const started = await sumStarted(tx, code, actor.id, at.subtract({ hours: importHours }))
    const cents = leftToImport(started, roles)
    await insertCommanded(tx, code, { id, name, lines, cents, by: actor.id, reason }, at, seenAt)
    await audit(tx, code, {
      at,
      actor,
      action: 'order-file-started',
      subjectKind: 'order-file',
      subjectId: id,
      details: { lines, cents },
      change: { before: null, after: { state: 'running' } },
    })
  })

const stopped = () => new Error('Somebody stopped this import, or it gave no sign of life.')

/** Notes what came of some lines. */
const keepStep = (
  { deps, tenant: { code }, id }: Commanded,
  from: number,
  step: readonly FileResult[],
): Promise<void> =>
  withTenant(deps.db, code, async (tx) => {
    const counts = countsOf(step.map((result) => ({ result })))
    const seenAt = deps.clock.realNow()
    const none = { cents: 0, lostCents: 0 } // counted with each line
    const done = { state: 'running', from, to: from + step.length, counts, ...none } as const
    if (!(await addProgress(tx, code, id, { ...done, seenAt }))) throw stopped()
    const failed = step.filter(({ result }) => result === 'fehler')
    await insertErrors(
      tx,
      code,
      id,
      'run',
      failed.map((one) => ({
        line: one.line,
        external_number: one.externalNumber,
        error_code: one.errorCode ?? '',
        message: (one.message ?? '').slice(0, 2_000),
      })),
    )
  })

const end = ({ deps, tenant: { code }, id, actor }: Commanded): Promise<void> =>
  withTenant(deps.db, code, async (tx) => {
    const found = await lockImport(tx, code, id)
    if (found?.state !== 'running') throw stopped()
    await finishImport(tx, code, found, { actor, at: deps.clock.now() })
  })

export const importSilentSince = (realNow: Temporal.Instant) =>
  realNow.subtract({ minutes: silentMinutes })

/** Ends those whose process is gone, so that nobody waits for them and what they had left is left again. Idempotent. */
export const endBrokenImports = (deps: Pick<Deps, 'db' | 'clock'>, code: string): Promise<void> =>
  withTenant(deps.db, code, async (tx) => {
    const at = deps.clock.now()
    for (const found of await lockSilent(tx, code, importSilentSince(deps.clock.realNow())))
      await stopImport(tx, code, found, { actor: system, at, why: 'broken-off' })
  })
