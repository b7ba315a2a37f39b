import { sql } from 'kysely'
import type { Accounting } from '../../src/domain/accounting.ts'
import { closeMonth, draftMonth, readClosedFile } from '../../src/server/books/close-month.ts'
import { listFiles } from '../../src/server/books/month-store.ts'
import { queueCheck, runCheck } from '../../src/server/books/run-check.ts'
import { readDatev } from '../../src/server/gateways/bookkeeping/read-datev.test-helper.ts'
import type { TestServer } from '../helpers/server.ts'
import type { Staff } from './staff.ts'

export const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'windows-1252',
  isLocked: true,
  accounts: {},
}

type Line = ReturnType<typeof readDatev>['lines'][number]

/** Closes months and keeps what their files for DATEV say. */
export function closeMonthAt({ deps }: TestServer, code: string, staff: Staff) {
  const lines: Line[] = []
  const closed: string[] = []
  const { run, approvers } = staff

  async function check(): Promise<void> {
    await run((tx) => queueCheck(tx, deps, code, { day: deps.clock.today(), askedBy: 'year' }))
    const { rows } = await run((tx) =>
      sql<{ id: string }>`
        select check_id as id from books_checks where tenant = ${code} and checked_at is null`.execute(
        tx,
      ),
    )
    for (const { id } of rows) await runCheck(deps, code, id)
  }

  async function close(of: Temporal.PlainYearMonth): Promise<void> {
    await check()
    const month = of.toString()
    const tenant = await deps.tenants.get(code)
    const by = {
      actor: approvers[0],
      reason: 'Monat abgeschlossen',
      now: deps.clock.now(),
      keys: deps.keys,
    }
    const done = await run((tx) => closeMonth(tx, tenant, month, by))
    if (typeof done === 'string') throw new Error(`${code} ${month} is not closed: ${done}`)
    const files = (await run((tx) => listFiles(tx, code))).filter((one) => one.month === month)
    for (const { part } of files.filter(({ format }) => format === 'datev')) {
      const file = await run((tx) => readClosedFile(tx, code, { month, format: 'datev', part }))
      lines.push(...readDatev(file!, accounting.encoding).lines)
    }
    closed.push(month)
  }

  /** The month that is not over, as its file would be now. */
  async function draft(): Promise<void> {
    const month = deps.clock.today().toPlainYearMonth().toString()
    const now = deps.clock.now()
    for (const { format, content } of await run((tx) =>
      draftMonth(tx, code, { month, accounting, now, keys: deps.keys }),
    ))
      if (format === 'datev') lines.push(...readDatev(content, accounting.encoding).lines)
  }
  return { lines, closed, check, close, draft }
}
