import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Confirmed orders of an order's person for the same product, itself included; empty if it is not confirmed. */
export async function listAlike(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<{ number: string; releasableOn: string }[]> {
  const { rows } = await sql<{ number: string; releasableOn: string }>`
    select alike.number, alike.releasable_on as "releasableOn"
    from orders
      join recipients on recipients.tenant = ${tenant} and recipients.number = orders.recipient_number
      join recipients theirs on theirs.tenant = ${tenant} and theirs.mailbox = recipients.mailbox
      join orders alike on alike.tenant = ${tenant} and alike.recipient_number = theirs.number
        and alike.product_id = orders.product_id and alike.state = 'confirmed' and alike.releasable_on is not null
    where orders.tenant = ${tenant} and orders.number = ${number} and orders.state = 'confirmed'`.execute(
    tx,
  )
  return rows
}
