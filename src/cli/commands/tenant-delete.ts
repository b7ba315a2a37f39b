import { reason as reasonText } from '../../contract/betrieb-zugang.ts'
import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../../server/db/connection.ts'
import { deleteDraft } from '../../server/operator/delete-tenant.ts'
import { findTenantRow } from '../../server/tenant/store.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { confirmChange } from '../confirm-change.ts'

export const tenantDelete = command({
  group: 'tenant',
  name: 'delete',
  args: ['CODE'],
  summary: 'Delete a tenant that was never public, with everything that belongs to it',
  tenant: 'none',
  needs: 'set-up',
  options: {
    reason: { value: 'TEXT', text: 'why, for the audit log' },
    yes: { text: 'delete it without a question' },
  },
  async run({ args, values, actor, deps, ask }) {
    const code = args[0] ?? ''
    const reason = reasonText.safeParse(values.reason ?? '')
    if (!reason.success)
      throw new UsageError('--reason TEXT is missing, or not 3 to 500 characters')
    const row = code === platformCode ? undefined : await findTenantRow(deps.db, code)
    if (!row) throw new CommandError(`There is no tenant ${code}: "tenant show" lists them`)
    const { name } = row.config
    if (row.published_at !== null) throw new CommandError(publicAlready(code))
    await confirmChange(
      { yes: values.yes, ask },
      [`This deletes tenant ${code} ("${name}"), its settings, products, pictures and log.`],
      'Delete it?',
    )
    const kept = await withTenant(deps.db, platformCode, (tx) =>
      deleteDraft(tx, { code, name }, { actor, reason: reason.data, now: deps.clock.now() }),
    )
    if (kept === 'tenants') throw new CommandError(publicAlready(code))
    if (kept !== null)
      throw new CommandError(`Tenant ${code} has rows in ${kept}, so it is not deleted`)
    return { data: { tenant: code, deleted: true }, text: `Tenant ${code} ("${name}") is deleted.` }
  },
})

const publicAlready = (code: string) =>
  `Tenant ${code} is public or was: people may rely on it, so it is not deleted`
