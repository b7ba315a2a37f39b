import { revokeTokensByApiKey } from '../../server/base/lost-key-store.ts'
import { endApiKey } from '../../server/team/end-api-key.ts'
import { listTraces, tracesText } from '../../server/operator/session-traces-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { listApiKeys } from '../../server/team/key-store.ts'
import { command, CommandError } from '../command.ts'

export const apiKeyRevoke = command({
  group: 'api-key',
  name: 'revoke',
  args: ['NAME_OR_ID'],
  summary:
    'End an API key at once, with every link and session that it opened; calls with it are refused from then on',
  tenant: 'required',
  needs: 'set-up',
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
      const now = deps.clock.realNow()
      const id = known.token_id
      // Also for a revoked key, as a call may have been in progress.
      const ended = live
        ? await endApiKey(tx, deps, tenant, live, { actor })
        : await revokeTokensByApiKey(tx, tenant, id, now)
      const traces = await listTraces(tx, tenant, { apiKey: id })
      if (!live) return { id, name: known.subject, revoked: false, ended, ...traces }
      return { id, name: live.subject, revoked: true, ended, ...traces }
    })
    const text = answer.revoked ? 'is revoked' : 'was revoked already'
    const ended = answer.ended > 0 ? ` ${answer.ended} links and sessions of it ended.` : ''
    const first = `API key "${answer.name}" (${answer.id}) ${text}.${ended}`
    return { data: answer, text: [first, ...tracesText(answer)].join('\n') }
  },
})
