import { checkBooks } from '../../server/books/check-books.ts'
import { command } from '../command.ts'
import { readEachTenant } from '../each-tenant.ts'
import { oneLine } from '../printable.ts'

export const booksCheck = command({
  group: 'books',
  name: 'check',
  args: [],
  summary: 'Say whether the books of all tenants (or of --tenant) add up; changes nothing',
  details: [
    'Every reward, commission and credit note lies whole in the account that its state says; vouchers, payments and batches are what the ledger',
    'says of them; invoices, credit notes and payments are the sum of what stands in them. Each tenant is read as of one moment, while the',
    'servers work. What does not add up is named, and the exit code is 1.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ tenant, deps }) {
    const codes = tenant ? [tenant] : (await deps.tenants.all()).map(({ code }) => code)
    const problems = await readEachTenant(deps, codes, checkBooks)
    const found = Object.entries(problems)
    return {
      data: problems,
      text: found
        .flatMap(([code, lines]) =>
          lines.length === 0
            ? [`${code}: the books add up.`]
            : [`${code}: the books do not add up:`, ...lines.map((line) => `  ${oneLine(line)}`)],
        )
        .join('\n'),
      failed: found.some(([, lines]) => lines.length > 0),
    }
  },
})
