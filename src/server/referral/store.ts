import { sql } from 'kysely'
import type { KeptPlan } from '../../domain/bonus.ts'
import type { ReferralState } from '../../domain/referral.ts'
import type { Localised } from '../../domain/tenant.ts'
import { recordReport, recordReportNames } from '../reports/rows-store.ts'
import { firstBy } from '../base/due-store.ts'
import { keptIfFew, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'

export type Referral = {
  number: string
  code: string
  account_id: string
  owned_at: Temporal.Instant | null
  first_name: string // as typed, never the account's
  share: number
  state: ReferralState
  accepted_go_on: boolean
  created_on: string
  valid_until: string
  product_id: string
  external_id: string
  title: Localised
  in_sentence: Localised | null
  description: Localised
  commission_cents: number // as promised at creation
  agency_plan: KeptPlan | null // of the referral's agency
  picture: string
  preview_picture: string
}

export type NewReferral = {
  number: string
  code: string
  account_id: string
  owned_at: string | null
  first_name: string
  product_id: string
  plan: string // the current plan, promised by the referral, like the cents
  commission_cents: number
  agency_id: string | null // the referrer's agency, with its plan at that time (domain/bonus.ts KeptPlan, as JSON)
  agency_user_id: string | null
  agency_plan: string | null
  channel: string
  campaign: string | null
  agent_id: string | null
  company_name: string | null
  is_link: boolean
  share: number
  terms_version: string
  network_hash: string | null // of the creator, while unclaimed (network-of.ts)
  created_at: string
  created_on: string
  valid_until: string
}

const selectReferral = (tx: Tx, tenant: string) =>
  tx
    .selectFrom('referrals as r')
    .innerJoin('products as p', (join) =>
      join.onRef('p.tenant', '=', 'r.tenant').onRef('p.product_id', '=', 'r.product_id'),
    )
    .select([
      'r.number',
      'r.code',
      'r.account_id',
      'r.owned_at',
      'r.first_name',
      'r.share',
      'r.state',
      'r.accepted_go_on',
      'r.created_on',
      'r.valid_until',
      'p.product_id',
      'p.external_id',
      'p.title',
      'p.in_sentence',
      'p.description',
      'r.commission_cents',
      'r.agency_plan',
      'p.picture',
      'p.preview_picture',
    ])
    .where('r.tenant', '=', tenant)
    .where('p.tenant', '=', tenant)

/** In the order of the numbers, which may repeat themselves. */
export async function findReferrals(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<(Referral | undefined)[]> {
  const rows = await selectReferral(tx, tenant)
    .where('r.number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .execute()
  const found = new Map((rows as Referral[]).map((row) => [row.number, row]))
  return numbers.map((number) => found.get(number))
}

export const findReferral = forMany(findReferrals)

/** @param code normalised, see parseCode */
export async function findReferralByCode(
  tx: Tx,
  tenant: string,
  code: string,
): Promise<Referral | undefined> {
  const row = await selectReferral(tx, tenant).where('r.code', '=', code).executeTakeFirst()
  return row as Referral | undefined
}

/** Whether a referral of that number or code was deleted with its unconfirmed account (deleteAccounts). */
export async function isEnded(
  tx: Tx,
  tenant: string,
  asked: { number: string } | { code: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('ended_referrals')
    .select('number')
    .where('tenant', '=', tenant)
    .where((eb) =>
      'code' in asked ? eb('code', '=', asked.code) : eb('number', '=', asked.number),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertReferrals(
  tx: Tx,
  tenant: string,
  referrals: readonly NewReferral[],
): Promise<void> {
  await tx
    .insertInto('referrals')
    .values(referrals.map((referral) => ({ tenant, ...referral, state: 'open' })))
    .modifyEnd(keptIfFew(referrals.length))
    .execute()
  const listed = referrals.filter(({ agency_id }) => agency_id !== null)
  await recordReport(
    tx,
    tenant,
    'referrals',
    listed.map(({ number }) => number),
  )
}

/**
 * Whether an insert failed because its number or code is taken or the sweep just deleted the account
 * (deleteUnconfirmedAccounts); a retry succeeds.
 */
export function isNumberTaken(error: unknown): boolean {
  const {
    code,
    message,
    table: told,
  } = error as Error & {
    code?: unknown
    table?: string
  }
  // The part's own node tells of it by name.
  const table = told?.replace(/_\d{6,}$/, '') ?? inMessage(message)
  if (code === '23503') return table === 'referrals'
  return code === '23505' && (table === 'referrals' || table === 'recipients')
}

/** Of several nodes, one tells of its part of a table (referrals_102345) in words alone. */
const inMessage = (message: string): string | undefined =>
  /^(?:duplicate key value violates unique constraint|insert or update on table) "(referrals|recipients)_/.exec(
    message,
  )?.[1]

export async function countClicksOf(tx: Tx, tenant: string, number: string): Promise<number> {
  const row = await tx
    .selectFrom('clicks')
    .select((eb) => eb.fn.countAll<number>().as('clicks'))
    .where('tenant', '=', tenant)
    .where('referral_number', '=', number)
    .executeTakeFirstOrThrow()
  return row.clicks
}

/** Assigns the referral to its e-mail's account; false if owned already. */
export async function ownReferral(
  tx: Tx,
  tenant: string,
  accountId: string,
  number: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('referrals')
    .set({ owned_at: now.toString(), network_hash: null })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('account_id', '=', accountId)
    .where('owned_at', 'is', null)
    .executeTakeFirst()
  const updated = result.numUpdatedRows === 1n
  if (updated) await recordReportNames(tx, tenant, accountId)
  return updated
}

/** Assigns all referrals of its address to an account; returns their numbers. */
export async function ownAllReferrals(
  tx: Tx,
  tenant: string,
  accountId: string,
  now: Temporal.Instant,
): Promise<string[]> {
  const rows = await tx
    .updateTable('referrals')
    .set({ owned_at: now.toString(), network_hash: null })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('owned_at', 'is', null)
    .returning('number')
    .execute()
  if (rows.length > 0) await recordReportNames(tx, tenant, accountId)
  return rows.map((row) => row.number)
}

/** Open becomes accepted, conditionally; false if not open any more. */
export async function acceptReferral(tx: Tx, tenant: string, number: string): Promise<boolean> {
  const row = await tx
    .updateTable('referrals')
    .set({ state: 'accepted' })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('state', '=', 'open')
    .returning('agency_id')
    .executeTakeFirst()
  if (row && row.agency_id !== null) await recordReport(tx, tenant, 'referrals', [number])
  return row !== undefined
}

/**
 * Serialises changes to a referral's recipients. Not FOR UPDATE, which would block inserts of clicks and recipients: their
 * foreign keys share-lock the row.
 */
export const lockReferral = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<undefined[]> => {
    await tx
      .selectFrom('referrals')
      .select('number')
      .where('tenant', '=', tenant)
      .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
      .orderBy('number')
      .forNoKeyUpdate()
      .execute()
    return numbers.map(() => undefined)
  },
)

/** The same for a recipient's referral, before any other lock of that recipient. */
export async function lockReferralOf(tx: Tx, tenant: string, recipient: string): Promise<void> {
  await tx
    .selectFrom('referrals')
    .select('number')
    .where('tenant', '=', tenant)
    .where('number', '=', (eb) =>
      eb
        .selectFrom('recipients')
        .select('referral_number')
        .where('recipients.tenant', '=', tenant)
        .where('recipients.number', '=', recipient),
    )
    .forNoKeyUpdate()
    .execute()
}

/** Open referrals past their last day. */
const pastLastDay = (tenant: string, today: Temporal.PlainDate) => sql`
      select number from referrals
      where tenant = ${tenant} and state = 'open' and valid_until < ${today.toString()}`

export const dueToExpire = (tenant: string, today: Temporal.PlainDate) =>
  firstBy(pastLastDay(tenant, today), sql`valid_until`)

export async function listPastLastDay(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    ${pastLastDay(tenant, today)} order by valid_until limit ${limit}`.execute(tx)
  return rows.map(({ number }) => number)
}

/**
 * Expires those of them that are still open; returns their numbers. SKIP LOCKED: workers share the work and never wait for an
 * acceptance.
 */
export async function expireOpenReferrals(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  some: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    update referrals set state = 'expired'
    where tenant = ${tenant} and state = 'open' and number = any (array(
      ${pastLastDay(tenant, today)} and number = any (${[...some]}::text[])
      for no key update skip locked))
    returning number`.execute(tx)
  const numbers = rows.map((row) => row.number)
  await recordReport(tx, tenant, 'referrals', numbers)
  return numbers
}

/** Moves an accepted referral without acceptors to its derived state; false if not accepted any more. */
export async function unacceptReferral(
  tx: Tx,
  tenant: string,
  number: string,
  state: ReferralState,
): Promise<boolean> {
  const row = await tx
    .updateTable('referrals')
    .set({ state })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('state', '=', 'accepted')
    .returning('agency_id')
    .executeTakeFirst()
  if (row && row.agency_id !== null) await recordReport(tx, tenant, 'referrals', [number])
  return row !== undefined
}

export async function markReferralCancelled(
  tx: Tx,
  tenant: string,
  number: string,
  at: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('referrals')
    .set({ state: 'cancelled', cancelled_at: at.toString() })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  const updated = result.numUpdatedRows === 1n
  if (updated) await recordReport(tx, tenant, 'referrals', [number])
  return updated
}

export async function writeReferralState(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  state: ReferralState,
): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ state })
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .execute()
  await recordReport(tx, tenant, 'referrals', numbers)
}

/** Moves an unproven account's referrals to another account, as unclaimed. The app's login may not change an owner: a database function does. */
export async function moveUnownedReferrals(
  tx: Tx,
  tenant: string,
  from: string,
  to: string,
): Promise<void> {
  await sql`select move_unowned_referrals(${tenant}, ${from}::uuid, ${to}::uuid)`.execute(tx)
}
