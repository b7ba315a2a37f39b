import { operatorAbilities } from '../../domain/operator-abilities.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { readOrderFile, type FileLine } from '../order/read-order-file.ts'
import { importSome } from '../reward/import-order-file.ts'
import type { LineResult } from '../reward/import-lines.ts'
import { repeatedLine } from '../reward/repeated-line.ts'
import { rolesAtWork } from '../team/still-at-work.ts'
import { finishImport, stopImport } from './end-import.ts'
import { fileCheck } from './file-check.ts'
import {
  addProgress,
  findImport,
  insertErrors,
  markChecked,
  readContent,
  type Counts,
  type OrderImport,
} from './order-import-store.ts'

const linesPerJob = 1_000
const linesPerStep = 100

/**
 * The job 'import-orders': the next thousand lines of a file, and then a job for those after them. A check tries the lines and rolls them back.
 * After a crash the step that was not noted runs again: its lines are in and come out as unchanged.
 */
export async function runOrderImport(
  deps: Deps,
  tenant: Tenant,
  importId: string,
  signal: AbortSignal,
  atOnce?: number, // lines of a transaction
): Promise<void> {
  const { code } = tenant
  const [found, content] = await withTenant(deps.db, code, async (tx) => [
    await findImport(tx, code, importId),
    await readContent(tx, code, importId),
  ])
  if (!found || !content || (found.state !== 'checking' && found.state !== 'running')) return
  const isTrial = found.state === 'checking'
  const by = isTrial ? found.made_by : found.started_by!
  if (!(await mayImport(deps, code, by, found.asked_at !== null))) return stop(deps, code, found)
  const lines = readOrderFile(content)
  const read = isTrial ? repeatedLine(lines, { locale: found.locale, tenant }) : null
  const check = fileCheck(deps, tenant, found)
  const file = { id: importId, broughtBy: found.made_by }
  const actor = isTrial ? system : { ...starterOf(found), file }
  const last = Math.min(found.done + linesPerJob, lines.length)
  for (let from = found.done; from < last; from += linesPerStep) {
    if (signal.aborted) throw new Error('The worker stops')
    const to = Math.min(from + linesPerStep, last)
    const some = lines.slice(from, to)
    const came = await importSome(deps, tenant, some, {
      actor,
      locale: found.locale,
      isTrial,
      check,
      ...(atOnce === undefined ? {} : { atOnce }),
    })
    const results = came.map(({ result: tried, sums }, at) => {
      const result = read ? read(from + at, tried) : tried
      const isOld = result.result !== tried.result // a line of the file before is the same contract
      return { line: some[at]!, result, ...(isOld ? { cents: 0, lostCents: 0 } : sums) }
    })
    const step = {
      state: isTrial ? 'checking' : 'running',
      from,
      to,
      results,
    } as const
    if (
      !(await keep(deps, tenant, found, step, {
        isLast: to === lines.length,
        isEnd: to === last,
      }))
    )
      return
  }
}

type Step = {
  state: 'checking' | 'running'
  from: number
  to: number
  results: readonly { line: FileLine; result: LineResult; cents: number; lostCents: number }[]
}

/** Notes a step; after the last one the file is checked or done. False: somebody else went on, or it was stopped. */
async function keep(
  deps: Deps,
  { code }: Tenant,
  found: OrderImport,
  { results, ...step }: Step,
  { isLast, isEnd }: { isLast: boolean; isEnd: boolean },
): Promise<boolean> {
  const id = found.import_id
  const isTrial = step.state === 'checking'
  const sumOf = (name: 'cents' | 'lostCents') => results.reduce((sum, one) => sum + one[name], 0)
  const sums = { cents: sumOf('cents'), lostCents: sumOf('lostCents') }
  const failed = results.filter(({ result }) => result.result === 'fehler')
  return withTenant(deps.db, code, async (tx) => {
    if (!(await addProgress(tx, code, id, { ...step, counts: countsOf(results), ...sums })))
      return false
    await insertErrors(
      tx,
      code,
      id,
      isTrial ? 'check' : 'run',
      failed.map(({ line, result }) => ({
        line: line.line,
        external_number: result.externalNumber,
        error_code: result.errorCode ?? '',
        message: (result.message ?? '').slice(0, 2_000),
      })),
    )
    if (!isLast) {
      if (isEnd) await enqueue(tx, code, 'import-orders', { importId: id })
      return true
    }
    if (isTrial) await markChecked(tx, code, id)
    else await finishImport(tx, code, found, { actor: starterOf(found), at: deps.clock.now() })
    return true
  })
}

/** A line without a person is neither in nor faulty: its contract waits. */
export function countsOf(results: readonly Pick<Step['results'][number], 'result'>[]): Counts {
  const of = (what: LineResult['result']) =>
    results.filter(({ result }) => result.result === what).length
  const waiting = results.filter(({ result }) => result.isKept).length
  return {
    created: of('neu'),
    kept: of('unveraendert'),
    cancelled: of('storniert'),
    waiting,
    failed: of('fehler') - waiting,
  }
}

const starterOf = (found: OrderImport): Actor => ({
  kind: 'operator',
  id: found.started_by ?? found.made_by,
  ...(found.started_role ? { role: found.started_role } : {}),
  ...(found.started_session ? { session: found.started_session } : {}),
  ...(found.reason ? { reason: found.reason } : {}),
})

/** Whether the operator still has the right: asked before every thousand lines. */
const mayImport = (
  deps: Deps,
  code: string,
  operatorId: string,
  isAsked: boolean,
): Promise<boolean> =>
  withTenant(deps.db, code, async (tx) => {
    const roles = await rolesAtWork(tx, code, operatorId, deps.clock.realNow())
    const ability = operatorAbilities(roles)
    return ability.can('create', 'orders') || (isAsked && ability.can('approve', 'orders'))
  })

const stop = (deps: Deps, code: string, found: OrderImport): Promise<void> =>
  withTenant(deps.db, code, (tx) =>
    stopImport(tx, code, found, { actor: system, at: deps.clock.now(), why: 'right-ended' }),
  )
