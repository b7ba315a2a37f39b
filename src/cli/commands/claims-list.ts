import { formatCents } from '../../domain/money.ts'
import { withTenant } from '../../server/db/connection.ts'
import { listClaims } from '../../server/reward/list-claims.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const claimsList = command({
  group: 'claims',
  name: 'list',
  args: [],
  summary: 'Show what was paid for orders that were cancelled afterwards',
  tenant: 'required',
  needs: ['read', 'rewards'],
  options: {},
  async run({ tenant: code, deps }) {
    const tenant = await deps.tenants.get(code)
    const claims = await withTenant(deps.db, code, (tx) => listClaims(tx, tenant))
    return {
      data: claims.map((claim) => ({
        ...claim,
        paidAt: claim.paidAt?.toString() ?? null,
        claimedBackAt: claim.claimedBackAt.toString(),
      })),
      text: table(
        ['Reward', 'Order', 'Provider no.', 'For', 'Amount', 'Taken as', 'Status', 'Cancelled'],
        claims.map((claim) => [
          claim.rewardId,
          claim.orderNumber,
          claim.externalNumber,
          claim.beneficiary,
          formatCents(claim.cents, 'en'),
          claim.takenAs,
          claim.status,
          claim.claimedBackAt.toString({ smallestUnit: 'second' }),
        ]),
        'There are no claims.',
      ),
    }
  },
})
