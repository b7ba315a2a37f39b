import { AppError } from '../../server/errors.ts'
import { ownCaseCheck } from '../../server/operator/own-line.ts'
import { importOrderFile } from '../../server/reward/import-order-file.ts'
import { command, CommandError } from '../command.ts'
import { describeError } from '../describe-error.ts'
import { readInput } from '../files.ts'
import { startProgress } from '../progress.ts'
import { orderFileHelp } from '../order-file-help.ts'
import { table } from '../table.ts'

const words = {
  neu: 'new',
  unveraendert: 'unchanged',
  storniert: 'cancelled',
  fehler: 'failed',
} as const

export const ordersImport = command({
  group: 'orders',
  name: 'import',
  args: ['FILE'],
  summary:
    'Import orders from a CSV file of the provider; wrong lines are reported, the others go in, nothing goes in twice',
  details: orderFileHelp,
  tenant: 'required',
  needs: ['create', 'orders'],
  asksPerson: true,
  asksReason: true,
  options: { all: { text: 'report every line, not only the failed ones' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const bytes = await readInput(args[0] ?? '')
    const progress = startProgress('Orders')
    const results = await importOrderFile(deps, tenant, bytes, {
      actor,
      locale: 'en',
      check: ownCaseCheck(deps, code, actor.id),
      onProgress: progress.show,
    })
      .catch((error: unknown) => {
        // A file without the required columns is refused; other errors stop in the middle.
        if (error instanceof AppError) throw error
        throw new CommandError(
          `${describeError(error)} The lines before are in: import the same file again to go on.`,
        )
      })
      .finally(progress.end)
    const counts = { neu: 0, unveraendert: 0, storniert: 0, fehler: 0 }
    for (const { result } of results) counts[result] += 1
    const told = results.filter(
      ({ result, message }) => values.all || result === 'fehler' || message !== undefined,
    )
    const summary = `${results.length} lines: ${counts.neu} new, ${counts.unveraendert} unchanged, ${counts.storniert} cancelled, ${counts.fehler} failed.`
    const report = table(
      ['Line', 'Order', 'Result', 'Error', 'Why'],
      told.map((line) => [
        line.line,
        line.externalNumber,
        words[line.result],
        line.errorCode,
        line.message,
      ]),
      '',
    )
    return {
      data: {
        lines: results.length,
        ...Object.fromEntries(
          Object.entries(counts).map(([name, count]) => [words[name as keyof typeof words], count]),
        ),
        results,
      },
      text: [...(report === '' ? [] : [report, '']), summary].join('\n'),
      failed: counts.fehler > 0,
    }
  },
})
