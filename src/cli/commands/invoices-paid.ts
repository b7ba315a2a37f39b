import { withTenant } from '../../server/db/connection.ts'
import { markInvoicePaidAs, takeBackPaymentAs } from '../../server/operator/pay-as.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { readDay } from '../read-day.ts'

const refusals = {
  future: 'That day is still to come.',
  'before-issue': 'That day is before the document was written.',
}

export const invoicesPaid = command({
  group: 'invoices',
  name: 'paid',
  args: ['NUMBER'],
  summary:
    'Mark an invoice as paid, or a credit as paid back or set off; with --undo the mark is taken back',
  tenant: 'required',
  needs: ['update', 'invoices'],
  asksPerson: true,
  asksReason: true,
  options: {
    on: { value: 'DATE', text: 'the day of the payment, 2026-11-22; default: today' },
    reference: { value: 'TEXT', text: 'how to find it at the bank, without personal data' },
    undo: { text: 'take the mark back' },
  },
  async run({ args, values, tenant, actor, deps }) {
    const number = (args[0] ?? '').trim().toUpperCase()
    const reference = values.reference?.trim() || null
    if (reference !== null && reference.length > 140)
      throw new UsageError('--reference has 140 letters at the most')
    if (values.undo === true && (values.on !== undefined || reference !== null))
      throw new UsageError('--undo stands alone')
    const paidOn = values.on === undefined ? deps.clock.today() : readDay(values.on)
    const done = await withTenant(deps.db, tenant, (tx) =>
      values.undo === true
        ? takeBackPaymentAs(tx, deps, tenant, number, actor)
        : markInvoicePaidAs(tx, deps, tenant, { number, paidOn, reference }, actor),
    )
    if (done.kind === 'unknown') throw new CommandError(`There is no invoice ${number}`)
    if (done.kind === 'refused') throw new CommandError(refusals[done.why])
    const data = { tenant, number, ...done }
    if (done.kind === 'taken-back') {
      const settled = done.settledWith.join(', ')
      const more = settled && ` It is settled with ${settled}: nothing is owed.`
      return { data, text: `${number} is not paid any more.${more}` }
    }
    if (done.kind === 'unpaid') return { data, text: `${number} was not marked as paid.` }
    if (done.kind === 'already')
      return { data, text: `${number} was marked before: paid on ${done.paidOn}. It stays so.` }
    const reopened = done.reopened.join(', ')
    const more = reopened && ` It was settled with ${reopened}, which is open again.`
    return { data, text: `${number} is paid, on ${done.paidOn}.${more}` }
  },
})
