import type { CustomerNumberState } from '../../domain/customer-number.ts'
import type { Tx } from '../db/connection.ts'

export async function saveCustomerNumber(
  tx: Tx,
  tenant: string,
  accountId: string,
  said: { number: string; state: CustomerNumberState; at: Temporal.Instant },
): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({
      customer_number: said.number,
      customer_number_state: said.state,
      customer_number_at: said.at.toString(),
    })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .execute()
}

/** The provider's result for a number; false if replaced or settled meanwhile. */
export async function settleCustomerNumber(
  tx: Tx,
  tenant: string,
  accountId: string,
  number: string,
  state: Exclude<CustomerNumberState, 'pending'>,
): Promise<boolean> {
  const result = await tx
    .updateTable('accounts')
    .set({ customer_number_state: state })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('customer_number', '=', number)
    .where('customer_number_state', '=', 'pending')
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
