import { formatCents } from '../../domain/money.ts'
import { audit } from '../../server/base/audit-store.ts'
import { withTenant } from '../../server/db/connection.ts'
import { releaseOrderAs } from '../../server/operator/decide-as.ts'
import { findOrderNumber } from '../../server/order/store.ts'
import { releaseDueOrders } from '../../server/reward/release-due-orders.ts'
import { retryConflict } from '../../server/db/retry-conflict.ts'
import { command, CommandError, UsageError } from '../command.ts'

export const ordersRelease = command({
  group: 'orders',
  name: 'release',
  args: ['[NUMBER]'],
  summary:
    "Release a confirmed order by our number or the provider's, or --due: all whose complaint period is over",
  tenant: 'required',
  needs: ['update', 'orders'],
  asksPerson: true,
  asksReason: true,
  options: { due: { text: 'release every order whose complaint period is over' } },
  async run({ args, values, tenant: code, actor, deps }) {
    const tenant = await deps.tenants.get(code)
    const [text] = args
    if ((text === undefined) === (values.due !== true))
      throw new UsageError('Give either the NUMBER of an order or --due')
    if (text === undefined) {
      const released = await releaseDueOrders(deps, tenant)
      await withTenant(deps.db, code, (tx) =>
        audit(tx, code, {
          at: deps.clock.now(),
          actor,
          action: 'due-orders-released',
          subjectKind: 'tenant',
          subjectId: code,
          details: { released },
        }),
      )
      return {
        data: { released },
        text: `${released} ${released === 1 ? 'order is' : 'orders are'} released.`,
      }
    }
    const { number, answer } = await retryConflict(() =>
      withTenant(deps.db, code, async (tx) => {
        const number = await findOrderNumber(tx, code, text)
        if (number === undefined) throw new CommandError(`There is no order ${text}`)
        return { number, answer: await releaseOrderAs(tx, deps, tenant, number, actor) }
      }),
    )
    if (answer.kind === 'unknown') throw new CommandError(`There is no order ${text}`)
    if (answer.kind === 'refused') {
      const why =
        answer.state === 'reported'
          ? 'the provider has not confirmed it yet'
          : `it is ${answer.state}`
      throw new CommandError(`Order ${number} cannot be released: ${why}`)
    }
    if (answer.kind === 'already')
      return {
        data: { number, already: true, rewards: [] },
        text: `Order ${number} was released before.`,
      }
    const rewards = answer.rewards.map(
      ({ beneficiary, cents, held }) =>
        `  ${beneficiary}: ${formatCents(cents, 'en')}${held ? ', held for review' : ''}`,
    )
    return {
      data: { number, already: false, rewards: answer.rewards },
      text: [
        `Order ${number} is released.`,
        ...(rewards.length > 0 ? rewards : ['  It earns no reward.']),
      ].join('\n'),
    }
  },
})
