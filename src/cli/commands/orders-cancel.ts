import { withTenant } from '../../server/db/connection.ts'
import { cancelOrderAs } from '../../server/operator/decide-as.ts'
import { findOrderNumber } from '../../server/order/store.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { command, CommandError } from '../command.ts'

export const ordersCancel = command({
  group: 'orders',
  name: 'cancel',
  args: ['NUMBER'],
  summary:
    "Cancel an order by our number or the provider's, with its unpaid rewards; paid ones become claims",
  tenant: 'required',
  needs: ['update', 'orders'],
  asksPerson: true,
  asksReason: true,
  options: {},
  async run({ args, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const text = args[0] ?? ''
    const { number, answer } = await retryConflict(() =>
      withTenant(deps.db, code, async (tx) => {
        const number = await findOrderNumber(tx, code, text)
        if (number === undefined) throw new CommandError(`There is no order ${text}`)
        return { number, answer: await cancelOrderAs(tx, deps, tenant, number, actor) }
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
        ...counted(cancelled.length, 'unpaid reward is cancelled', 'unpaid rewards are cancelled'),
        ...counted(claimed.length, 'paid reward is a claim now', 'paid rewards are claims now'),
        ...counted(
          waiting.length,
          'reward is at the bank and waits for its answer',
          'rewards are at the bank and wait for its answer',
        ),
      ].join('\n'),
    }
  },
})

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`  ${count} ${count === 1 ? one : many}.`]
