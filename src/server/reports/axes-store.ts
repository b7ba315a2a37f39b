import { sql, type RawBuilder } from 'kysely'

// Axes along which a large list is summed, for all rows or per filter value: `month.es` has monthly sums per employee and state.
// Sort and filter choose the axis (reports/buckets-store.ts).

type Letter = 'e' | 'p' | 's'
export type Dims = '' | 'e' | 'p' | 's' | 'ep' | 'es' | 'ps' | 'eps'
export type Base =
  | 'all' // also for small lists
  | 'month'
  | 'day'
  | 'cents' // amount and month
  | 'centsday'
  | 'name' // step of names
  | 'namemonth' // month and step
  | 'nameday'
  | 'tally' // month and channel; its state is the statistics' figure

export const dimsOf: Record<Base, readonly Dims[]> = {
  all: ['eps'],
  month: ['', 'e', 'p', 's', 'ep', 'es', 'ps', 'eps'],
  day: ['', 'e', 'p', 's', 'ps'],
  cents: ['', 'e', 'p', 's', 'ps'],
  centsday: [''],
  name: ['', 'e', 'p', 's', 'ps'],
  namemonth: ['', 'p', 's', 'ps'],
  nameday: [''],
  tally: ['es'],
}

const month = sql`to_char(day, 'YYYY-MM')`
const isoDay = sql`to_char(day, 'YYYY-MM-DD')`
/** Zero-padded to sort numerically. */
const amount = sql`lpad(amount::text, 12, '0')`

/** A row's bucket, from the columns of report_deltas and the row's `step`. */
export const bucketOf: Record<Base, RawBuilder<unknown>> = {
  all: sql`''`,
  month,
  day: isoDay,
  cents: sql`${amount} || ' ' || ${month}`,
  centsday: sql`${isoDay} || ' ' || ${amount}`,
  name: sql`step`,
  namemonth: sql`${month} || ' ' || step`,
  nameday: sql`${isoDay} || ' ' || step`,
  tally: sql`${month} || ' ' || channel`,
}

/** Cancelled, refused, expired and claimed-back rows earned nothing; statistics count them separately. */
export const lostStates = ['cancelled', 'refused', 'expired', 'claimed'] as const
export const isEarned = sql`state not in (${sql.join(lostStates.map((state) => sql.lit(state)))})`
export const earned = sql`case when ${isEarned} then amount else 0 end`

export const centsOf = (base: Base) => (base === 'tally' ? sql`amount` : earned)

type Axis = {
  name: string
  base: Base
  bucket: RawBuilder<unknown>
  cents: RawBuilder<unknown> // of one row
  employee: RawBuilder<unknown>
  product: RawBuilder<unknown>
  state: RawBuilder<unknown>
}

export const hasAxis = (base: Base, dims: Dims): boolean => dimsOf[base].includes(dims)
export const axisName = (base: Base, dims: Dims): string =>
  dims === '' || base === 'all' ? base : `${base}.${dims}`

/** Letters of filters and groups, in order. */
export const dimsFrom = (has: Record<Letter, boolean>): Dims =>
  (['e', 'p', 's'] as const).filter((letter) => has[letter]).join('') as Dims

const columns = { e: 'employee', p: 'product', s: 'state' } as const
const cell = (dims: Dims, letter: Letter) =>
  dims.includes(letter) ? sql.ref(columns[letter]) : sql`'*'`

export const axes: readonly Axis[] = (Object.keys(dimsOf) as Base[]).flatMap((base) =>
  dimsOf[base].map((dims) => ({
    name: axisName(base, dims),
    base,
    bucket: bucketOf[base],
    cents: centsOf(base),
    employee: cell(dims, 'e'),
    product: cell(dims, 'p'),
    state: base === 'tally' ? sql`tally` : cell(dims, 's'),
  })),
)

/** The step of a name: the last starting at or before it. `from` has the columns kind, agency_id and name. */
export const stepOf = (tenant: string, from: string) => sql`
  coalesce((
    select max(s.step) from report_steps s
    where s.tenant = ${tenant} and s.kind = ${sql.ref(`${from}.kind`)} and s.agency_id = ${sql.ref(`${from}.agency_id`)}
      and s.step <= ${sql.ref(`${from}.name`)}), '')`

/** For many names: steps are looked up in an array read once. */
export const stepIn = (steps: RawBuilder<unknown>) =>
  sql`case when name = '' then '' else coalesce((${steps})[width_bucket(name, ${steps})], '') end`
