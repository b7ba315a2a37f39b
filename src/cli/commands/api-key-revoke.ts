import { audit } from '../../server/base/audit-store.ts'
import { revokeToken } from '../../server/base/token-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command, CommandError } from '../command.ts'
import { listApiKeys } from '../store.ts'

export const apiKeyRevoke = command({
  group: 'api-key',
  name: 'revoke',
  args: ['NAME_OR_ID'],
  summary: 'End an API key at once; calls with it are refused from then on',
  tenant: 'required',
  options: {},
  async run({ args, tenant, actor, deps }) {
    const wanted = args[0] ?? ''
    const answer = await withTenant(deps.db, tenant, async (tx) => {
      const keys = await listApiKeys(tx, tenant)
      const named = keys.filter((key) => key.token_id === wanted || key.subject === wanted)
      const live = named.find((key) => key.revoked_at === null)
      const known = live ?? named.at(-1)
      if (!known)
        throw new CommandError(`There is no API key "${wanted}": "api-key list" shows them`)
      if (!live) return { id: known.token_id, name: known.subject, revoked: false }
      await revokeToken(tx, tenant, live.token_id, deps.clock.realNow())
      await audit(tx, tenant, {
        at: deps.clock.now(),
        actor,
        action: 'api-key-revoked',
        subjectKind: 'api-key',
        subjectId: live.token_id,
        details: { name: live.subject },
      })
      return { id: live.token_id, name: live.subject, revoked: true }
    })
    const text = answer.revoked ? 'is revoked' : 'was revoked already'
    return { data: answer, text: `API key "${answer.name}" (${answer.id}) ${text}.` }
  },
})
