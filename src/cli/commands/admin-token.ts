import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { findAccountByEmail } from '../../server/account/store.ts'
import { supportMinutes } from '../../server/account/support-link.ts'
import { withTenant } from '../../server/db/connection.ts'
import { openAreaAs } from '../../server/operator/decide-as.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const adminToken = command({
  group: 'admin',
  name: 'token',
  args: [],
  summary: `Print a link that opens a referrer's personal area for support: works once, for ${supportMinutes} minutes`,
  tenant: 'required',
  needs: ['update', 'people'],
  asksPerson: true,
  asksReason: true,
  options: { email: { value: 'EMAIL', text: 'e-mail address of the referrer' } },
  async run({ values, tenant, actor, deps }) {
    if (values.email === undefined) throw new UsageError('--email EMAIL is missing')
    const email = normaliseEmail(values.email)
    if (!isEmail(email)) throw new UsageError('--email is not an e-mail address')
    const { url, expiresAt } = await withTenant(deps.db, tenant, async (tx) => {
      const account = await findAccountByEmail(tx, tenant, email)
      if (!account) throw new CommandError(`${tenant} has no referrer with this e-mail address`)
      return openAreaAs(tx, deps, await deps.tenants.get(tenant), account, actor)
    })
    return {
      data: { url, expiresAt: expiresAt.toString() },
      text: `${url}\nOpens once, until ${expiresAt.toZonedDateTimeISO('Europe/Berlin').toPlainTime().toString({ smallestUnit: 'minute' })} (Europe/Berlin).`,
    }
  },
})
