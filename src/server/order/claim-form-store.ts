import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import type { OrderState } from '../../domain/order.ts'
import type { Tx } from '../db/connection.ts'

export type ClaimableReferral = {
  number: string
  product_id: string
  title: Localised
  created_on: string // of the recommendation, or of the contact's acceptance
  contacts: { first_name: string; last_name: string }[]
}

/** Recommendations that somebody may claim a contract of, the newest first: all own ones, or the one that a contact accepted. */
export async function listClaimable(
  tx: Tx,
  tenant: string,
  by: { accountId: string } | { recipientNumber: string },
): Promise<ClaimableReferral[]> {
  const own = 'accountId' in by
  const { rows } = await sql<ClaimableReferral>`
    select referrals.number, referrals.product_id, products.title,
      ${own ? sql`referrals.created_on` : sql`contact.created_on`} as created_on,
      coalesce((select jsonb_agg(jsonb_build_object('first_name', first_name, 'last_name', last_name) order by created_at)
        from recipients where tenant = ${tenant} and referral_number = referrals.number and state <> 'withdrawn'
          and (merged_into is null or state <> 'accepted')), '[]') as contacts
    from referrals join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
      ${
        own
          ? sql``
          : sql`join recipients contact on contact.tenant = ${tenant} and contact.referral_number = referrals.number
            and contact.number = ${by.recipientNumber}`
      }
    where referrals.tenant = ${tenant}
      ${own ? sql`and referrals.account_id = ${by.accountId} and referrals.owned_at is not null` : sql``}
    order by referrals.created_at desc, referrals.number limit 200`.execute(tx)
  return rows
}

/** The products that the tenant offers, in their order, and one that it may no longer offer. */
export async function listClaimProducts(
  tx: Tx,
  tenant: string,
): Promise<{ product_id: string; title: Localised }[]> {
  const { rows } = await sql<{ product_id: string; title: Localised }>`
    select product_id, title from products where tenant = ${tenant} and active order by position, product_id limit 500`.execute(
    tx,
  )
  return rows
}

export async function isProduct(tx: Tx, tenant: string, productId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('products')
    .select('product_id')
    .where('tenant', '=', tenant)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row !== undefined
}

export type KnownOrder = {
  number: string
  external_number: string | null
  product_id: string
  contract_on: string
  state: OrderState
  referral_number: string
  recipient_number: string
}

/** Orders of a recommendation that count, the newest first; of one contact only, if given. */
export async function listCounting(
  tx: Tx,
  tenant: string,
  of: { referralNumber: string; recipientNumber?: string | undefined },
): Promise<KnownOrder[]> {
  const { rows } = await sql<KnownOrder>`
    select number, external_number, product_id, contract_on, state, referral_number, recipient_number from orders
    where tenant = ${tenant} and referral_number = ${of.referralNumber} and state in ('confirmed', 'released')
      ${of.recipientNumber === undefined ? sql`` : sql`and recipient_number = ${of.recipientNumber}`}
    order by reported_at desc, number limit 50`.execute(tx)
  return rows
}
