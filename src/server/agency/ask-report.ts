import type { z } from 'zod'
import type { reportColumns, reportFilter, reportRow } from '../../contract/agentur-berichte.ts'
import { refusalText } from '../../domain/refusal.ts'
import { foldWords } from '../../domain/agent-search.ts'
import type { Locale } from '../../domain/tenant.ts'
import { isUuid } from '../base/uuid.ts'
import type { Caller } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { lostStates } from '../reports/axes-store.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import type { ReportFilter, ReportScope, ReportSort } from '../reports/list-store.ts'
import { isLong } from '../reports/page-store.ts'
import { findByNumber, findByParts, type ReportLine } from './report-view-store.ts'
import { reportLabels, stateOf } from './report-words.ts'
import { agencyUserOf } from './session.ts'
import { listAgencyUsers } from './user-store.ts'

/** A caller's rows: an owner's agency's, an employee's own referrers'. */
export function scopeOf(caller: Caller, kind: ReportKind): ReportScope {
  const { agencyId, role, userId } = agencyUserOf(caller)
  return { kind, agencyId, employee: role === 'employee' ? userId : null }
}

export const sortOf: Record<(typeof reportColumns)[number], ReportSort> = {
  Datum: 'day',
  Empfehler: 'name',
  Produkt: 'product',
  Status: 'state',
  Mitarbeiter: 'employee',
  Wert: 'cents',
}

/** Dates and amounts sort descending, words ascending. */
export const isDescending = (sort: ReportSort, asked: boolean | undefined) =>
  asked ?? (sort === 'day' || sort === 'cents')

// Matches no row, so that unknown filter values find nothing.
const nothing = '-'

/** A filter's distinct values, or null. */
function given(asked: string | readonly string[] | undefined): string[] | null {
  const values = new Set([asked ?? []].flat().filter((value) => value !== ''))
  return values.size > 0 ? [...values] : null
}

/** A wire filter in row values; unknown ones find nothing. */
export async function filterOf(
  tx: Tx,
  tenant: string,
  scope: ReportScope,
  asked: Partial<z.output<typeof reportFilter>>,
): Promise<ReportFilter> {
  const { status, productId, employee, from, to, search } = asked
  const users = given(employee) ? await listAgencyUsers(tx, tenant, scope.agencyId) : []
  const userOf = (number: string) => users.find((one) => one.employee_number === number)?.user_id
  const state = given(status)?.map((label) => stateOf(scope.kind, label) ?? nothing)
  const product = given(productId)
  const whose = given(employee)?.map((number) => userOf(number) ?? nothing)
  return {
    ...(state ? { state } : {}),
    ...(product ? { product } : {}),
    ...(whose ? { employee: whose } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(search ? { found: await findRows(tx, tenant, scope, search) } : {}),
  }
}

/** Parts of names, addresses and numbers; in long lists prefixes of names and whole numbers. */
async function findRows(
  tx: Tx,
  tenant: string,
  scope: ReportScope,
  search: string,
): Promise<NonNullable<ReportFilter['found']>> {
  const byNumber = isUuid(search) ? [] : await findByNumber(tx, tenant, scope, search)
  const words = foldWords(search)
  if (!(await isLong(tx, tenant, scope))) {
    const typed = search.toLowerCase().split(/\s+/)
    const found = await findByParts(
      tx,
      tenant,
      scope,
      typed.map((word) => ({ typed: word, folded: foldWords(word) })),
    )
    return { names: [], ids: [...new Set([...found, ...byNumber])] }
  }
  // "Anna Müller" and "Müller Anna" are equal.
  const names = [words.join(' '), [...words.slice(1), words[0]].join(' ')]
  return { names: words.length === 0 ? [] : [...new Set(names)], ids: byNumber }
}

const both = (first: string | null, last: string | null) =>
  [first, last].filter(Boolean).join(' ') || null
const initials = (first: string | null, last: string | null) =>
  [first, last]
    .filter(Boolean)
    .map((letter) => `${letter}.`)
    .join(' ') || null

// Lost rows are in no total.
const lost = new Set<string>(lostStates)

/** Expectations of an unreleased order (expect-orders.ts). */
export type Waiting = Pick<z.output<typeof reportRow>, 'expectedCents' | 'feeCents' | 'decision'>

/** A row on the wire, titles in the caller's language. */
export function reportView(
  kind: ReportKind,
  line: ReportLine,
  locale: Locale,
  waiting?: Waiting,
): z.output<typeof reportRow> {
  return {
    id: line.row_id,
    number: line.number,
    day: line.day,
    status: reportLabels[kind][line.state] ?? line.state,
    referrer: both(line.first_name, line.last_name),
    contact: initials(line.contact_first, line.contact_last),
    beneficiary:
      line.beneficiary === null
        ? null
        : line.beneficiary === 'referrer'
          ? 'Empfehler'
          : 'Empfaenger',
    product: line.title?.[locale] ?? null,
    employee: both(line.employee_first, line.employee_last),
    orders: null,
    cents: kind === 'orders' || kind === 'rewards' ? line.cents : null,
    counts: !lost.has(line.state),
    isReleasable: kind === 'orders' && line.state === 'confirmed' && !waiting?.decision,
    expectedCents: waiting?.expectedCents ?? null,
    feeCents: waiting?.feeCents ?? null,
    refusal:
      line.refusal_reason === null
        ? null
        : refusalText({ reason: line.refusal_reason, note: line.refusal_note }, locale),
    decision: waiting?.decision ?? null,
  }
}
