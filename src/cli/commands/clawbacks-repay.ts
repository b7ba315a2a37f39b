import { formatCents } from '../../domain/money.ts'
import { repay } from '../../server/operator/act-on-clawback.ts'
import { command, UsageError } from '../command.ts'
import { asOperator } from '../operator-call.ts'
import { readAmount } from '../../domain/read-cents.ts'
import { readDay } from '../read-day.ts'

export const clawbacksRepay = command({
  group: 'clawbacks',
  name: 'repay',
  args: ['ID', 'EUROS'],
  summary:
    'Book a transfer by which somebody paid back what they owe, or a part of it; above what one person books alone it is proposed to a second one',
  details: [
    'ID is of the reward, as "claims list" shows it; the amount is 12,50 or 12.50.',
    'The answer has the number of the booking, by which "clawbacks take-back" undoes it.',
  ],
  tenant: 'required',
  needs: ['approve', 'payouts'],
  asksPerson: true,
  asksReason: true,
  options: {
    on: { value: 'DATE', text: 'the day of the bank’s booking, 2026-11-22; default: today' },
    reference: { value: 'TEXT', text: 'where it stands in the bank’s statement' },
  },
  async run({ args: [id = '', amount = ''], values, actor, ...given }) {
    const cents = readAmount(amount)
    if (cents === null || cents <= 0)
      throw new UsageError('The amount is not a number of euros above zero')
    const reference = values.reference?.trim() ?? ''
    if (reference.length < 1 || reference.length > 140)
      throw new UsageError('--reference TEXT is missing, or has more than 140 letters')
    const paidOn = values.on === undefined ? given.deps.clock.today() : readDay(values.on)
    const { outcome, leftCents, repayment } = await asOperator(
      { ...given, reason: actor.reason },
      id,
      { cents, paidOn: paidOn.toString(), reference },
      repay,
      'Nothing of this clawback is open, or a second person decides about it',
    )
    const left = formatCents(leftCents, 'en')
    return {
      data: { id, repayment, cents, leftCents, proposed: outcome === 'vorgeschlagen' },
      text:
        outcome === 'vorgeschlagen'
          ? `Proposed: ${formatCents(cents, 'en')}. Somebody else decides, in the console or by "clawbacks decide". Still open: ${left}.`
          : `Booked as ${repayment}. Still open: ${left}.`,
    }
  },
})
