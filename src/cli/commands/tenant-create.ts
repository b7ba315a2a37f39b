import { audit } from '../../server/base/audit-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { notify } from '../../server/db/notify.ts'
import { findStoredTenant, listStoredTenants, saveTenant } from '../../server/tenant/store.ts'
import { command, CommandError } from '../command.ts'
import { readInput } from '../files.ts'
import { readTenantFile } from '../tenant-file.ts'

export const tenantCreate = command({
  group: 'tenant',
  name: 'create',
  args: ['FILE.json'],
  summary:
    'Create a tenant from its configuration file ("tenant show CODE --json" prints one to start from)',
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
    const { tenant } = read
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
    await withTenant(deps.db, tenant.code, async (tx) => {
      await saveTenant(tx, tenant, now)
      await audit(tx, tenant.code, {
        at: now,
        actor,
        action: existing ? 'tenant-changed' : 'tenant-created',
        subjectKind: 'tenant',
        subjectId: tenant.code,
      })
      // Every running server keeps tenants in memory.
      await notify(tx, 'zuspruch_tenants', tenant.code)
    })
    return {
      data: { tenant: tenant.code, created: !existing },
      text: `Tenant ${tenant.code} ("${tenant.name}") is ${existing ? 'changed' : 'created'}.`,
    }
  },
})
