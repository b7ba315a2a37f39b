import { withTenant } from '../../server/db/connection.ts'
import { addPlan } from '../../server/order/add-plan.ts'
import { command, UsageError } from '../command.ts'
import { readCents } from '../../domain/read-cents.ts'

export const salesPartnersPlan = command({
  group: 'sales-partners',
  name: 'plan',
  args: ['GROUP', 'CENTS', 'FROM'],
  summary:
    'Set what an order of a product group earns a sales partner, net, for contracts from a day on',
  tenant: 'required',
  needs: ['update', 'settings'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant, actor, deps }) {
    const [group = '', amount = '', from = ''] = args
    const cents = readCents(amount)
    if (cents === null || cents > 1_000_000)
      throw new UsageError('CENTS is a whole number of at most 1000000')
    if (!isDay(from)) throw new UsageError('FROM is a day like 2026-12-01')
    const added = await withTenant(deps.db, tenant, (tx) =>
      addPlan(tx, tenant, { group, cents, validFrom: from }, { actor, now: deps.clock.now() }),
    )
    if (!added) throw new UsageError(`${group} has a plan from ${from} on already`)
    return {
      data: { tenant, group, cents, from },
      text: `${group} earns ${cents} cents from ${from} on.`,
    }
  },
})

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}
