import { isDeepStrictEqual } from 'node:util'
import { audit } from '../../server/base/audit-store.ts'
import { changed } from '../../server/base/shared-cache.ts'
import { judgeTenantChange } from '../../server/content/judge-tenant-change.ts'
import { withTenant, type Database } from '../../server/db/connection.ts'
import { notify } from '../../server/db/notify.ts'
import type { StoredTenant } from '../../server/tenant/read-tenant.ts'
import { forAudit, listChanges } from '../../server/tenant/setting-changes.ts'
import { judgeRemoval } from '../../server/billing/judge-removal.ts'
import {
  findTenantPicture,
  markUnusedPictures,
  saveTenantPictures,
} from '../../server/tenant/picture-store.ts'
import {
  findStoredTenant,
  listStoredTenants,
  lockStoredTenant,
  saveTenant,
} from '../../server/tenant/store.ts'
import { countPools, readCatalogue } from '../catalogue-store.ts'
import type { CatalogueFile } from '../catalogue-file.ts'
import { command, CommandError } from '../command.ts'
import { confirmChange } from '../confirm-change.ts'
import { readInput } from '../files.ts'
import { listMissing } from '../list-missing.ts'
import { listShared } from '../list-shared.ts'
import { showChange } from '../show-change.ts'
import { takePictures } from '../tenant-pictures.ts'
import { readTenantFile } from '../tenant-file.ts'
import { saveProduct, saveRewardOption } from '../../server/catalogue/item-store.ts'

export const tenantCreate = command({
  group: 'tenant',
  name: 'create',
  args: ['FILE.json'],
  summary:
    'Create a tenant with its products and reward options from a file ("tenant show CODE --json" prints one to start from)',
  details: [
    'Logo and pictures are data URIs (PNG, JPEG, WebP), decoded and written anew, or paths of pictures that are there already.',
    'The file holds the configuration, and the lists "products" and "rewardOptions". With --replace what a list names is',
    'made or changed and what it leaves out stays; "active": false takes a product off the pages. Voucher codes are not in',
    'the file: "vouchers import" brings them. What is still missing is said at the end, and what is the same as another tenant has.',
    'What --replace changes is shown, asked for, and stands with old and new values in the audit log. Other words of the terms',
    'need another "termsVersion"; a content service is changed by "content connect" alone.',
  ],
  tenant: 'none',
  options: {
    replace: { text: 'change the tenant if it exists already' },
    yes: { text: 'change it without a question' },
  },
  async run({ args, values, actor, deps, ask }) {
    const read = readTenantFile(new TextDecoder().decode(await readInput(args[0] ?? '')))
    if ('problems' in read) throw unusable(read.problems)
    const { code } = read.tenant
    const known = (name: string) => knownPicture(deps.db, code, name)
    const { tenant: given, catalogue, pictures, problems } = await takePictures(read, known)
    if (problems.length > 0) throw unusable(problems)
    const others = (await listStoredTenants(deps.db)).filter((other) => other.code !== code)
    const taken = others.find((other) => other.hosts.some((host) => given.hosts.includes(host)))
    if (taken)
      throw new CommandError(`A host name of the file belongs to tenant ${taken.code} already`)
    const before = await readWhole(deps.db, code)
    if (before && !values.replace) {
      throw new CommandError(
        `There is a tenant ${code} already: --replace changes its configuration`,
      )
    }
    const next = withBlock(given, before?.settings)
    const changes = before
      ? listChanges(whole(before.settings, listed(before, catalogue)), whole(next, catalogue))
      : []
    const shared = others.map((other) => [other.code, listShared(given, other)] as const)
    if (before && changes.length > 0) {
      await withTenant(deps.db, code, (tx) => judge(tx, before.settings, given))
      await confirmChange(
        { yes: values.yes, ask },
        [`This changes tenant ${code} ("${before.settings.name}"):`, ...changes.map(showChange)],
        `Change ${changes.length === 1 ? 'it' : `these ${changes.length} settings`}?`,
      )
    }
    const now = deps.clock.now()
    const { all, pools } = await withTenant(deps.db, code, async (tx) => {
      const stored = await lockStoredTenant(tx, code)
      // Changed while the question was open.
      if (!isDeepStrictEqual(stored, before?.settings))
        throw new CommandError(`Tenant ${code} was changed meanwhile: look again`)
      if (stored) await judge(tx, stored, given)
      if (!stored || changes.length > 0) {
        await saveTenant(tx, next, now)
        await saveTenantPictures(tx, code, pictures, now)
        for (const product of catalogue.products) await saveProduct(tx, code, product)
        for (const option of catalogue.rewardOptions) await saveRewardOption(tx, code, option)
        await markUnusedPictures(tx, code, now)
        await audit(tx, code, {
          at: now,
          actor,
          action: stored ? 'tenant-changed' : 'tenant-created',
          subjectKind: 'tenant',
          subjectId: code,
          details: stored ? { changes: forAudit(changes) } : {},
        })
        // Every server caches tenants.
        await notify(tx, 'zuspruch_tenants', code)
        await changed(tx, 'catalogue', code)
        await changed(tx, 'content', code)
      }
      return { all: await readCatalogue(tx, code), pools: await countPools(tx, code) }
    })
    const missing = listMissing(code, all, pools)
    const [products, options] = [all.products.length, all.rewardOptions.length]
    const alike = shared.filter(([, lines]) => lines.length > 0)
    const done = !before ? 'created' : changes.length > 0 ? 'changed' : 'like this already'
    return {
      data: {
        tenant: code,
        created: !before,
        changes,
        products,
        rewardOptions: options,
        missing,
        shared: Object.fromEntries(alike),
      },
      text: [
        `Tenant ${code} ("${given.name}") is ${done}. Products: ${products}, reward options: ${options}.`,
        ...(missing.length > 0 ? ['Still missing:', ...missing.map((line) => `  ${line}`)] : []),
        ...alike.flatMap(([other, lines]) => [
          `Still the same as at tenant ${other}:`,
          ...lines.map((line) => `  ${line}`),
        ]),
      ].join('\n'),
    }
  },
})

const knownPicture = (db: Database, code: string, name: string) =>
  withTenant(db, code, (tx) => findTenantPicture(tx, code, name))

const unusable = (problems: string[]) =>
  new CommandError(
    ['The tenant file cannot be used:', ...problems.map((problem) => `  ${problem}`)].join('\n'),
  )

async function judge(...[tx, stored, next]: Parameters<typeof judgeTenantChange>): Promise<void> {
  const problems = await judgeTenantChange(tx, stored, next)
  const owed =
    stored.salesPartners && !next.salesPartners ? await judgeRemoval(tx, stored.code) : null
  if (owed !== null) problems.push(owed)
  if (problems.length > 0) throw unusable(problems)
}

async function readWhole(db: Database, code: string) {
  const settings = await findStoredTenant(db, code)
  if (!settings) return null
  return { settings, ...(await withTenant(db, code, (tx) => readCatalogue(tx, code))) }
}

/** A general block ("accounts block --all") is changed by its own commands only, not by an older file. */
const withBlock = (given: StoredTenant, stored: StoredTenant | undefined): StoredTenant => ({
  ...given,
  accountsBlockedOn: (stored ?? given).accountsBlockedOn ?? null,
})

const whole = (settings: StoredTenant, { products, rewardOptions }: CatalogueFile) => ({
  ...settings,
  accountsBlockedOn: settings.accountsBlockedOn ?? null,
  products,
  rewardOptions,
})

/** Entries missing in the file stay, so they are no change. */
function listed(before: CatalogueFile, file: CatalogueFile): CatalogueFile {
  const known = <T extends { id: string }>(rows: T[], kept: T[]) =>
    rows.filter(({ id }) => kept.some((row) => row.id === id))
  return {
    products: known(before.products, file.products),
    rewardOptions: known(before.rewardOptions, file.rewardOptions),
  }
}
