import { showOrder as endpoint } from '../../contract/empfaenger.ts'
import { localDate } from '../../domain/dates.ts'
import { recipientSteps } from '../../domain/referral.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientOf, viewFor } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { orderLabels } from './order-labels.ts'
import { readProgress } from './store.ts'

/** The recipient's data, orders (newest first) and steps with their local days. */
export const showOrder = serve(endpoint, (call) => {
  const { deps, tenant } = call
  return withTenant(deps.db, tenant.code, async (tx) => {
    const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(call.caller))
    if (!recipient) throw fail('recipient-token-invalid')
    const { orders, paidAt } = await readProgress(tx, tenant.code, recipient.number)
    const newest = orders.find((order) => order.state !== 'cancelled')
    return {
      recipient: viewFor(call, recipient),
      orders: orders.map((order) => ({
        number: order.number,
        status: orderLabels[order.state],
        contractOn: order.contract_on,
      })),
      steps: recipientSteps({
        contractOn: newest?.contract_on ?? null,
        dataConfirmedOn: dayOf(recipient.confirmed_at),
        orderConfirmedOn: dayOf(newest?.confirmed_at ?? null),
        rewardReceivedOn: dayOf(paidAt),
      }),
    }
  })
})

const dayOf = (instant: Temporal.Instant | null) => (instant ? localDate(instant).toString() : null)
