import { formatCents } from '../../domain/money.ts'
import { listPayoutFiles, readPayoutRow } from '../../server/operator/payout-list-store.ts'
import { findProposal } from '../../server/payout/proposal-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { operatorNames } from '../../server/team/operator-names.ts'
import { command, CommandError } from '../command.ts'
import { fingerprintOf } from '../fingerprint.ts'
import { table } from '../table.ts'

export const payoutShow = command({
  group: 'payout',
  name: 'show',
  args: ['ID'],
  summary: 'Show a payout: its sum, who proposed it, its fingerprint and its files',
  tenant: 'required',
  needs: ['read', 'payouts'],
  options: {},
  async run({ args: [id = ''], tenant, deps }) {
    const found = await withTenant(deps.db, tenant, async (tx) => {
      const row = await readPayoutRow(tx, tenant, id.toUpperCase(), deps.clock.now())
      const proposal = row && (await findProposal(tx, tenant, row.proposal_id))
      if (!row || !proposal) return null
      const names = await operatorNames(tx, tenant, [row.proposed_by])
      return { row, proposal, names, files: await listPayoutFiles(tx, tenant, row.proposal_id) }
    })
    if (!found) throw new CommandError(`There is no payout ${id}`)
    const { row, proposal, names, files } = found
    const rows: [string, string][] = [
      ['State', row.state],
      ['Payments', String(row.payments)],
      ['Sum', formatCents(row.total_cents, 'en')],
      ['Proposed by', names.get(row.proposed_by) ?? row.proposed_by],
      ['Proposed', row.proposed_at.toString({ smallestUnit: 'second' })],
      ['Approvals', `${row.approvals} of ${row.approvals_needed}`],
      ['Ends', row.expires_at.toString({ smallestUnit: 'second' })],
      ['Fingerprint', fingerprintOf(proposal.content_hash)],
    ]
    const list = files.map(
      ({ batch_id: file, transfers, total_cents: cents, execution_on: on }) => [
        file,
        transfers,
        formatCents(cents, 'en'),
        on,
      ],
    )
    return {
      data: {
        id: row.proposal_id,
        state: row.state,
        payments: row.payments,
        totalCents: row.total_cents,
        approvals: row.approvals,
        approvalsNeeded: row.approvals_needed,
        fingerprint: fingerprintOf(proposal.content_hash),
        files: files.map(({ batch_id: file }) => file),
      },
      text: [
        table([row.proposal_id, ''], rows, ''),
        '',
        table(['File', 'Payments', 'Sum', 'Execution'], list, 'It has no file.'),
      ].join('\n'),
    }
  },
})
