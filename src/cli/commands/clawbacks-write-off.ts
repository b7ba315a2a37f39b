import { formatCents } from '../../domain/money.ts'
import { waive } from '../../server/operator/act-on-clawback.ts'
import { command } from '../command.ts'
import { asOperator } from '../operator-call.ts'

export const clawbacksWriteOff = command({
  group: 'clawbacks',
  name: 'write-off',
  args: ['ID'],
  summary:
    'Write off what is left of a clawback; above what one person decides alone it is proposed to a second one',
  details: ['ID is of the reward, as "claims list" shows it.'],
  tenant: 'required',
  needs: ['decide', 'rewards'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [id = ''], actor, ...given }) {
    const { outcome, cents } = await asOperator(
      { ...given, reason: actor.reason },
      id,
      {},
      waive,
      'Nothing is left to be written off, or a second person decides about it already',
    )
    const amount = formatCents(cents, 'en')
    const isDone = outcome === 'verzichtet'
    return {
      data: { id, cents, writtenOff: isDone, proposed: !isDone },
      text: isDone
        ? `Written off: ${amount}.`
        : `Proposed: ${amount}. Somebody else decides, in the console or by "clawbacks decide".`,
    }
  },
})
