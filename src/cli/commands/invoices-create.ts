import { formatCents } from '../../domain/money.ts'
import { writeDocuments } from '../../server/billing/write-documents.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

export const invoicesCreate = command({
  group: 'invoices',
  name: 'create',
  args: [],
  summary: 'Write the invoices and credits of agencies for all months that are over',
  tenant: 'required',
  needs: ['decide', 'agencies'],
  asksPerson: true,
  options: {},
  async run({ tenant, actor, deps }) {
    const settings = await deps.tenants.get(tenant)
    if (!settings.agencyBilling) {
      return {
        data: { created: [], waiting: [], failed: [] },
        text: `${tenant} bills its agencies nothing.`,
      }
    }
    const run = await writeDocuments(deps, settings, 'invoices', actor)
    const created = run.created.map(({ partyNumber: agencyNumber, ...one }) => ({
      ...one,
      agencyNumber,
    }))
    const waiting = run.waiting.map(
      (number) => `Agency ${number} has no whole address yet: what it owes waits for it.`,
    )
    const failed = run.failed.map(
      (id) => `Agency ${id} could not be billed: see the log. The next run tries again.`,
    )
    const written = table(
      ['Number', 'Kind', 'Month', 'Agency', 'Total'],
      created.map((one) => [
        one.number,
        one.kind,
        one.month,
        one.agencyNumber,
        formatCents(one.totalCents, 'en'),
      ]),
      'Nothing is to be billed or credited.',
    )
    return { data: { ...run, created }, text: [written, ...waiting, ...failed].join('\n') }
  },
})
