import { approvePayoutAs } from '../../server/operator/pay-as.ts'
import { findProposal } from '../../server/payout/proposal-store.ts'
import { releasePayout } from '../../server/payout/release-payout.ts'
import { withTenant } from '../../server/db/connection.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { command, CommandError } from '../command.ts'
import { fingerprintOf } from '../fingerprint.ts'

const ends = {
  waits: 'Approved. A second person has to approve it, too.',
  changed:
    'Not approved: an order, an account or an amount has changed since it was proposed, so it is over. Propose again.',
  expired: 'Not approved: it is older than three days, so it is over. Propose again.',
} as const

export const payoutApprove = command({
  group: 'payout',
  name: 'approve',
  args: ['ID', 'FINGERPRINT'],
  summary:
    'Approve a payout that somebody else proposed, as "payout show" has it; with the last approval its files are written',
  details: ['FINGERPRINT is what "payout show" says: it changes with every payment.'],
  tenant: 'required',
  needs: ['approve', 'payouts'],
  asksPerson: true,
  options: {},
  async run({ args: [given = '', fingerprint = ''], tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const id = given.toUpperCase()
    const outcome = await retryConflict(() =>
      withTenant(deps.db, code, async (tx) => {
        const found = await findProposal(tx, code, id)
        if (!found) throw new CommandError(`There is no payout ${given}`)
        if (fingerprintOf(found.content_hash) !== fingerprint.toLowerCase())
          throw new CommandError(
            `That is not the fingerprint of payout ${id}: look at it again with "payout show ${id}"`,
          )
        const seen = { proposalId: id, hash: found.content_hash }
        return approvePayoutAs(tx, deps, tenant, seen, actor)
      }),
    )
    if (outcome !== 'released')
      return { data: { id, outcome }, text: ends[outcome], failed: outcome !== 'waits' }
    await releasePayout(deps, code, id)
    return {
      data: { id, outcome },
      text: `Approved. Its files: "payout show ${id}", then "payout file FILE --out …".`,
    }
  },
})
