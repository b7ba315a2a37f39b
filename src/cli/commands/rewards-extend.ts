import { extend } from '../../server/operator/reward-acts.ts'
import { command, UsageError } from '../command.ts'
import { asOperator } from '../operator-call.ts'
import { readDay } from '../read-day.ts'

export const rewardsExtend = command({
  group: 'rewards',
  name: 'extend',
  args: ['ID'],
  summary:
    'Let a reward that expires within thirty days expire later, once, and mail its owner a new link',
  tenant: 'required',
  needs: ['update', 'rewards'],
  asksPerson: true,
  asksReason: true,
  options: { until: { value: 'DATE', text: 'the new last day, three months later at most' } },
  async run({ args: [id = ''], values, actor, ...given }) {
    if (values.until === undefined) throw new UsageError('--until DATE is missing')
    const until = readDay(values.until, '--until').toString()
    await asOperator(
      { ...given, reason: actor.reason },
      id,
      { until },
      extend,
      'This reward does not expire within thirty days, or was prolonged before',
    )
    return { data: { id, until }, text: `Reward ${id} expires on ${until}.` }
  },
})
