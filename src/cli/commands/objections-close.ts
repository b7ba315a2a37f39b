import type { Refusal } from '../../domain/refusal.ts'
import { refusalReasons } from '../../domain/refusal.ts'
import { withTenant } from '../../server/db/connection.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { closeObjectionAs } from '../../server/operator/decide-as.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readRefusal } from '../read-refusal.ts'

export const objectionsClose = command({
  group: 'objections',
  name: 'close',
  args: ['ID'],
  summary:
    'Take an objection off the list once its sender has an answer; what was right is granted as goodwill. An appeal about a reward is decided, finally, by somebody who neither refused nor entered it',
  tenant: 'required',
  needs: ['decide', 'reviews'],
  asksPerson: true,
  asksReason: true,
  options: {
    result: { value: 'accepted|rejected', text: 'what was answered' },
    reason: {
      value: 'REASON',
      text: `why; of a rejected appeal: ${refusalReasons.join(', ')}`,
    },
    note: { value: 'TEXT', text: 'the same in words, for the person to read; needed with "other"' },
  },
  async run({ args, values, tenant: code, actor, deps }) {
    const [id = ''] = args
    const { result } = values
    if (result !== 'accepted' && result !== 'rejected')
      throw new UsageError('The result is "accepted" or "rejected"')
    const tenant = await deps.tenants.get(code)
    const decide = (verdict: 'approve' | 'reject' | Refusal) =>
      retryConflict(() =>
        withTenant(deps.db, code, (tx) =>
          closeObjectionAs(tx, deps, tenant, { id, verdict }, actor),
        ),
      )
    const done = await decide(result === 'accepted' ? 'approve' : 'reject')
    // Only an appeal is refused for a reason that its sender reads.
    const decided = done === 'needs-reason' ? await decide(readRefusal(values)) : done
    if (decided === 'unknown')
      throw new CommandError(`No open objection ${id}: "objections list" shows the open ones`)
    if (decided === 'second-person')
      throw new CommandError(
        'A second person decides this: not who refused the reward or entered the appeal, nor who attached its contract or corrected the address',
      )
    if (decided !== 'done') throw new CommandError(`The appeal of objection ${id} is over already`)
    return { data: { id, result }, text: `Objection ${id} is closed: ${result}.` }
  },
})
