import { formatCents } from '../../domain/money.ts'
import { listHeldPayments } from '../../server/payout/decide-held.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const payoutHeld = command({
  group: 'payout',
  name: 'held',
  args: [],
  summary:
    'Show the failed payments that wait for your decision, oldest first, with the bank’s reason',
  tenant: 'required',
  needs: ['read', 'payouts'],
  options: {},
  async run({ tenant, deps }) {
    const held = await listHeldPayments(deps, tenant)
    return {
      data: held.map((one) => ({ ...one, heldAt: one.heldAt.toString() })),
      text: table(
        ['ID', 'Partner', 'Owner', 'State', 'Reason', 'Amount', 'Since'],
        held.map((one) => [
          one.endToEndId,
          one.partner,
          one.ownerless ? 'erased' : 'can be asked',
          one.state,
          one.reason ?? 'none given',
          formatCents(one.cents, 'en'),
          one.heldAt.toString({ smallestUnit: 'second' }),
        ]),
        'No payment is held.',
      ),
    }
  },
})
