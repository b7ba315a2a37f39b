import { refusalReasons } from '../../domain/refusal.ts'
import { approvalReasons, decisionReasons } from '../../domain/review.ts'
import { isUuid } from '../../server/base/uuid.ts'
import { withTenant, type Tx } from '../../server/db/connection.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { decideReviewAs } from '../../server/operator/decide-as.ts'
import { findReward } from '../../server/reward/store.ts'
import { readVerdict } from '../read-refusal.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const reviewsDecide = command({
  group: 'reviews',
  name: 'decide',
  args: ['ID', 'approve|refuse'],
  summary:
    'End the review of a held reward: approved it goes on, refused it is cancelled and its beneficiary mailed why',
  tenant: 'required',
  needs: ['decide', 'reviews'],
  asksPerson: true,
  options: {
    reason: {
      value: 'REASON',
      text: `why; approved: ${approvalReasons.join(', ')}; refused: ${refusalReasons.join(', ')}`,
    },
    note: {
      value: 'TEXT',
      text: 'the same in words, for the person to read; needed with "other"',
    },
  },
  async run({ args, values, tenant: code, actor, deps }) {
    const [id = '', decision] = args
    if (decision !== 'approve' && decision !== 'refuse')
      throw new UsageError('The decision is "approve" or "refuse"')
    const { verdict, why } = readVerdict(decision, values)
    const tenant = await deps.tenants.get(code)
    const decide = async (tx: Tx) => {
      const held = isUuid(id) ? await findReward(tx, code, id) : undefined
      const offered: readonly string[] = decisionReasons([held?.review_reasons ?? []])[decision]
      if (held?.review === 'held' && !offered.includes(values.reason ?? ''))
        throw new UsageError(`--reason of what held this reward: ${offered.join(', ')}`)
      return decideReviewAs(tx, deps, tenant, id, verdict, actor, why)
    }
    const decided = await retryConflict(() => withTenant(deps.db, code, decide))
    if (decided === 'unknown')
      throw new CommandError(`There is no reward ${id}: "reviews list" shows the held ones`)
    if (decided === 'not-held')
      throw new CommandError(
        `Reward ${id} is not held for review, or is paid or at the bank already`,
      )
    if (decided === 'second-person')
      throw new CommandError(
        'A second person decides this: not who refused the reward or entered the appeal, nor who attached its contract or corrected the address',
      )
    if (decided === 'order-cancelled')
      throw new CommandError(`The order of reward ${id} is cancelled, so nothing can be granted`)
    const done = decision === 'approve' ? 'approved' : 'refused'
    return {
      data: { id, decision: done, already: decided === 'already' },
      text: `Reward ${id} ${decided === 'already' ? `was ${done} already` : `is ${done}`}.`,
    }
  },
})
