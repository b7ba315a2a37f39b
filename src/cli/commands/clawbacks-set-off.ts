import { formatCents } from '../../domain/money.ts'
import { setOff } from '../../server/operator/act-on-clawback.ts'
import { command } from '../command.ts'
import { asOperator } from '../operator-call.ts'

export const clawbacksSetOff = command({
  group: 'clawbacks',
  name: 'set-off',
  args: ['ID', 'REWARD'],
  summary: 'Set a reward of the same person off against what they owe; it is mailed to them',
  details: ['ID is of the reward that is claimed back, as "claims list" shows it.'],
  tenant: 'required',
  needs: ['decide', 'rewards'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [id = '', rewardId = ''], actor, ...given }) {
    const done = await asOperator(
      { ...given, reason: actor.reason },
      id,
      { rewardId },
      setOff,
      'Nothing is set off now: 14 days after the last reminder at the earliest, against what is open, and of a reward that could be paid',
    )
    const [cents, left] = [done.cents, done.leftCents].map((one) => formatCents(one, 'en'))
    return { data: { id, rewardId, ...done }, text: `Set off: ${cents}. Still open: ${left}.` }
  },
})
