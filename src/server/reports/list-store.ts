import { sql, type RawBuilder } from 'kysely'
import type { ReportKind } from './rows-store.ts'

// What an agency's list is asked for, and the parts of statements that say which rows are meant.

export type ReportSort = 'day' | 'name' | 'product' | 'state' | 'employee' | 'cents'

/** Whose rows: of an agency, and where `employee` is set (the id of an agency user), of theirs alone. */
export type ReportScope = { kind: ReportKind; agencyId: string; employee: string | null }

export type ReportFilter = {
  // Of each, a row has one of these values.
  state?: readonly string[] | undefined
  product?: readonly string[] | undefined
  employee?: readonly string[] | undefined
  from?: string | undefined // ISO days, both included
  to?: string | undefined
  /** These rows; or where there are none, those whose name begins so, folded, in either order of its words. */
  found?: { names: readonly string[]; ids: readonly string[] } | undefined
}

export type ReportAsked = {
  sort: ReportSort
  descending: boolean
  limit: number
  offset: number
  filter: ReportFilter
  /** Ids of the agency's users in the order of their names, where that is what is sorted by. */
  employees?: readonly string[] | undefined
  /** Of so many rows at the most a page by names is sorted in memory rather than read in order; a test sets it. */
  gathered?: number | undefined
  /** So many rows at the most are passed over rather than looked for by day; a test sets it. */
  shortSkip?: number | undefined
}

const firstDay = '0001-01-01'

export type List = ReturnType<typeof listOf>

/** The parts of statements that say which rows are meant. */
export function listOf(
  tenant: string,
  { kind, agencyId, employee }: ReportScope,
  filter: ReportFilter,
) {
  // An employee who asks for colleagues' rows gets their own alone.
  const employees =
    employee === null || !filter.employee
      ? employee === null
        ? filter.employee
        : [employee]
      : filter.employee.filter((one) => one === employee)
  const equal = { employee: employees, product: filter.product, state: filter.state }
  const own = sql`tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid`
  const matches = sql.join(
    [
      sql`true`,
      ...Object.entries(equal).flatMap(([name, values]) =>
        values === undefined ? [] : [isOneOf(sql.ref(name), values)],
      ),
    ],
    sql` and `,
  )
  const { from, to, found } = filter
  const dates =
    from === undefined && to === undefined
      ? null
      : // The database knows no year 0, the wire does.
        { from: from && from > firstDay ? from : firstDay, to: to ?? '9999-12-31' }
  const inDates = dates ? sql`day between ${dates.from} and ${dates.to}` : sql`true`
  const isFound = !found
    ? sql`true`
    : found.ids.length > 0
      ? sql`row_id = any (${[...found.ids]}::text[])`
      : sql`(${sql.join([sql`false`, ...found.names.map((name) => sql`name ^@ ${name}`)].slice(found.names.length > 0 ? 1 : 0), sql` or `)})`
  return {
    own,
    equal,
    matches,
    dates,
    rows: sql`${own} and ${matches} and ${inDates} and ${isFound}`,
    /** Rows of several values do not stand by day in any index. */
    isMixed: Object.values(equal).some((values) => values !== undefined && values.length > 1),
    isEmpty:
      Object.values(equal).some((values) => values?.length === 0) ||
      (dates !== null && dates.from > dates.to),
  }
}

/** One value is compared as such: only then an index keeps the order of what comes after it. */
export const isOneOf = (column: RawBuilder<unknown>, values: readonly string[]) =>
  values.length === 1
    ? sql`${column} = ${values[0]}`
    : sql`${column} = any (${[...values]}::text[])`
