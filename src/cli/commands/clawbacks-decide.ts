import { formatCents } from '../../domain/money.ts'
import { decideWaiver } from '../../server/operator/act-on-clawback.ts'
import { command, UsageError } from '../command.ts'
import { asOperator } from '../operator-call.ts'

export const clawbacksDecide = command({
  group: 'clawbacks',
  name: 'decide',
  args: ['ID', 'approve|refuse'],
  summary: 'Decide, as the second person, about a proposal to write off a clawback',
  details: ['ID is of the reward, as "claims list" shows it.'],
  tenant: 'required',
  needs: ['approve', 'rewards'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [id = '', decision], actor, ...given }) {
    if (decision !== 'approve' && decision !== 'refuse')
      throw new UsageError('The decision is "approve" or "refuse"')
    const verdict = decision === 'approve' ? 'verzichtet' : 'abgelehnt'
    const cents = await asOperator(
      { ...given, reason: actor.reason },
      id,
      { verdict } as const,
      decideWaiver,
      'Nothing is proposed about this clawback',
    )
    const amount = formatCents(cents, 'en')
    return {
      data: { id, decision, cents },
      text: decision === 'approve' ? `Written off: ${amount}.` : `Refused; open: ${amount}.`,
    }
  },
})
