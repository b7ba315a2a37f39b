import { confirmBatchAs } from '../../server/operator/pay-as.ts'
import { command } from '../command.ts'

export const payoutConfirm = command({
  group: 'payout',
  name: 'confirm',
  args: ['BATCH'],
  summary:
    'Say that the bank executed a batch, or the one payment with that EndToEndId, where the bank stays silent',
  tenant: 'required',
  needs: ['approve', 'payouts'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant, actor, deps }) {
    const report = await confirmBatchAs(deps, tenant, args[0] ?? '', actor)
    const lines = [
      `${report.settled} paid now, ${report.alreadyDone} paid before.`,
      ...report.refused.map(({ id, reason }) => `${id} is not paid: ${reason}.`),
    ]
    return { data: report, text: lines.join('\n'), failed: report.refused.length > 0 }
  },
})
