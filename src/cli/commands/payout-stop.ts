import { withTenant } from '../../server/db/connection.ts'
import { stopProposal, takePaymentOut } from '../../server/payout/change-proposal.ts'
import { isUuid } from '../../server/base/uuid.ts'
import { command, CommandError } from '../command.ts'

export const payoutStop = command({
  group: 'payout',
  name: 'stop',
  args: ['ID', '[PAYMENT]'],
  summary:
    'Take a proposed payout back, or refuse it; with PAYMENT take that one out, for a later payout',
  details: ['PAYMENT is the id of the reward or the sales partner.'],
  tenant: 'required',
  needs: ['update', 'payouts'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [given = '', payment], tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const id = given.toUpperCase()
    const reason = actor.reason ?? ''
    const done = await withTenant(deps.db, code, async (tx) => {
      if (payment === undefined) return stopProposal(tx, deps, tenant, id, { actor, reason })
      if (!isUuid(payment)) return false
      const what = { proposalId: id, itemId: payment.toLowerCase() }
      return takePaymentOut(tx, deps, tenant, what, { actor, reason })
    })
    if (!done)
      throw new CommandError(
        payment === undefined
          ? `No payout ${given} is open`
          : `No payout ${given} is open, or it has no such payment`,
      )
    return {
      data: { id, payment: payment ?? null },
      text: payment === undefined ? `Payout ${id} is over.` : `Taken out of payout ${id}.`,
    }
  },
})
