import { formatCents } from '../../domain/money.ts'
import { decideHeldAs } from '../../server/operator/decide-as.ts'
import { listHeldPayments } from '../../server/payout/decide-held.ts'
import { command, UsageError } from '../command.ts'
import { confirmChange } from '../confirm-change.ts'

const decisions = ['pay', 'ask', 'end'] as const

export const payoutDecide = command({
  group: 'payout',
  name: 'decide',
  args: ['ID', 'pay|ask|end'],
  summary: 'End the hold of a failed payment, or of all in a batch',
  details: [
    '"pay" puts it into the next batch as it was, to the same account. "ask" asks its owner for another account by mail.',
    'ID is the EndToEndId, a batch, or of what no batch could pay the id that "payout held" shows.',
    'Whose owner was erased (payout held) cannot be asked: "end" gives that money up for good, and asks you first.',
  ],
  tenant: 'required',
  needs: ['approve', 'payouts'],
  asksPerson: true,
  asksReason: true,
  options: { yes: { text: 'end it without a question' } },
  async run({ args, values, tenant, actor, deps, ask }) {
    const [id = '', given] = args
    const decision = decisions.find((known) => known === given)
    if (!decision) throw new UsageError('The decision is "pay", "ask" or "end"')
    if (decision === 'end') {
      const meant = (await listHeldPayments(deps, tenant)).filter(
        (one) =>
          one.ownerless &&
          [one.endToEndId, one.batchId].some((known) => known?.toUpperCase() === id.toUpperCase()),
      )
      if (meant.length > 0)
        await confirmChange(
          { yes: values.yes, ask },
          [
            'This gives up what was collected and could not be paid; it cannot be taken back:',
            ...meant.map(({ endToEndId, cents }) => `  ${endToEndId}: ${formatCents(cents, 'en')}`),
          ],
          'Give it up?',
        )
    }
    const decided = await decideHeldAs(deps, tenant, id, decision, actor)
    const { due, asked, ended, over, refused } = decided
    const lines = [
      ...(due > 0 ? [`Due again, and in the next batch: ${due}.`] : []),
      ...(asked > 0 ? [`Asked for another account by mail: ${asked}.`] : []),
      ...(ended > 0 ? [`Given up: ${ended}.`] : []),
      ...(over > 0 ? [`Not owed any more, since the order was cancelled: ${over}.`] : []),
      ...refused.map(({ id: one, reason }) => `${one} stays held: ${reason}.`),
    ]
    return {
      data: { id, decision, ...decided },
      text: lines.length > 0 ? lines.join('\n') : `${id}: nothing is held.`,
      failed: refused.length > 0,
    }
  },
})
