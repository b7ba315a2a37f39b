import { readBatchFile } from '../../server/payout/batch-file.ts'
import { command, UsageError } from '../command.ts'
import { writeOutput } from '../files.ts'

export const payoutFile = command({
  group: 'payout',
  name: 'file',
  args: ['BATCH'],
  summary: 'Write the SEPA file of a batch, the same bytes every time',
  tenant: 'required',
  options: { out: { value: 'FILE', text: 'where to write it' } },
  async run({ args, values, tenant, deps }) {
    if (values.out === undefined) throw new UsageError('--out FILE is missing')
    const batch = (args[0] ?? '').toUpperCase()
    const path = await writeOutput(values.out, await readBatchFile(deps, tenant, batch))
    return { data: { batch, file: path }, text: `The SEPA file of batch ${batch} is ${path}.` }
  },
})
