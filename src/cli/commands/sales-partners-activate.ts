import { withTenant } from '../../server/db/connection.ts'
import { changeSellerStateAs } from '../../server/operator/change-seller-state.ts'
import { command, CommandError } from '../command.ts'

export const salesPartnersActivate = command({
  group: 'sales-partners',
  name: 'activate',
  args: ['NUMBER'],
  summary: 'Let a sales partner sell who registered or was stopped; they are told by mail',
  tenant: 'required',
  needs: ['decide', 'agencies'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant, actor, deps }) {
    const number = (args[0] ?? '').toUpperCase()
    const done = await withTenant(deps.db, tenant, (tx) =>
      changeSellerStateAs(tx, deps, tenant, 'sales-partner', number, 'active', actor),
    )
    if (done === 'unknown')
      throw new CommandError(`${tenant} has no sales partner with the number ${number}`)
    if (done === 'unconfirmed')
      throw new CommandError(`${number} has not confirmed the e-mail address yet`)
    return {
      data: { tenant, number, state: 'active', already: done === 'already' },
      text: done === 'already' ? 'It was active before.' : 'The sales partner is active.',
    }
  },
})
