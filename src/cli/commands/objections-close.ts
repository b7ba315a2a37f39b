import { audit } from '../../server/base/audit-store.ts'
import { isUuid } from '../../server/base/uuid.ts'
import { withTenant } from '../../server/db/connection.ts'
import { closeObjection } from '../../server/base/objection-store.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const objectionsClose = command({
  group: 'objections',
  name: 'close',
  args: ['ID'],
  summary:
    'Take an objection off the list once its sender has an answer; what was right is granted as goodwill',
  tenant: 'required',
  options: { result: { value: 'accepted|rejected', text: 'what was answered' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const [id = ''] = args
    const { result } = values
    if (result !== 'accepted' && result !== 'rejected')
      throw new UsageError('The result is "accepted" or "rejected"')
    const at = deps.clock.now()
    await withTenant(deps.db, code, async (tx) => {
      const closed = isUuid(id) && (await closeObjection(tx, code, id, { at, by: actor.id }))
      if (!closed)
        throw new CommandError(`No open objection ${id}: "objections list" shows the open ones`)
      await audit(tx, code, {
        at,
        actor,
        action: 'objection-closed',
        subjectKind: 'objection',
        subjectId: id,
        details: { result },
      })
    })
    return { data: { id, result }, text: `Objection ${id} is closed: ${result}.` }
  },
})
