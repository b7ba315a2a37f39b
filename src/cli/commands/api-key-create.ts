import { withTenant } from '../../server/db/connection.ts'
import { createApiKey } from '../../server/operator/create-api-key.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const apiKeyCreate = command({
  group: 'api-key',
  name: 'create',
  args: ['NAME'],
  summary: 'Make an API key for the order feed, or for logins, and print it, this once',
  tenant: 'required',
  needs: 'set-up',
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
    const key = await withTenant(deps.db, tenant, (tx) =>
      createApiKey(tx, deps, tenant, { name, login: values.login === true }, actor),
    )
    // Two keys of one name would be indistinguishable in the audit log.
    if (key === 'draft')
      throw new CommandError(`${tenant} is a draft: make its keys once it is public`)
    if (key === 'taken')
      throw new CommandError(
        `There is an API key "${name}" already: revoke it first, or choose another name`,
      )
    return {
      data: { id: key.id, name, key: key.text },
      text: `API key "${name}" (${key.id}), shown this once:\n${key.text}\nCall with: Authorization: Bearer <key>, X-Requested-With: <any name>, Content-Type: application/json`,
    }
  },
})
