import { formatCents } from '../../domain/money.ts'
import { withTenant } from '../../server/db/connection.ts'
import { listReviews } from '../../server/reward/list-reviews.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const reviewsList = command({
  group: 'reviews',
  name: 'list',
  args: [],
  summary: 'Show the rewards that are held for review, oldest first, and why',
  tenant: 'required',
  needs: ['read', 'reviews'],
  options: {},
  async run({ tenant: code, deps }) {
    const tenant = await deps.tenants.get(code)
    const held = await withTenant(deps.db, code, (tx) => listReviews(tx, tenant, 'en'))
    return {
      data: held.map((reward) => ({ ...reward, createdAt: reward.createdAt.toString() })),
      text: table(
        ['Id', 'Order', 'Provider no.', 'For', 'Amount', 'State', 'Since', 'Why'],
        held.map((reward) => [
          reward.rewardId,
          reward.orderNumber,
          reward.externalNumber,
          reward.beneficiary,
          formatCents(reward.cents, 'en'),
          reward.state,
          reward.createdAt.toString({ smallestUnit: 'second' }),
          reward.texts.join(' '),
        ]),
        'No reward is held for review.',
      ),
    }
  },
})
