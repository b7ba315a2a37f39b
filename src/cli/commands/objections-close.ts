import { normaliseEmail } from '../../domain/email.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { refusalReasons } from '../../domain/refusal.ts'
import { audit } from '../../server/base/audit-store.ts'
import { isUuid } from '../../server/base/uuid.ts'
import { withTenant } from '../../server/db/connection.ts'
import { fail } from '../../server/errors.ts'
import { isOwnAddress } from '../../server/operator/own-case.ts'
import { closeObjection, findObjection } from '../../server/base/objection-store.ts'
import { decideReview } from '../../server/reward/decide-review.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readRefusal } from '../read-refusal.ts'

export const objectionsClose = command({
  group: 'objections',
  name: 'close',
  args: ['ID'],
  summary:
    'Take an objection off the list once its sender has an answer; what was right is granted as goodwill. An appeal about a reward is decided, finally, by somebody who did not refuse it',
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
    const at = deps.clock.now()
    const tenant = await deps.tenants.get(code)
    await withTenant(deps.db, code, async (tx) => {
      const found = isUuid(id) ? await findObjection(tx, code, id) : undefined
      if (!found || found.closed_at)
        throw new CommandError(`No open objection ${id}: "objections list" shows the open ones`)
      if (await isOwnAddress(tx, deps, code, actor.id, normaliseEmail(found.email)))
        throw fail('own-case')
      if (found.reward_id) {
        const verdict: 'approve' | Refusal = result === 'accepted' ? 'approve' : readRefusal(values)
        const done = await decideReview(tx, deps, tenant, found.reward_id, verdict, actor)
        if (done === 'second-person')
          throw new CommandError('An appeal is decided by somebody who did not refuse the reward')
        if (done !== 'done')
          throw new CommandError(`The appeal about reward ${found.reward_id} is over already`)
        return
      }
      if (!(await closeObjection(tx, code, id, { at, by: actor.id })))
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
