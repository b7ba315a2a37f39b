import { cancelFileAs } from '../../server/operator/pay-as.ts'
import { takeFileBack } from '../../server/payout/cancel-file.ts'
import { findBatch } from '../../server/payout/store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { AppError } from '../../server/errors.ts'
import { command, CommandError } from '../command.ts'

export const payoutCancel = command({
  group: 'payout',
  name: 'cancel',
  args: ['FILE'],
  summary:
    'Say that a payment file never went to the bank; once a second person says so, too, its payments are due again',
  tenant: 'required',
  needs: ['update', 'payouts'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args: [given = ''], tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const batchId = given.toUpperCase()
    const outcome = await withTenant(deps.db, code, async (tx) => {
      if (!(await findBatch(tx, code, batchId)))
        throw new CommandError(`There is no payment file ${given}`)
      return cancelFileAs(tx, deps, tenant, { batchId, reason: actor.reason ?? '' }, actor)
    }).catch((error: unknown) => {
      if (error instanceof AppError && error.failure.name === 'changed-meanwhile')
        throw new CommandError(`The bank has said something of ${batchId}, or it was taken back`)
      throw error
    })
    if (outcome === 'cancelled') await takeFileBack(deps, code, batchId)
    return {
      data: { file: batchId, outcome },
      text:
        outcome === 'cancelled'
          ? `${batchId} is taken back; its payments are due again.`
          : `Noted. A second person has to say so, too: "payout cancel ${batchId}".`,
    }
  },
})
