import { remind } from '../../server/operator/act-on-clawback.ts'
import { command } from '../command.ts'
import { asOperator } from '../operator-call.ts'

export const clawbacksRemind = command({
  group: 'clawbacks',
  name: 'remind',
  args: ['ID'],
  summary:
    'Mail somebody what they owe of a reward whose order was cancelled, and that the next one may be set off',
  details: ['ID is of the reward, as "claims list" shows it.'],
  tenant: 'required',
  needs: ['update', 'rewards'],
  asksPerson: true,
  asksReason: true,
  options: { note: { value: 'TEXT', text: 'a message for the person to read, without links' } },
  async run({ args: [id = ''], values, actor, ...given }) {
    await asOperator(
      { ...given, reason: actor.reason },
      id,
      { note: values.note?.trim() },
      remind,
      'Nobody is reminded now: three times at most, 14 days apart, and of nothing that is settled',
    )
    return { data: { id, reminded: true }, text: 'The reminder is on its way.' }
  },
})
