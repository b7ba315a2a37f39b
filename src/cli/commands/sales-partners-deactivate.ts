import { withTenant } from '../../server/db/connection.ts'
import { changeSellerStateAs } from '../../server/operator/change-seller-state.ts'
import { command, CommandError } from '../command.ts'

export const salesPartnersDeactivate = command({
  group: 'sales-partners',
  name: 'deactivate',
  args: ['NUMBER'],
  summary: 'Stop a sales partner: no new orders; what was earned is still billed',
  tenant: 'required',
  needs: ['decide', 'agencies'],
  asksPerson: true,
  asksReason: true,
  options: { close: { text: 'they are let in no longer, either' } },
  async run({ args, values, tenant, actor, deps }) {
    const number = (args[0] ?? '').toUpperCase()
    const state = values.close === true ? ('closed' as const) : ('inactive' as const)
    const done = await withTenant(deps.db, tenant, (tx) =>
      changeSellerStateAs(tx, deps, tenant, 'sales-partner', number, state, actor),
    )
    if (done === 'unknown')
      throw new CommandError(`${tenant} has no sales partner with the number ${number}`)
    return {
      data: { tenant, number, state, already: done === 'already' },
      text: done === 'already' ? `It was ${state} before.` : `The sales partner is ${state}.`,
    }
  },
})
