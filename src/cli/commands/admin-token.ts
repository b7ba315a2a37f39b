import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { findAccountByEmail } from '../../server/account/store.ts'
import { audit } from '../../server/base/audit-store.ts'
import { issueToken } from '../../server/base/token-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { pageUrl } from '../../server/tenant/tenant-origin.ts'
import { command, CommandError, UsageError } from '../command.ts'

const minutes = 5

/** Support access (domain.md section 4): 5 minutes, once, marked in every audit row of its session. */
export const adminToken = command({
  group: 'admin',
  name: 'token',
  args: [],
  summary: `Print a link that opens a referrer's personal area for support: works once, for ${minutes} minutes`,
  tenant: 'required',
  options: { email: { value: 'EMAIL', text: 'e-mail address of the referrer' } },
  async run({ values, tenant, actor, deps }) {
    if (values.email === undefined) throw new UsageError('--email EMAIL is missing')
    const email = normaliseEmail(values.email)
    if (!isEmail(email)) throw new UsageError('--email is not an e-mail address')
    const realNow = deps.clock.realNow()
    const expiresAt = realNow.add({ minutes })
    const { account, token } = await withTenant(deps.db, tenant, async (tx) => {
      const account = await findAccountByEmail(tx, tenant, email)
      if (!account) throw new CommandError(`${tenant} has no referrer with this e-mail address`)
      const token = await issueToken(tx, deps.keys, tenant, {
        kind: 'admin-login',
        subject: account.account_id,
        now: realNow,
        expiresAt,
        uses: 1,
        details: { operator: actor.id },
      })
      await audit(tx, tenant, {
        at: deps.clock.now(),
        actor,
        action: 'admin-token-issued',
        subjectKind: 'account',
        subjectId: account.account_id,
      })
      return { account, token }
    })
    // After the #, which browsers do not send: proxies and servers log paths.
    const page = pageUrl(
      deps.publicOrigin,
      await deps.tenants.get(tenant),
      account.language,
      'Admin',
    )
    const url = `${page}#${token.text}`
    return {
      data: { url, expiresAt: expiresAt.toString() },
      text: `${url}\nOpens once, until ${expiresAt.toZonedDateTimeISO('Europe/Berlin').toPlainTime().toString({ smallestUnit: 'minute' })} (Europe/Berlin).`,
    }
  },
})
