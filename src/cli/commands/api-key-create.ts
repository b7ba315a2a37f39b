import { withTenant } from '../../server/db/connection.ts'
import { createApiKey } from '../../server/operator/create-api-key.ts'
import { apiKeyDays } from '../../server/team/key-store.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const apiKeyCreate = command({
  group: 'api-key',
  name: 'create',
  args: ['NAME'],
  summary: 'Make an API key for the order feed, or for logins, and print it, this once',
  tenant: 'required',
  needs: 'set-up',
  options: {
    days: { text: `days until it ends, at most and by default ${apiKeyDays}`, value: 'N' },
    login: {
      text: 'let it log referrers in (POST /account/autologin), where the provider does that',
    },
  },
  async run({ args, values, tenant, actor, deps }) {
    const name = (args[0] ?? '').trim()
    if (!/^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,63}$/u.test(name)) {
      throw new UsageError('NAME is up to 64 letters, digits, spaces and . _ -')
    }
    const days = Number(values.days ?? apiKeyDays)
    if (!Number.isInteger(days) || days < 1 || days > apiKeyDays)
      throw new UsageError(`--days is a whole number from 1 to ${apiKeyDays}`)
    const key = await withTenant(deps.db, tenant, (tx) =>
      createApiKey(tx, deps, tenant, { name, login: values.login === true, days }, actor),
    )
    // Two keys of one name would be indistinguishable in the audit log.
    if (key === 'draft')
      throw new CommandError(`${tenant} is a draft: make its keys once it is public`)
    if (key === 'taken')
      throw new CommandError(
        `There is an API key "${name}" already: revoke it first, or choose another name`,
      )
    return {
      data: { id: key.id, name, key: key.text, validUntil: key.validUntil.toString() },
      text: `API key "${name}" (${key.id}), valid until ${key.validUntil.toString()}, shown this once:\n${key.text}\nCall with: Authorization: Bearer <key>, X-Requested-With: <any name>, Content-Type: application/json`,
    }
  },
})
