import { withTenant } from '../../server/db/connection.ts'
import { findOrderNumber } from '../../server/order/store.ts'
import { cancelOrder } from '../../server/reward/cancel-order.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { command, CommandError } from '../command.ts'

export const ordersCancel = command({
  group: 'orders',
  name: 'cancel',
  args: ['NUMBER'],
  summary:
    "Cancel an order by our number or the provider's, with its unpaid rewards; paid ones become claims",
  tenant: 'required',
  options: {},
  async run({ args, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const text = args[0] ?? ''
    const { number, answer } = await retryConflict(() =>
      withTenant(deps.db, code, async (tx) => {
        const number = await findOrderNumber(tx, code, text)
        if (number === undefined) throw new CommandError(`There is no order ${text}`)
        return { number, answer: await cancelOrder(tx, deps, tenant, number, actor) }
      }),
    )
    if (answer.kind === 'unknown') throw new CommandError(`There is no order ${text}`)
    if (answer.kind === 'already')
      return { data: { number, already: true }, text: `Order ${number} was cancelled before.` }
    const { cancelled, claimed, waiting } = answer.rewards
    return {
      data: { number, already: false, ...answer.rewards },
      text: [
        `Order ${number} is cancelled.`,
        `  ${cancelled.length} unpaid rewards are cancelled, ${claimed.length} paid ones are claims now,`,
        `  ${waiting.length} are at the bank and wait for its answer.`,
      ].join('\n'),
    }
  },
})
