import { isDeepStrictEqual } from 'node:util'
import { formatCents } from '../../domain/money.ts'
import { findSetting } from '../../domain/tenant-settings.ts'
import type { Locale } from '../../domain/tenant.ts'
import { saysOtherModel } from '../content/judge-tenant-change.ts'
import { findListing } from '../catalogue/listing-store.ts'
import type { Listing } from '../catalogue/listing.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { hideAddresses, keepAddresses } from '../tenant/hidden-addresses.ts'
import { findTenantPicture, type TenantPicture } from '../tenant/picture-store.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { forAudit, listChanges, type SettingChange } from '../tenant/setting-changes.ts'
import { listStoredTenants, type TenantRow } from '../tenant/store.ts'
import {
  applySettings,
  lastFour,
  nextVersion,
  settingsOf,
  type SettingValues,
} from './apply-settings.ts'
import { changesOf, judgeChange, judgeHosts } from './judge-tenant.ts'
import { sayProblem, saySetting } from './say-setting.ts'
import { showSides } from './show-change.ts'
import { judgeSettings, readTenantFile } from './tenant-file.ts'
import { takePictures } from './tenant-pictures.ts'
import { listTermsVersions } from './tenant-store.ts'
import { withBlock } from './write-tenant.ts'

type Asked = Pick<Call, 'deps' | 'locale' | 'today'>
type Wanted = { settings?: SettingValues | undefined; file?: string | undefined }
export type ChangePlan = {
  tenant: StoredTenant
  listing: Listing
  pictures: TenantPicture[]
  changes: SettingChange[]
  values: SettingValues // as wanted, with the version that other terms need
}

const nothing: Listing = { products: [], rewardOptions: [], campaigns: [] }
type Problem = { field: string; message: string }
const refuse = (fields: Problem[]) => fail('validation', { fields: fields.slice(0, 20) })

/** A file is one field, whatever is wrong with it. */
const refuseFile = (problems: readonly string[]) =>
  refuse([{ field: 'Datei', message: problems.slice(0, 10).join(' · ').slice(0, 1000) }])

const texts = {
  otherCode: {
    de: 'Die Datei ist die eines anderen Mandanten.',
    en: 'The file is another tenant’s.',
  },
  payout: {
    de: 'Das Konto für Auszahlungen ändern zwei Personen auf der Seite „Zahlkonto“, solange der Mandant öffentlich ist.',
    en: 'While the tenant is public, two people change the account for payouts on the page “Paying account”.',
  },
  host: { de: 'Diesen Host hat schon jemand.', en: 'This host is taken.' },
  noForm: { de: 'Diese Einstellung hat kein Formular.', en: 'No form has this setting.' },
}

/** What a wanted change does to a tenant, or throws what is wrong with it, by setting. In a transaction of the tenant. */
export async function planChange(
  tx: Tx,
  call: Asked,
  row: TenantRow,
  wanted: Wanted,
): Promise<ChangePlan> {
  const plan =
    wanted.file === undefined
      ? await planSettings(tx, call, row, wanted.settings ?? {})
      : await planFile(tx, call, row, wanted.file)
  const { deps, locale } = call
  const { config } = row
  const isPublic = row.published_at !== null
  if (isPublic && !isDeepStrictEqual(plan.tenant.payoutAccount, config.payoutAccount))
    throw refuse([{ field: 'payoutAccount', message: texts.payout[locale] }])
  const others = (await listStoredTenants(deps.db)).filter(({ code }) => code !== config.code)
  if (judgeHosts(deps, plan.tenant, others))
    throw refuse([{ field: 'hosts', message: texts.host[locale] }])
  // Nobody has agreed to anything of a draft.
  const problems = isPublic ? await judgeChange(tx, config, plan.tenant, plan.listing) : []
  if (problems.length > 0) throw refuse(problems.map((problem) => spoken(problem, locale)))
  return plan
}

function spoken(problem: string, locale: 'de' | 'en'): Problem {
  const [field = '', ...words] = problem.split(': ')
  return { field, message: saySetting(words.join(': '), locale) }
}

async function planSettings(
  tx: Tx,
  { locale, today }: Asked,
  row: TenantRow,
  wanted: SettingValues,
): Promise<ChangePlan> {
  const { config, published_at } = row
  const values = { ...wanted }
  const applied = applySettings(config, values)
  if (applied.unknown.length > 0)
    throw refuse(applied.unknown.map((field) => ({ field, message: texts.noForm[locale] })))
  const { next, changed } = applied
  const hasOtherTerms =
    !isDeepStrictEqual(next.legal.terms, config.legal.terms) || saysOtherModel(config, next)
  const isNamed = next.legal.termsVersion !== config.legal.termsVersion
  if (hasOtherTerms && !isNamed && (published_at !== null || config.legal.termsVersion === '')) {
    const known = await listTermsVersions(tx, config.code)
    const used = [config.legal.termsVersion, ...known.flatMap((one) => [one.old ?? '', one.new])]
    next.legal.termsVersion = nextVersion(today, used)
    values['legal.termsVersion'] = next.legal.termsVersion
  }
  const isIn = (path: string) =>
    changed.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`))
  const taken = await takePictures({ tenant: next, listing: nothing }, (name) =>
    findTenantPicture(tx, config.code, name),
  )
  const wrongPictures = taken.problems
    .map((problem) => spoken(problem, locale))
    .filter(({ field }) => isIn(field))
  const before = new Set(judgeSettings(config).map(nameOf))
  const tenant = {
    ...taken.tenant,
    theme: isIn('theme.icon')
      ? taken.tenant.theme
      : { ...taken.tenant.theme, icon: next.theme.icon },
  }
  // What was wrong before stays until its own form is sent.
  const wrong = judgeSettings(tenant)
    .filter((issue) => isIn(issue.path.join('.')) || !before.has(nameOf(issue)))
    .map((issue) => ({ field: issue.path.join('.'), message: sayProblem(issue, locale) }))
  const problems = [...wrongPictures, ...wrong]
  if (problems.length > 0) throw refuse(problems)
  const changes = fromDefaults(listChanges(config, tenant), settingsOf(config))
  return { tenant, listing: nothing, pictures: taken.pictures, changes, values }
}

/** Where nothing was stored, a default was in force: it is the old value, and no change if it is the new one, too. */
const fromDefaults = (changes: readonly SettingChange[], inForce: SettingValues) =>
  changes
    .map((change) => ({ ...change, old: change.old ?? inForce[change.setting] ?? undefined }))
    .filter(({ old, new: next }) => !isDeepStrictEqual(old, next))

const nameOf = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  `${path.join('.')}: ${message}`

async function planFile(
  tx: Tx,
  { deps: { keys }, locale }: Asked,
  { config }: TenantRow,
  file: string,
): Promise<ChangePlan> {
  const read = readTenantFile(file)
  if ('problems' in read) throw refuseFile(read.problems)
  if (read.tenant.code !== config.code)
    throw refuse([{ field: 'Datei', message: texts.otherCode[locale] }])
  const taken = await takePictures(read, (name) => findTenantPicture(tx, config.code, name))
  if (taken.problems.length > 0) throw refuseFile(taken.problems)
  const kept = keepAddresses(keys, withBlock(taken.tenant, config), config)
  if (kept.problems.length > 0) throw refuseFile(kept.problems)
  const settings = hideAddresses(keys, config)
  const before = { settings, listing: await findListing(tx, config.code) }
  const { listing, pictures } = taken
  const changes = changesOf(before, hideAddresses(keys, kept.tenant, settings), listing)
  return { tenant: kept.tenant, listing, pictures, changes, values: {} }
}

const yesNo = { de: ['ja', 'nein'], en: ['yes', 'no'] } as const

/** A change as people read it, long texts from where they differ; without personal addresses, keys and whole IBANs. */
export function changeSides(
  change: SettingChange,
  locale: Locale,
): { setting: string; old: string; new: string } {
  const isMoney = findSetting(change.setting)?.kind === 'euros'
  const isIban = change.setting.endsWith('.iban')
  const [safe = change] = isIban ? [change] : forAudit([change])
  const write = (value: unknown): string => {
    if (value === undefined || value === null) return ''
    if (Array.isArray(value)) return value.map(write).join(', ')
    if (isMoney && typeof value === 'number') return formatCents(value, locale)
    if (typeof value === 'boolean') return yesNo[locale][value ? 0 : 1]
    if (typeof value === 'object') return JSON.stringify(value)
    return isIban ? lastFour(String(value)) : String(value)
  }
  return { setting: change.setting, ...showSides(safe, 240, write) }
}
