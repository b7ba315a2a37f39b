import { payeeResults, type PayeeResult } from '../../domain/payee-check.ts'
import { applyBankFileAs } from '../../server/operator/pay-as.ts'
import { openAmong } from '../../server/payout/bank-file-report.ts'
import { command } from '../command.ts'
import { readInput } from '../files.ts'
import { oneLine } from '../printable.ts'
import { table } from '../table.ts'

const payeeWords = {
  match: 'payees: the name matches',
  close: 'payees: a close match',
  none: 'payees: no match',
  impossible: 'payees: could not be checked',
} satisfies Record<PayeeResult, string>

export const payoutApply = command({
  group: 'payout',
  name: 'apply',
  args: ['FILE'],
  summary:
    'Read what the bank says: a status file (pain.002), a report, statement or notification (camt.052 to 054), or a zip of them; twice does nothing twice',
  tenant: 'required',
  needs: ['create', 'payouts'],
  asksPerson: true,
  options: {},
  async run({ args, tenant, actor, deps }) {
    const report = await applyBankFileAs(deps, tenant, await readInput(args[0] ?? ''), actor)
    const payees = report.kind === 'vop' || report.kind === 'zip' ? payeeResults : []
    const rows: [string, number][] = [
      ['settled: paid', report.settled],
      ['rejected: asked for another account', report.rejected],
      ['returned: asked for another account', report.returned],
      ['failed: due again as they were', report.dueAgain.length],
      ['failed: held for you', report.held.length + report.ownerless.length],
      ['failed: order cancelled, not owed', report.ended],
      ['pending: wait for settlement', report.pending],
      ['nothing new', report.alreadyDone],
      ['failed or returned: wait for a second person', report.waiting.length],
      ...payees.map((result): [string, number] => [payeeWords[result], report.payees[result]]),
      ['invoices: paid', report.invoicesPaid],
      ['invoices: open again, payment taken back', report.invoicesReversed],
      ['lines of the account, new', report.newLines],
      ['lines of the account, open items', report.openLines],
    ]
    const reasoned = ({ id, reasonCode }: { id: string; reasonCode: string | null }) =>
      `${id}: ${reasonCode ?? 'no reason given'}`
    const said = [
      ...report.unknown.map((id) => ({ id, text: `${id}: nothing of ${tenant} has this id` })),
      ...report.unidentified.map((id) => ({
        id,
        text: `${id}: names no payment of ${tenant}, and is not the booking of a file of it`,
      })),
    ]
    const open = openAmong(said, report.keptOpen)
    const problems = [
      ...said.flatMap((one) => (open.includes(one) ? [] : one.text)),
      ...report.refused.map(({ id, reason }) => `${id}: ${reason}`),
    ]
    const trouble = [
      ...listed(
        'Failed or came back by this file, and waits for a second person in the console (bank statements):',
        report.waiting,
      ),
      ...listed('Not applied, please look at these:', problems),
      ...listed(
        'Open items, for somebody to say in the console what they are (bank statements):',
        open.map(({ text }) => text),
      ),
      ...listed(
        'Failed for a reason that is not their owners’, and in the next batch: mend it before you build that.',
        report.dueAgain.map(reasoned),
      ),
      ...listed(
        'Failed and held: ask the bank, then "payout decide ID pay" or "payout decide ID ask".',
        report.held.map(reasoned),
      ),
      ...listed(
        'Failed and held; their owners were erased, so nobody can be asked: "payout decide ID pay" or "payout decide ID end".',
        report.ownerless.map(reasoned),
      ),
    ]
    return {
      data: report,
      text: [table([report.kind, 'Count'], rows, ''), ...trouble].join('\n'),
      // Anything that needs attention.
      failed: trouble.length > 0,
    }
  },
})

const listed = (heading: string, lines: string[]) =>
  lines.length > 0 ? ['', heading, ...lines.map((line) => `  ${oneLine(line)}`)] : []
