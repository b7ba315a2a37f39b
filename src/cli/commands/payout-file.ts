import { audit } from '../../server/base/audit-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { openBatchFileAs } from '../../server/operator/pay-as.ts'
import { command, UsageError } from '../command.ts'
import { writeParts } from '../files.ts'

export const payoutFile = command({
  group: 'payout',
  name: 'file',
  args: ['BATCH'],
  summary: 'Write the SEPA file of a batch, the same bytes every time',
  tenant: 'required',
  needs: ['approve', 'payouts'],
  asksPerson: true,
  options: { out: { value: 'FILE', text: 'where to write it' } },
  async run({ args, values, tenant, actor, deps }) {
    if (values.out === undefined) throw new UsageError('--out FILE is missing')
    const batch = (args[0] ?? '').toUpperCase()
    const { parts } = await openBatchFileAs(deps, tenant, batch, actor)
    // Before writing: account numbers never leave without audit.
    await withTenant(deps.db, tenant, (tx) =>
      audit(tx, tenant, {
        at: deps.clock.now(),
        actor,
        action: 'payout-file-fetched',
        subjectKind: 'payout-batch',
        subjectId: batch,
      }),
    )
    const path = await writeParts(values.out, parts())
    return { data: { batch, file: path }, text: `The SEPA file of batch ${batch} is ${path}.` }
  },
})
