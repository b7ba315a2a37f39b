import { AppError } from '../../server/errors.ts'
import { importCommanded } from '../../server/operator/import-commanded.ts'
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
    'Import orders from a CSV file of the provider; wrong lines are reported, the others go in, nothing goes in twice. New contracts, and cancellations of released ones, above what one person imports alone in a day are refused: import those by the console, where a second person agrees',
  details: orderFileHelp,
  tenant: 'required',
  needs: ['create', 'orders'],
  asksPerson: true,
  asksReason: true,
  options: { all: { text: 'report every line, not only the failed ones' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const path = args[0] ?? ''
    const bytes = await readInput(path)
    const progress = startProgress('Orders')
    const file = { path, bytes }
    const results = await importCommanded(deps, tenant, file, { actor, onProgress: progress.show })
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
    const waiting = results.filter(({ isKept }) => isKept).length
    const failed = counts.fehler - waiting
    const told = results.filter(
      ({ result, message }) => values.all || result === 'fehler' || message !== undefined,
    )
    const summary = `${results.length} lines: ${counts.neu} new, ${counts.unveraendert} unchanged, ${counts.storniert} cancelled, ${failed} failed${waiting > 0 ? `, ${waiting} kept until their person is known` : ''}.`
    const report = table(
      ['Line', 'Order', 'Result', 'Error', 'Why'],
      told.map((line) => [
        line.line,
        line.externalNumber,
        line.isKept ? 'of nobody yet' : words[line.result],
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
        failed,
        waiting,
        results,
      },
      text: [...(report === '' ? [] : [report, '']), summary].join('\n'),
      failed: counts.fehler > 0,
    }
  },
})
