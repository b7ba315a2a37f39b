import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import type { DemoProduct, DemoRewardOption } from './tenants/demo-tenant.ts'
import { parsePlan } from '../../domain/money.ts'

export async function insertProduct(tx: Tx, tenant: string, product: DemoProduct): Promise<void> {
  const plan = parsePlan(product.commission)
  if (!plan) throw new Error(`The commission of product ${product.id} is not "plan;cents"`)
  await tx
    .insertInto('products')
    .values({
      tenant,
      product_id: product.id,
      external_id: product.externalId,
      category: product.category,
      title: JSON.stringify(product.title),
      description: JSON.stringify(product.description),
      plan: plan.plan,
      commission_cents: plan.cents,
      picture: product.picture,
      preview_picture: product.previewPicture,
      position: product.position,
    })
    .execute()
}

export async function insertRewardOption(tx: Tx, tenant: string, option: DemoRewardOption): Promise<void> {
  await tx
    .insertInto('reward_options')
    .values({
      tenant,
      option_id: option.id,
      kind: option.kind,
      title: JSON.stringify(option.title),
      description: JSON.stringify(option.text),
      picture: option.picture,
      starts_on: option.startsOn,
      ends_on: option.endsOn,
      display_ends_on: option.displayEndsOn,
      position: option.position,
    })
    .execute()
}

export async function insertVouchers(
  tx: Tx,
  tenant: string,
  vouchers: { optionId: string; cents: number; sealed: (id: string) => string; hash: string }[],
  now: Temporal.Instant,
): Promise<void> {
  const rows = vouchers.map((voucher) => {
    const id = uuidv7()
    return {
      tenant,
      voucher_id: id,
      option_id: voucher.optionId,
      cents: voucher.cents,
      code_encrypted: voucher.sealed(id),
      code_hash: voucher.hash,
      imported_at: now.toString(),
    }
  })
  for (let start = 0; start < rows.length; start += 200) {
    await tx.insertInto('vouchers').values(rows.slice(start, start + 200)).execute()
  }
}

export async function countTenants(tx: Tx): Promise<number> {
  const row = await tx
    .selectFrom('tenants')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
