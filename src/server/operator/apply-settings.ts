import { isDeepStrictEqual } from 'node:util'
import { tenantFlags } from '../../contract/mandant.ts'
import { firstAccounting, type Accounting } from '../../domain/accounting.ts'
import { findSetting, settingSections } from '../../domain/tenant-settings.ts'
import { readTenant, type StoredTenant } from '../tenant/read-tenant.ts'

export type SettingValues = Record<string, unknown>

const dots = '••••'
/** An IBAN as everybody may see it. */
export const lastFour = (iban: string) => (iban === '' ? '' : `${dots} ${iban.slice(-4)}`)

const stepsOf = (tenant: StoredTenant) => tenant.home.steps.length
const stepAt = (path: string) => Number(/^home\.steps\.(\d+)\./.exec(path)?.[1] ?? -1)

/** What the forms show: settings by path, as the rules read them, with defaults. */
export function settingsOf(stored: StoredTenant): SettingValues {
  const values = asRead(stored)
  return Object.fromEntries(
    Object.values(settingSections)
      .flat()
      .filter(({ path }) => stepAt(path) < stepsOf(stored))
      .map(({ path }) => [path, shown(path, valueAt(values, path))]),
  )
}

const shown = (path: string, value: unknown) =>
  path === 'payoutAccount.iban' ? lastFour(String(value ?? '')) : (value ?? null)

const asRead = (stored: StoredTenant): object => ({
  ...stored,
  ...readTenant(stored),
  payouts: payoutsOf(stored),
  accounting: stored.accounting ?? firstAccounting,
  flags: tenantFlags.parse(stored.flags),
})

/** The schedule is flat in a tenant file. */
function payoutsOf(stored: StoredTenant): object {
  const { schedule, ...rules } = readTenant(stored).payouts
  return { ...rules, ...schedule }
}

const valueAt = (from: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (part, name) =>
        typeof part === 'object' && part !== null
          ? (part as Record<string, unknown>)[name]
          : undefined,
      from,
    )

/** The settings with these values; what equals the form's is left as it is stored. @returns also paths that no form has */
export function applySettings(
  stored: StoredTenant,
  values: SettingValues,
): { next: StoredTenant; changed: string[]; unknown: string[] } {
  const before = settingsOf(stored)
  const given = Object.entries(values)
  const unknown = given.flatMap(([path]) => (findSetting(path) && path in before ? [] : [path]))
  const changed = given.filter(([path, value]) => path in before && !isSame(before[path], value))
  const next = structuredClone(stored) as StoredTenant & Record<string, unknown>
  for (const [path, value] of changed) {
    prepare(next, path)
    setAt(next, path.split('.'), value)
  }
  dropUnset(next)
  return { next, changed: changed.map(([path]) => path), unknown }
}

/** An empty field of what was never set changes nothing. */
const isSame = (before: unknown, value: unknown) =>
  isDeepStrictEqual(before, value) || (before === null && value === '')

/** An account without a number of its own has the chart's. */
function dropUnset({ accounting }: StoredTenant): void {
  if (!accounting) return
  const own = Object.entries(accounting.accounts).filter(([, number]) => number)
  accounting.accounts = Object.fromEntries(own)
}

/** Groups that a tenant file may leave out begin with their defaults. */
function prepare(next: StoredTenant, path: string): void {
  if (path.startsWith('reminders.')) next.reminders ??= { ...readTenant(next).reminders }
  if (path.startsWith('payouts.')) next.payouts = { ...next.payouts }
  if (path.startsWith('invoiceReminders.'))
    next.invoiceReminders = structuredClone(readTenant(next).invoiceReminders)
  if (path.startsWith('invoiceContact.'))
    next.invoiceContact = { ...readTenant(next).invoiceContact }
  if (path.startsWith('accounting.'))
    // What it lacks is refused at its field.
    next.accounting ??= structuredClone(firstAccounting) as unknown as Accounting
  if (path.startsWith('company.'))
    next.company ??= {
      form: 'gmbh',
      seat: '',
      court: null,
      number: null,
      directors: [],
      chair: null,
      supervisoryChair: null,
      partner: null,
    }
}

function setAt(into: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown) {
  if (rest.length === 0) into[name] = value
  else setAt(into[name] as Record<string, unknown>, rest, value)
}

/** A version's name for terms that are new today. @param used names that stand for other words */
export function nextVersion(today: Temporal.PlainDate, used: readonly string[]): string {
  const day = today.toString()
  let name = day
  for (let more = 2; used.includes(name); more++) name = `${day}-${more}`
  return name
}
