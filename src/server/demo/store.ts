import { normaliseEmail } from '../../domain/email.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

export type NewestOrder = { number: string; state: string; contract_on: string; title: Localised }

/** Newest first. */
export async function listNewestOrders(
  tx: Tx,
  tenant: string,
  limit: number,
): Promise<NewestOrder[]> {
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('products', (join) =>
      join
        .onRef('products.tenant', '=', 'orders.tenant')
        .onRef('products.product_id', '=', 'orders.product_id'),
    )
    .select(['orders.number', 'orders.state', 'orders.contract_on', 'products.title'])
    .where('orders.tenant', '=', tenant)
    .orderBy('orders.reported_at', 'desc')
    .orderBy('orders.number')
    .limit(limit)
    .execute()
  return rows as NewestOrder[]
}

/** The provider's id of the product recommended to a person or in a referral; the newest if several. */
export async function findProductOf(
  tx: Tx,
  tenant: string,
  clues: { referralNumber?: string; recipientNumber?: string; email?: string },
): Promise<string | undefined> {
  const referral = clues.referralNumber?.trim().toUpperCase()
  const recipient = clues.recipientNumber?.trim().toUpperCase()
  const row = await tx
    .selectFrom('referrals')
    .innerJoin('products', (join) =>
      join
        .onRef('products.tenant', '=', 'referrals.tenant')
        .onRef('products.product_id', '=', 'referrals.product_id'),
    )
    .select('products.external_id')
    .where('referrals.tenant', '=', tenant)
    .$if(referral !== undefined, (query) => query.where('referrals.number', '=', referral ?? ''))
    .$if(referral === undefined, (query) =>
      query
        .innerJoin('recipients', (join) =>
          join
            .onRef('recipients.tenant', '=', 'referrals.tenant')
            .onRef('recipients.referral_number', '=', 'referrals.number'),
        )
        .where((eb) =>
          recipient === undefined
            ? eb('recipients.email', '=', normaliseEmail(clues.email ?? ''))
            : eb('recipients.number', '=', recipient),
        )
        .orderBy('recipients.created_at', 'desc'),
    )
    .limit(1)
    .executeTakeFirst()
  return row?.external_id
}

/** An order's product, for the shop's thank-you page. */
export async function findOrderTitle(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<Localised | undefined> {
  const row = await tx
    .selectFrom('orders')
    .innerJoin('products', (join) =>
      join
        .onRef('products.tenant', '=', 'orders.tenant')
        .onRef('products.product_id', '=', 'orders.product_id'),
    )
    .select('products.title')
    .where('orders.tenant', '=', tenant)
    .where('orders.number', '=', number)
    .executeTakeFirst()
  const ofPartner = row
    ? row
    : await tx
        .selectFrom('partner_orders')
        .innerJoin('products', (join) =>
          join
            .onRef('products.tenant', '=', 'partner_orders.tenant')
            .onRef('products.product_id', '=', 'partner_orders.product_id'),
        )
        .select('products.title')
        .where('partner_orders.tenant', '=', tenant)
        .where('partner_orders.number', '=', number)
        .executeTakeFirst()
  return ofPartner?.title as Localised | undefined
}
