import { draftMonth, readClosedFile } from '../../server/books/close-month.ts'
import { listClosedMonths, listFiles } from '../../server/books/month-store.ts'
import { readSnapshot } from '../../server/db/read-snapshot.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { writeOutput } from '../files.ts'

export const booksExport = command({
  group: 'books',
  name: 'export',
  args: [],
  summary: 'Write a month of the books for the accountant, as DATEV’s booking batch or as CSV',
  details: [
    'A month that was closed in the console gives the same bytes every time. Another one is written as it is now, and not as final. Lines that',
    'do not fit one file follow in parts.',
  ],
  tenant: 'required',
  needs: ['read', 'payouts'],
  options: {
    month: { value: 'YYYY-MM', text: 'which month' },
    format: { value: 'datev|csv', text: 'the file’s format' },
    part: { value: 'N', text: 'which part of several (default 1)' },
    out: { value: 'FILE', text: 'where to write it' },
  },
  async run({ values, tenant, deps }) {
    const { month = '', format, out } = values
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw new UsageError('--month YYYY-MM is missing')
    if (format !== 'datev' && format !== 'csv') throw new UsageError('--format is datev or csv')
    if (out === undefined) throw new UsageError('--out FILE is missing')
    const part = Number(values.part ?? 1)
    const { accounting } = await deps.tenants.get(tenant)
    const found = await readSnapshot(deps.db, tenant, async (tx) => {
      if ((await listClosedMonths(tx, tenant)).some((one) => one.month === month)) {
        const all = (await listFiles(tx, tenant)).filter((one) => one.month === month)
        const content = await readClosedFile(tx, tenant, { month, format, part })
        return { content, parts: all.filter((one) => one.format === format).length, isClosed: true }
      }
      if (accounting === null)
        throw new CommandError(
          'The tenant’s file has no "accounting": consultant, client and chart',
        )
      const { keys } = deps
      const now = deps.clock.now()
      const files = await draftMonth(tx, tenant, { month, accounting, now, keys })
      const own = files.filter((one) => one.format === format)
      const content = own.find((one) => one.part === part)?.content
      return { content, parts: own.length, isClosed: false }
    })
    if (!found.content)
      throw new CommandError(`${month} has no part ${part}: there are ${found.parts}`)
    const path = await writeOutput(out, found.content)
    const state = found.isClosed ? 'closed' : 'not closed, so not final'
    return {
      data: { month, format, part, parts: found.parts, closed: found.isClosed, file: path },
      text: `${month} (${state}), part ${part} of ${found.parts}, is ${path}.`,
    }
  },
})
