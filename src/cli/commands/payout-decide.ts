import { decideHeld } from '../../server/payout/decide-held.ts'
import { command, UsageError } from '../command.ts'

export const payoutDecide = command({
  group: 'payout',
  name: 'decide',
  args: ['ID', 'pay|ask'],
  summary:
    'End the hold of a failed payment, or of all in a batch: "pay" puts it into the next batch, "ask" asks its owner for an account',
  tenant: 'required',
  options: {},
  async run({ args, tenant, actor, deps }) {
    const [id = '', decision] = args
    if (decision !== 'pay' && decision !== 'ask')
      throw new UsageError('The decision is "pay" or "ask"')
    const decided = await decideHeld(deps, tenant, id, decision, actor)
    const next = decision === 'pay' ? 'in the next batch' : 'waiting for another account'
    return {
      data: { id, decision, decided },
      text: decided > 0 ? `${decided} held before, now ${next}.` : `${id}: nothing is held.`,
    }
  },
})
