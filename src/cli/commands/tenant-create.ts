import { audit } from '../../server/base/audit-store.ts'
import { changed } from '../../server/base/shared-cache.ts'
import { withTenant } from '../../server/db/connection.ts'
import { notify } from '../../server/db/notify.ts'
import {
  findStoredTenant,
  listStoredTenants,
  lockStoredTenant,
  saveTenant,
} from '../../server/tenant/store.ts'
import { countPools, readCatalogue, saveProduct, saveRewardOption } from '../catalogue-store.ts'
import { command, CommandError } from '../command.ts'
import { readInput } from '../files.ts'
import { listMissing } from '../list-missing.ts'
import { readTenantFile } from '../tenant-file.ts'

export const tenantCreate = command({
  group: 'tenant',
  name: 'create',
  args: ['FILE.json'],
  summary:
    'Create a tenant with its products and reward options from a file ("tenant show CODE --json" prints one to start from)',
  details: [
    'The file holds the configuration, and the lists "products" and "rewardOptions". With --replace what a list names is',
    'made or changed and what it leaves out stays; "active": false takes a product off the pages. Voucher codes are not in',
    'the file: "vouchers import" brings them. What is still missing is said at the end.',
  ],
  tenant: 'none',
  options: { replace: { text: 'change the tenant if it exists already' } },
  async run({ args, values, actor, deps }) {
    const read = readTenantFile(new TextDecoder().decode(await readInput(args[0] ?? '')))
    if ('problems' in read) {
      throw new CommandError(
        ['The tenant file cannot be used:', ...read.problems.map((problem) => `  ${problem}`)].join(
          '\n',
        ),
      )
    }
    const { tenant, catalogue } = read
    const taken = (await listStoredTenants(deps.db)).find(
      (other) =>
        other.code !== tenant.code && other.hosts.some((host) => tenant.hosts.includes(host)),
    )
    if (taken)
      throw new CommandError(`A host name of the file belongs to tenant ${taken.code} already`)
    const existing = await findStoredTenant(deps.db, tenant.code)
    if (existing && !values.replace) {
      throw new CommandError(
        `There is a tenant ${tenant.code} already: --replace changes its configuration`,
      )
    }
    const now = deps.clock.now()
    const { all, pools } = await withTenant(deps.db, tenant.code, async (tx) => {
      // A general block ("accounts block --all") begins and ends by its own commands, not by a file that was printed before.
      const stored = await lockStoredTenant(tx, tenant.code)
      const { accountsBlockedOn = null } = stored ?? tenant
      await saveTenant(tx, { ...tenant, accountsBlockedOn }, now)
      for (const product of catalogue.products) await saveProduct(tx, tenant.code, product)
      for (const option of catalogue.rewardOptions) await saveRewardOption(tx, tenant.code, option)
      await audit(tx, tenant.code, {
        at: now,
        actor,
        action: existing ? 'tenant-changed' : 'tenant-created',
        subjectKind: 'tenant',
        subjectId: tenant.code,
      })
      // Every running server keeps tenants in memory.
      await notify(tx, 'zuspruch_tenants', tenant.code)
      await changed(tx, 'catalogue', tenant.code)
      return { all: await readCatalogue(tx, tenant.code), pools: await countPools(tx, tenant.code) }
    })
    const missing = listMissing(tenant.code, all, pools)
    const [products, options] = [all.products.length, all.rewardOptions.length]
    return {
      data: { tenant: tenant.code, created: !existing, products, rewardOptions: options, missing },
      text: [
        `Tenant ${tenant.code} ("${tenant.name}") is ${existing ? 'changed' : 'created'}. Products: ${products}, reward options: ${options}.`,
        ...(missing.length > 0 ? ['Still missing:', ...missing.map((line) => `  ${line}`)] : []),
      ].join('\n'),
    }
  },
})
