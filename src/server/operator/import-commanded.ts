import { basename } from 'node:path'
import { mostOrderLines } from '../../domain/order-file.ts'
import { importHours, leftToImport } from '../../domain/goodwill.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { readOrderFile } from '../order/read-order-file.ts'
import { importOrderFile, type FileResult } from '../reward/import-order-file.ts'
import type { LineCheck } from '../reward/import-order.ts'
import { rolesAtWork } from '../team/still-at-work.ts'
import { centsOf } from './file-check.ts'
import { endCommanded, insertCommanded, lockStarting, sumStarted } from './order-import-store.ts'
import { ownCaseCheck } from './own-line.ts'
import { countsOf } from './run-order-import.ts'

/**
 * Imports a file by the command line, which asks no second person: what is left of what its person imports alone in a day (677) goes in, and lines
 * above it are refused. It holds what is left until it ends, so that two at once do not share it.
 */
export async function importCommanded(
  deps: Deps,
  tenant: Tenant,
  file: { path: string; bytes: Uint8Array },
  { actor, onProgress }: { actor: Actor; onProgress: (done: number, total: number) => void },
): Promise<FileResult[]> {
  const { code } = tenant
  const id = uuidv7()
  const lines = Math.min(Math.max(1, readOrderFile(file.bytes).length), mostOrderLines)
  const name = basename(file.path).slice(-120) || 'stdin'
  const left = await withTenant(deps.db, code, async (tx) => {
    await lockStarting(tx, code, actor.id)
    const at = deps.clock.now()
    const roles = await rolesAtWork(tx, code, actor.id, deps.clock.realNow())
    const started = await sumStarted(tx, code, actor.id, at.subtract({ hours: importHours }))
    const cents = leftToImport(started, roles)
    const { reason = null } = actor
    await insertCommanded(tx, code, { id, name, lines, cents, by: actor.id, reason }, at)
    await audit(tx, code, {
      at,
      actor,
      action: 'order-file-started',
      subjectKind: 'order-file',
      subjectId: id,
      details: { lines, cents },
      change: { before: null, after: { state: 'running' } },
    })
    return cents
  })
  let spent = 0
  const isOwn = ownCaseCheck(deps, code, actor.id)
  const check: LineCheck = async (tx, imported, line) => {
    await isOwn(tx, imported, line)
    const cents = await centsOf(tx, deps, tenant, imported, line.externalNumber)
    if (cents > left - spent) throw fail('second-person')
    spent += cents
  }
  const results = await importOrderFile(deps, tenant, file.bytes, {
    actor: { ...actor, file: { id, broughtBy: actor.id } },
    locale: 'en',
    check,
    onProgress,
  })
  const counts = countsOf(results.map((result) => ({ result })))
  await withTenant(deps.db, code, async (tx) => {
    const at = deps.clock.now()
    await endCommanded(tx, code, id, { counts, cents: spent, at })
    await audit(tx, code, {
      at,
      actor,
      action: 'order-file-imported',
      subjectKind: 'order-file',
      subjectId: id,
      change: { before: { state: 'running' }, after: { state: 'done', ...counts } },
    })
  })
  return results
}
