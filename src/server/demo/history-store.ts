import { sql, type Insertable } from 'kysely'
import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import { reopenFunnel } from '../tracking/funnel-days-store.ts'
import type { Accounts, Invitations, Recipients, Referrals } from '../db/tables.ts'

/** Past rows that calls would date today. */
export type PastRows = {
  accounts: Omit<Insertable<Accounts>, 'tenant'>[]
  invitations: Omit<Insertable<Invitations>, 'tenant'>[]
  referrals: Omit<Insertable<Referrals>, 'tenant'>[]
  recipients: Omit<Insertable<Recipients>, 'tenant'>[]
}

export async function insertPast(tx: Tx, tenant: string, rows: PastRows): Promise<void> {
  const owned = <T extends object>(list: T[]) => list.map((row) => ({ tenant, ...row }))
  if (rows.accounts.length > 0)
    await tx.insertInto('accounts').values(owned(rows.accounts)).execute()
  if (rows.invitations.length > 0)
    await tx.insertInto('invitations').values(owned(rows.invitations)).execute()
  await tx.insertInto('referrals').values(owned(rows.referrals)).execute()
  await tx.insertInto('recipients').values(owned(rows.recipients)).execute()
  const kinds = {
    recommenders: rows.accounts.map((row) => row.account_id),
    referrals: rows.referrals.map((row) => row.number),
    leads: rows.recipients.map((row) => row.number),
  } as const
  for (const kind of ['recommenders', 'referrals', 'leads'] as const)
    await recordReport(tx, tenant, kind, kinds[kind])
  await reopenFunnel(tx, tenant)
}

/** Domain of everybody's address in it. */
export const historyDomain = 'rueckblick.example'

/** Done once: its first referrer exists. */
export async function hasHistory(tx: Tx, tenant: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('account_id')
    .where('tenant', '=', tenant)
    .where('email', '=', `werber1-1@${historyDomain}`)
    .executeTakeFirst()
  return row !== undefined
}

export type WithoutOrder = {
  account: string
  recipient: string
  referral: string
  product_id: string
  product_external_id: string
  accepted_on: string
}

/** Contacts of the past year whose contract never came, the newest first. */
export async function listWithoutOrder(
  tx: Tx,
  tenant: string,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<WithoutOrder[]> {
  const { rows } = await sql<WithoutOrder>`
    select referrals.account_id::text as account, recipients.number as recipient, referrals.number as referral, referrals.product_id,
      products.external_id as product_external_id, recipients.created_on as accepted_on
    from recipients
      join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
      join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
    where recipients.tenant = ${tenant} and recipients.state = 'confirmed' and recipients.created_on between ${from} and ${to}
      and recipients.email like ${`%@${historyDomain}`}
      and not exists (select from orders where orders.tenant = ${tenant} and orders.referral_number = referrals.number)
    order by recipients.created_at desc, recipients.number limit ${limit}`.execute(tx)
  return rows
}

/** The provider's number of somebody else's contract. */
export async function findOthersOrder(
  tx: Tx,
  tenant: string,
  referral: string,
): Promise<string | null> {
  const { rows } = await sql<{ external_number: string }>`
    select external_number from orders
    where tenant = ${tenant} and referral_number <> ${referral} and state = 'released' and external_number is not null
    order by contract_on desc, number limit 1`.execute(tx)
  return rows[0]?.external_number ?? null
}

/** Orders whose reward was paid to a referrer, the latest first. */
export async function listPaidOrders(
  tx: Tx,
  tenant: string,
  limit: number,
): Promise<{ number: string; email: string; rewardId: string; cents: number }[]> {
  const { rows } = await sql<{ number: string; email: string; rewardId: string; cents: number }>`
    select rewards.order_number as number, accounts.email, rewards.reward_id as "rewardId", rewards.cents
    from rewards join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
    where rewards.tenant = ${tenant} and rewards.state = 'paid' and rewards.beneficiary = 'referrer'
      and rewards.claimed_back_at is null and rewards.order_number is not null
      and accounts.email like ${`%@${historyDomain}`}
    order by rewards.paid_at desc, rewards.reward_id limit ${limit}`.execute(tx)
  return rows
}

export type KnownContract = {
  externalNumber: string
  recipient: string
  product: string
  contractOn: string
}

/** Contracts that a provider's file names again, the newest first. */
export async function listKnownContracts(
  tx: Tx,
  tenant: string,
  limit: number,
): Promise<KnownContract[]> {
  const { rows } = await sql<KnownContract>`
    select external_number as "externalNumber", recipient_number as recipient, products.external_id as product,
      to_char(contract_on, 'DD.MM.YYYY') as "contractOn"
    from orders join products on products.tenant = ${tenant} and products.product_id = orders.product_id
    where orders.tenant = ${tenant} and orders.state = 'released' and recipient_number is not null
      and external_number like 'R-%'
    order by contract_on desc, number limit ${limit}`.execute(tx)
  return rows
}

/** Rewards that were taken as a voucher of a higher value, the latest first. */
export async function listVoucherRewards(
  tx: Tx,
  tenant: string,
  { above, limit }: { above: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    select reward_id from rewards
    where tenant = ${tenant} and state = 'paid' and taken_as = 'voucher' and claimed_back_at is null and cents > ${above}
    order by paid_at desc, reward_id limit ${limit}`.execute(tx)
  return rows.map(({ reward_id }) => reward_id)
}

export type Contact = { recipient: string; product: string; acceptedOn: string }

/** Contacts whose next contract a provider could report and nobody claimed, those without any first, then the newest. */
export async function listContacts(tx: Tx, tenant: string, limit: number): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select recipients.number as recipient, products.external_id as product, recipients.created_on as "acceptedOn"
    from recipients
      join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
      join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
    where recipients.tenant = ${tenant} and recipients.state = 'confirmed' and recipients.email like ${`%@${historyDomain}`}
      and not exists (select from claims where claims.tenant = ${tenant} and claims.referral_number = referrals.number)
    order by exists (select from orders where orders.tenant = ${tenant} and orders.recipient_number = recipients.number),
      recipients.created_at desc, recipients.number
    limit ${limit}`.execute(tx)
  return rows
}

export const listProducts = (tx: Tx, tenant: string) =>
  tx
    .selectFrom('products')
    .select(['product_id', 'external_id', 'plan', 'commission_cents'])
    .where('tenant', '=', tenant)
    .where('active', '=', true)
    .orderBy('position')
    .execute()

/** The newest invoice that its agency has not paid and need not have. */
export async function findOpenInvoice(
  tx: Tx,
  tenant: string,
  { issuedBy, today }: { issuedBy: string; today: string },
): Promise<{ number: string; cents: number; agency: string } | undefined> {
  const { rows } = await sql<{ number: string; cents: number; agency: string }>`
    select papers.number, papers.cents, agencies.name as agency
    from papers join agencies on agencies.tenant = ${tenant} and agencies.agency_id = papers.party_id
    where papers.tenant = ${tenant} and party_kind = 'agency' and kind = 'invoice' and papers.state = 'open' and papers.cents > 1000
      and issued_on <= ${issuedBy} and due_on >= ${today}
    order by issued_on desc, number desc limit 1`.execute(tx)
  return rows[0]
}
