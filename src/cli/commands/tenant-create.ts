import { isDeepStrictEqual } from 'node:util'
import { judgeRemoval } from '../../server/billing/judge-removal.ts'
import { findListing } from '../../server/catalogue/listing-store.ts'
import type { Listing } from '../../server/catalogue/listing.ts'
import { judgeTenantChange } from '../../server/content/judge-tenant-change.ts'
import { withTenant, type Database, type Tx } from '../../server/db/connection.ts'
import { readTenantFile } from '../../server/operator/tenant-file.ts'
import { takePictures } from '../../server/operator/tenant-pictures.ts'
import { withBlock, writeTenant } from '../../server/operator/write-tenant.ts'
import { findTenantPicture } from '../../server/tenant/picture-store.ts'
import type { StoredTenant } from '../../server/tenant/read-tenant.ts'
import { hostsOf } from '../../server/tenant/tenant-origin.ts'
import { listChanges } from '../../server/tenant/setting-changes.ts'
import { findStoredTenant, listStoredTenants, lockStoredTenant } from '../../server/tenant/store.ts'
import { command, CommandError } from '../command.ts'
import { confirmChange } from '../confirm-change.ts'
import { folderOf, readInput } from '../files.ts'
import { listMissing } from '../list-missing.ts'
import { listShared } from '../list-shared.ts'
import { showChange } from '../show-change.ts'
import { countPools } from '../store.ts'

export const tenantCreate = command({
  group: 'tenant',
  name: 'create',
  args: ['FILE.json'],
  summary:
    'Create a tenant with its products, reward options and campaigns from a file ("tenant show CODE --json" prints one; demo/*/tenant.json are others)',
  details: [
    'Logo and pictures are PNG, JPEG or WebP, by their path from the folder of FILE ("pictures/logo.png") or as data URIs, and are decoded',
    'and written anew; or paths of pictures that are there already. A text may be the path of a Markdown file ("texts/terms.de.md").',
    'The file holds the configuration, and the lists "products", "rewardOptions" and "campaigns". With --replace what a list names is',
    'made or changed and what it leaves out stays; "active": false takes a product off the pages. Voucher codes are not in',
    'the file: "vouchers import" brings them. What is still missing is said at the end, and what is the same as another tenant has.',
    'What --replace changes is shown, asked for, and stands with old and new values in the audit log. Other words of the terms',
    'need another "termsVersion", those of a campaign another "version"; a content service is changed by "content connect" alone.',
  ],
  tenant: 'none',
  options: {
    replace: { text: 'change the tenant if it exists already' },
    yes: { text: 'change it without a question' },
  },
  async run({ args, values, actor, deps, ask }) {
    const path = args[0] ?? ''
    const source = new TextDecoder().decode(await readInput(path))
    const read = readTenantFile(source, folderOf(path))
    if ('problems' in read) throw unusable(read.problems)
    const { code } = read.tenant
    const known = (name: string) => knownPicture(deps.db, code, name)
    const { tenant: given, listing, pictures, problems } = await takePictures(read, known)
    if (problems.length > 0) throw unusable(problems)
    const others = (await listStoredTenants(deps.db)).filter((other) => other.code !== code)
    const hosts = hostsOf(deps.publicOrigin, given)
    const taken = others.find((other) =>
      hostsOf(deps.publicOrigin, other).some((host) => hosts.includes(host)),
    )
    if (taken)
      throw new CommandError(`A host name of the file belongs to tenant ${taken.code} already`)
    if (hosts.some((host) => deps.tenants.isConsole(host)))
      throw new CommandError("A host name of the file is the console's (OPERATOR_HOST)")
    const before = await readWhole(deps.db, code)
    if (before && !values.replace) {
      throw new CommandError(
        `There is a tenant ${code} already: --replace changes its configuration`,
      )
    }
    const next = withBlock(given, before?.settings)
    const changes = before
      ? listChanges(whole(before.settings, listed(before, listing)), whole(next, listing))
      : []
    const shared = others.map((other) => [other.code, listShared(given, other)] as const)
    if (before && changes.length > 0) {
      await withTenant(deps.db, code, (tx) => judge(tx, before.settings, given, listing))
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
      if (stored) await judge(tx, stored, given, listing)
      if (!stored || changes.length > 0)
        await writeTenant(tx, { tenant: next, listing, pictures }, stored ? changes : null, {
          actor,
          now,
        })
      return { all: await findListing(tx, code), pools: await countPools(tx, code) }
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

async function judge(
  tx: Tx,
  stored: StoredTenant,
  next: StoredTenant,
  { campaigns }: Listing,
): Promise<void> {
  const problems = await judgeTenantChange(tx, stored, next)
  const known = new Map(
    (await findListing(tx, stored.code)).campaigns.map((one) => [one.id, one] as const),
  )
  for (const { id, version, legalText, consent } of campaigns) {
    const old = known.get(id)
    const words = [old?.legalText, old?.consent]
    if (old?.version === version && !isDeepStrictEqual(words, [legalText, consent]))
      problems.push(`campaigns.${id}.version: other conditions or consent need another version`)
  }
  const owed =
    stored.salesPartners && !next.salesPartners ? await judgeRemoval(tx, stored.code) : null
  if (owed !== null) problems.push(owed)
  if (problems.length > 0) throw unusable(problems)
}

async function readWhole(db: Database, code: string) {
  const settings = await findStoredTenant(db, code)
  if (!settings) return null
  return { settings, ...(await withTenant(db, code, (tx) => findListing(tx, code))) }
}

const whole = (settings: StoredTenant, listing: Listing) => ({
  ...settings,
  accountsBlockedOn: settings.accountsBlockedOn ?? null,
  ...listing,
})

/** Entries missing in the file stay, so they are no change. */
function listed(before: Listing, file: Listing): Listing {
  const known = <T extends { id: string }>(rows: T[], kept: T[]) =>
    rows.filter(({ id }) => kept.some((row) => row.id === id))
  return {
    products: known(before.products, file.products),
    rewardOptions: known(before.rewardOptions, file.rewardOptions),
    campaigns: known(before.campaigns, file.campaigns),
  }
}
