import { findFiles } from '../../server/billing/document-store.ts'
import { checkedPdf } from '../../server/billing/show-document-file.ts'
import { withTenant } from '../../server/db/connection.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { writeOutput } from '../files.ts'

export const invoicesFile = command({
  group: 'invoices',
  name: 'file',
  args: ['NUMBER'],
  summary: 'Write the PDF of an invoice or credit, the same bytes every time',
  tenant: 'required',
  needs: ['read', 'invoices'],
  options: {
    out: { value: 'FILE', text: 'where to write it' },
    xml: { text: 'write its data of EN 16931 alone instead' },
  },
  async run({ args, values, tenant, deps }) {
    if (values.out === undefined) throw new UsageError('--out FILE is missing')
    const number = args[0] ?? ''
    const files = await withTenant(deps.db, tenant, (tx) =>
      findFiles(tx, tenant, 'invoices', { number }),
    )
    if (!files) throw new CommandError(`There is no invoice ${number}`)
    const path = await writeOutput(values.out, values.xml ? files.xml : checkedPdf(files))
    return { data: { number, file: path }, text: `Invoice ${number} is ${path}.` }
  },
})
