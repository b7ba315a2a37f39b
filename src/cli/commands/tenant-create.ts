import { isDeepStrictEqual } from 'node:util'
import { findListing } from '../../server/catalogue/listing-store.ts'
import type { Listing } from '../../server/catalogue/listing.ts'
import { withTenant, type Database, type Tx } from '../../server/db/connection.ts'
import { changesOf, judgeChange, judgeHosts } from '../../server/operator/judge-tenant.ts'
import { listMissing } from '../../server/operator/list-missing.ts'
import { listShared } from '../../server/operator/list-shared.ts'
import { showChange } from '../../server/operator/show-change.ts'
import { readTenantFile } from '../../server/operator/tenant-file.ts'
import { takePictures } from '../../server/operator/tenant-pictures.ts'
import { withBlock, writeTenant } from '../../server/operator/write-tenant.ts'
import { countPools } from '../../server/reward/voucher-pool-store.ts'
import { hideAddresses, keepAddresses } from '../../server/tenant/hidden-addresses.ts'
import { findTenantPicture } from '../../server/tenant/picture-store.ts'
import type { StoredTenant } from '../../server/tenant/read-tenant.ts'
import {
  findStoredTenant,
  listStoredTenants,
  lockStoredTenant,
  lockTenantRow,
} from '../../server/tenant/store.ts'
import { command, CommandError } from '../command.ts'
import { confirmChange } from '../confirm-change.ts'
import { folderOf, readInput } from '../files.ts'

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
    'The account that a public tenant pays from is changed in the console, by two people.',
    'With --draft a new tenant answers to nobody but previews until it is published in the console; "tenant delete" removes it.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: {
    replace: { text: 'change the tenant if it exists already' },
    yes: { text: 'change it without a question' },
    draft: { text: 'make a new tenant that is not public yet' },
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
    const taken = judgeHosts(deps, given, others)
    if (taken?.owner)
      throw new CommandError(`A host name of the file belongs to tenant ${taken.owner} already`)
    if (taken) throw new CommandError("A host name of the file is the console's (OPERATOR_HOST)")
    const before = await readWhole(deps.db, code)
    if (before && !values.replace) {
      throw new CommandError(
        `There is a tenant ${code} already: --replace changes its configuration`,
      )
    }
    const kept = keepAddresses(deps.keys, withBlock(given, before?.settings), before?.settings)
    if (kept.problems.length > 0) throw unusable(kept.problems)
    const next = kept.tenant
    const settings = before ? hideAddresses(deps.keys, before.settings) : null
    const shown = hideAddresses(deps.keys, next, settings ?? next)
    const changes = before && settings ? changesOf({ ...before, settings }, shown, listing) : []
    const shared = others.map((other) => [other.code, listShared(shown, other)] as const)
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
          keys: deps.keys,
          draft: values.draft ? { copiedFrom: null } : null,
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

/** A public tenant's account is changed by two people in the console, and used seven days later (776). */
async function judgeAccount(tx: Tx, stored: StoredTenant, next: StoredTenant): Promise<string[]> {
  if (isDeepStrictEqual(stored.payoutAccount, next.payoutAccount)) return []
  const row = await lockTenantRow(tx, stored.code)
  return row?.published_at === null ? [] : [accountKept]
}
const accountKept =
  'payoutAccount: is changed in the console alone, by two people and with seven days of notice, as the tenant is public'

async function judge(tx: Tx, stored: StoredTenant, next: StoredTenant, listing: Listing) {
  const problems = [
    ...(await judgeAccount(tx, stored, next)),
    ...(await judgeChange(tx, stored, next, listing)),
  ]
  if (problems.length > 0) throw unusable(problems)
}

async function readWhole(db: Database, code: string) {
  const settings = await findStoredTenant(db, code)
  if (!settings) return null
  return { settings, listing: await withTenant(db, code, (tx) => findListing(tx, code)) }
}
