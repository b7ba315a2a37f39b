import { formatCents } from '../../domain/money.ts'
import { withTenant } from '../../server/db/connection.ts'
import { operatorNames } from '../../server/team/operator-names.ts'
import { listBatches } from '../../server/payout/list-batches.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const payoutList = command({
  group: 'payout',
  name: 'list',
  args: [],
  summary:
    'Show the payout batches, newest first: how many payments are for sales partners, and how many are in which state',
  tenant: 'required',
  needs: ['read', 'payouts'],
  options: {},
  async run({ tenant, deps }) {
    const batches = await listBatches(deps, tenant)
    const names = await withTenant(deps.db, tenant, (tx) =>
      operatorNames(
        tx,
        tenant,
        batches.map(({ createdBy }) => createdBy),
      ),
    )
    return {
      data: batches.map((batch) => ({ ...batch, createdAt: batch.createdAt.toString() })),
      text: table(
        [
          'Batch',
          'Created',
          'By',
          'Execution',
          'Transfers',
          'Partners',
          'Total',
          'In transit',
          'Paid',
          'Rejected',
          'Returned',
        ],
        batches.map((batch) => [
          batch.batchId,
          batch.createdAt.toString({ smallestUnit: 'second' }),
          names.get(batch.createdBy) ?? batch.createdBy,
          batch.executionOn,
          batch.transfers,
          batch.partners,
          formatCents(batch.totalCents, 'en'),
          batch.states['in-transit'].count,
          batch.states.paid.count,
          batch.states.rejected.count,
          batch.states.returned.count,
        ]),
        'There are no payout batches yet.',
      ),
    }
  },
})
