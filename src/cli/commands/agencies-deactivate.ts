import { withTenant } from '../../server/db/connection.ts'
import { changeSellerStateAs } from '../../server/operator/change-seller-state.ts'
import { command, CommandError } from '../command.ts'

export const agenciesDeactivate = command({
  group: 'agencies',
  name: 'deactivate',
  args: ['NUMBER'],
  summary:
    'Stop an agency: employees are out at once, the owner keeps reports and invoices; with --close nobody is let in',
  tenant: 'required',
  needs: ['decide', 'agencies'],
  asksPerson: true,
  asksReason: true,
  options: { close: { text: 'nobody of the agency is let in any more, its owner included' } },
  async run({ args, values, tenant, actor, deps }) {
    const number = (args[0] ?? '').toUpperCase()
    const state = values.close === true ? ('closed' as const) : ('inactive' as const)
    const done = await withTenant(deps.db, tenant, (tx) =>
      changeSellerStateAs(tx, deps, tenant, 'agency', number, state, actor),
    )
    if (done === 'unknown')
      throw new CommandError(`${tenant} has no agency with the number ${number}`)
    return {
      data: { tenant, number, state, already: done === 'already' },
      text: done === 'already' ? `It was ${state} before.` : `The agency is ${state}.`,
    }
  },
})
