import { withTenant } from '../../server/db/connection.ts'
import { changeSellerStateAs } from '../../server/operator/change-seller-state.ts'
import { command, CommandError } from '../command.ts'

export const agenciesActivate = command({
  group: 'agencies',
  name: 'activate',
  args: ['NUMBER'],
  summary: 'Let an agency work that registered or was stopped; its owner is told by mail',
  tenant: 'required',
  needs: ['decide', 'agencies'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant, actor, deps }) {
    const number = (args[0] ?? '').toUpperCase()
    const state = 'active' as const
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
