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
      ['failed on our side: due again', report.dueAgain.length],
      ['failed and held for you', report.held.length],
      ['pending: wait for settlement', report.pending],
      ['done before', report.alreadyDone],
    ]
    const reasoned = ({ id, reasonCode }: { id: string; reasonCode: string | null }) =>
      `${id}: ${reasonCode ?? 'no reason given'}`
    const problems = [
      ...report.unknown.map((id) => `${id}: no payout of ${tenant}`),
      ...report.refused.map(({ id, reason }) => `${id}: ${reason}`),
      ...report.unidentified.map((line) => `${line}: no id of a payment or file of ${tenant}`),
    ]
    const trouble = [
      ...listed('Not applied, please look at these:', problems),
      ...listed(
        'Failed for no reason of their owners, and in the next batch: mend the reason before it.',
        report.dueAgain.map(reasoned),
      ),
      ...listed(
        'Failed and held: ask the bank, then "payout decide ID pay" or "payout decide ID ask".',
        report.held.map(reasoned),
      ),
    ]
    return {
      data: report,
      text: [table([report.kind, 'Payouts'], rows, ''), ...trouble].join('\n'),
      // Whatever somebody has to look at.
      failed: trouble.length > 0,
    }
  },
})

const listed = (heading: string, lines: string[]) =>
  lines.length > 0 ? ['', heading, ...lines.map((line) => `  ${line}`)] : []
