import { sql, type RawBuilder } from 'kysely'
import type { ReportKind } from './rows-store.ts'

// An agency's list query and its SQL conditions.

export type ReportSort = 'day' | 'name' | 'product' | 'state' | 'employee' | 'cents'

/** An agency's rows, or with `employee` (agency user id) that person's only. */
export type ReportScope = { kind: ReportKind; agencyId: string; employee: string | null }

export type ReportFilter = {
  // A row has exactly one value of each.
  state?: readonly string[] | undefined
  product?: readonly string[] | undefined
  employee?: readonly string[] | undefined
  from?: string | undefined // ISO days, both included
  to?: string | undefined
  /** These rows; if empty, names starting so, folded, in either order of their words. */
  found?: { names: readonly string[]; ids: readonly string[] } | undefined
}

export type ReportAsked = {
  sort: ReportSort
  descending: boolean
  limit: number
  offset: number
  filter: ReportFilter
  /** The agency's user ids by name, when sorting by them. */
  employees?: readonly string[] | undefined
  /** Up to this many rows, a page by names is sorted in memory; tests set it. */
  gathered?: number | undefined
  /** Up to this many rows are skipped instead of located by day; tests set it. */
  shortSkip?: number | undefined
}

const firstDay = '0001-01-01'

export type List = ReturnType<typeof listOf>

/** The SQL conditions of a list. */
export function listOf(
  tenant: string,
  { kind, agencyId, employee }: ReportScope,
  filter: ReportFilter,
) {
  // An employee asking for colleagues' rows gets only their own.
  const employees =
    employee === null || !filter.employee
      ? employee === null
        ? filter.employee
        : [employee]
      : filter.employee.filter((one) => one === employee)
  const equal = { employee: employees, product: filter.product, state: filter.state }
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid`
  const matches = Object.entries(equal).flatMap(([name, values]) =>
    values === undefined ? [] : [isOneOf(sql.ref(name), values)],
  )
  const { from, to, found } = filter
  const dates =
    from === undefined && to === undefined
      ? null
      : // The database has no year 0, the wire does.
        { from: from && from > firstDay ? from : firstDay, to: to ?? '9999-12-31' }
  const inDates = dates ? sql`day between ${dates.from} and ${dates.to}` : null
  const isFound = !found
    ? null
    : found.ids.length > 0
      ? sql`row_id = any (${[...found.ids]}::text[])`
      : sql`(${sql.join([sql`false`, ...found.names.map((name) => sql`name ^@ ${name}`)].slice(found.names.length > 0 ? 1 : 0), sql` or `)})`
  return {
    own,
    equal,
    matches,
    dates,
    rows: allOf([own, ...matches, inDates, isFound]),
    /** Rows of several values are in no index by day. */
    isMixed: Object.values(equal).some((values) => values !== undefined && values.length > 1),
    isEmpty:
      Object.values(equal).some((values) => values?.length === 0) ||
      (dates !== null && dates.from > dates.to),
  }
}

/** The conditions that there are. */
export const allOf = (conditions: readonly (RawBuilder<unknown> | null)[]) => {
  const given = conditions.filter((one) => one !== null)
  return given.length > 0 ? sql.join(given, sql` and `) : sql`true`
}

/** A single value is compared with `=`, so that the index keeps its order. */
export const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]) =>
  values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any (${[...values]}::text[])`
