import { formatCents } from '../../domain/money.ts'
import { takeBack } from '../../server/operator/act-on-clawback.ts'
import { command } from '../command.ts'
import { asOperator } from '../operator-call.ts'

export const clawbacksTakeBack = command({
  group: 'clawbacks',
  name: 'take-back',
  args: ['ID', 'BOOKING'],
  summary: 'Take a repayment back that was booked wrongly, by a counter-booking',
  details: ['BOOKING is the number that "clawbacks repay" answered.'],
  tenant: 'required',
  needs: ['approve', 'payouts'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [id = '', repayment = ''], actor, ...given }) {
    const { leftCents } = await asOperator(
      { ...given, reason: actor.reason },
      id,
      { repayment },
      takeBack,
      'It was changed meanwhile',
    )
    const left = formatCents(leftCents, 'en')
    return { data: { id, repayment, leftCents }, text: `Taken back. Still open: ${left}.` }
  },
})
