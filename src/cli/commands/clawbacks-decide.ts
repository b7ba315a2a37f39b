import { formatCents } from '../../domain/money.ts'
import { decideProposal } from '../../server/operator/act-on-clawback.ts'
import { command, UsageError } from '../command.ts'
import { asOperator } from '../operator-call.ts'

const decisions = ['approve', 'book', 'refuse'] as const
const verdicts = { approve: 'verzichtet', book: 'gebucht', refuse: 'abgelehnt' } as const

export const clawbacksDecide = command({
  group: 'clawbacks',
  name: 'decide',
  args: ['ID', 'approve|book|refuse'],
  summary:
    'Decide, as the second person, about what is proposed: approve to write a clawback off, book a repayment, or refuse it',
  details: ['ID is of the reward, as "claims list" shows it.'],
  tenant: 'required',
  needs: ['approve', 'rewards'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [id = '', decision], actor, ...given }) {
    const asked = decisions.find((one) => one === decision)
    if (!asked) throw new UsageError('The decision is "approve", "book" or "refuse"')
    const cents = await asOperator(
      { ...given, reason: actor.reason },
      id,
      { verdict: verdicts[asked] },
      decideProposal,
      'Nothing is proposed about this clawback that could be decided so',
    )
    const amount = formatCents(cents, 'en')
    const said = {
      approve: `Written off: ${amount}.`,
      book: `Booked: ${amount}.`,
      refuse: `Refused; open: ${amount}.`,
    }
    return { data: { id, decision: asked, cents }, text: said[asked] }
  },
})
