import { applyBankFile } from '../../server/payout/apply-status.ts'
import { command } from '../command.ts'
import { readInput } from '../files.ts'
import { table } from '../table.ts'

export const payoutApply = command({
  group: 'payout',
  name: 'apply',
  args: ['FILE'],
  summary:
    "Read a bank's status file (pain.002) or notification (camt.054) back; twice does nothing twice",
  tenant: 'required',
  options: {},
  async run({ args, tenant, actor, deps }) {
    const report = await applyBankFile(deps, tenant, await readInput(args[0] ?? ''), actor)
    const rows: [string, number][] = [
      ['settled: paid', report.settled],
      ['rejected: back to their owners', report.rejected],
      ['returned: back to their owners', report.returned],
      ['pending: wait for settlement', report.pending],
      ['done before', report.alreadyDone],
    ]
    const problems = [
      ...report.unknown.map((id) => `${id}: no payout of ${tenant}`),
      ...report.refused.map(({ id, reason }) => `${id}: ${reason}`),
    ]
    const trouble =
      problems.length > 0
        ? ['', 'Not applied, please look at these:', ...problems.map((line) => `  ${line}`)]
        : []
    return {
      data: report,
      text: [table([report.kind, 'Payouts'], rows, ''), ...trouble].join('\n'),
      failed: problems.length > 0,
    }
  },
})
