import { hold } from '../../server/operator/reward-acts.ts'
import { command } from '../command.ts'
import { asOperator } from '../operator-call.ts'

export const rewardsHold = command({
  group: 'rewards',
  name: 'hold',
  args: ['ID'],
  summary: 'Hold a reward for review until its payment is at the bank; "reviews decide" ends it',
  tenant: 'required',
  needs: ['update', 'rewards'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [id = ''], actor, ...given }) {
    await asOperator(
      { ...given, reason: actor.reason },
      id,
      {},
      hold,
      'This reward is held already, paid, at the bank, cancelled or expired',
    )
    return { data: { id, held: true }, text: `Reward ${id} is held for review.` }
  },
})
