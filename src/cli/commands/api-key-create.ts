import { audit } from '../../server/base/audit-store.ts'
import { issueToken } from '../../server/base/token-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { listApiKeys } from '../store.ts'

export const apiKeyCreate = command({
  group: 'api-key',
  name: 'create',
  args: ['NAME'],
  summary: 'Make an API key for the order feed, or for logins, and print it, this once',
  tenant: 'required',
  options: {
    login: {
      text: 'let it log referrers in (POST /account/autologin), where the provider does that',
    },
  },
  async run({ args, values, tenant, actor, deps }) {
    const name = (args[0] ?? '').trim()
    if (!/^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,63}$/u.test(name)) {
      throw new UsageError('NAME is up to 64 letters, digits, spaces and . _ -')
    }
    const now = deps.clock.realNow()
    const key = await withTenant(deps.db, tenant, async (tx) => {
      const keys = await listApiKeys(tx, tenant)
      // Two keys of one name would be indistinguishable in the audit log.
      if (keys.some((known) => known.subject === name && known.revoked_at === null)) {
        throw new CommandError(
          `There is an API key "${name}" already: revoke it first, or choose another name`,
        )
      }
      const issued = await issueToken(tx, deps.keys, tenant, {
        kind: 'api-key',
        subject: name,
        now,
        expiresAt: null,
        uses: null,
        ...(values.login ? { details: { login: true } } : {}),
      })
      await audit(tx, tenant, {
        at: deps.clock.now(),
        actor,
        action: 'api-key-created',
        subjectKind: 'api-key',
        subjectId: issued.id,
        details: { name, login: values.login === true },
      })
      return issued
    })
    return {
      data: { id: key.id, name, key: key.text },
      text: `API key "${name}" (${key.id}), shown this once:\n${key.text}\nCall with: Authorization: Bearer <key>, X-Requested-With: <any name>, Content-Type: application/json`,
    }
  },
})
