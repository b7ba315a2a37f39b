import { sql, type RawBuilder } from 'kysely'
import type { Locale } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

export type NewObjection = {
  id: string
  referralNumber: string | null
  accountId?: string // of an objection to an account's new address
  name: string
  email: string
  language: Locale
  message: string
  at: Temporal.Instant
}

export async function insertObjection(
  tx: Tx,
  tenant: string,
  { id, referralNumber, accountId, name, email, language, message, at }: NewObjection,
): Promise<void> {
  await tx
    .insertInto('objections')
    .values({
      tenant,
      objection_id: id,
      referral_number: referralNumber,
      account_id: accountId ?? null,
      name,
      email,
      language,
      message,
      created_at: at.toString(),
    })
    .execute()
}

/** An appeal against a refusal; false if it was appealed before. */
export async function insertAppeal(
  tx: Tx,
  tenant: string,
  appeal: Omit<NewObjection, 'accountId'> & { rewardId: string; refusedAt: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    insert into objections (tenant, objection_id, reward_id, refused_at, referral_number, name, email, language, message, created_at)
    values (${tenant}, ${appeal.id}, ${appeal.rewardId}, ${appeal.refusedAt.toString()}, ${appeal.referralNumber}, ${appeal.name},
      ${appeal.email}, ${appeal.language}, ${appeal.message}, ${appeal.at.toString()})
    on conflict (tenant, reward_id, refused_at) where reward_id is not null do nothing returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Undefined: there is none, or it was forgotten. */
export function findObjection(tx: Tx, tenant: string, id: string) {
  return tx
    .selectFrom('objections')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('objection_id', '=', id)
    .executeTakeFirst()
}

/** Open or all, oldest first, at most 1,000. */
export function listObjections(tx: Tx, tenant: string, all: boolean) {
  return tx
    .selectFrom('objections')
    .selectAll()
    .where('tenant', '=', tenant)
    .$if(!all, (query) => query.where('closed_at', 'is', null))
    .orderBy('created_at')
    .orderBy('objection_id')
    .limit(1000)
    .execute()
}

/** False if there is no open one. */
export async function closeObjection(
  tx: Tx,
  tenant: string,
  id: string,
  { at, by }: { at: Temporal.Instant; by: string },
): Promise<boolean> {
  const result = await tx
    .updateTable('objections')
    .set({ closed_at: at.toString(), closed_by: by })
    .where('tenant', '=', tenant)
    .where('objection_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function forgetObjections(
  tx: Tx,
  tenant: string,
  closedBefore: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('objections')
    .where('tenant', '=', tenant)
    .where('closed_at', '<', closedBefore)
    .execute()
}

/** Appeals go with the person whose rewards they are about. */
export async function forgetAppeals(
  tx: Tx,
  tenant: string,
  rewards: RawBuilder<unknown>, // an array in SQL
): Promise<void> {
  await sql`
    delete from objections where tenant = ${tenant} and reward_id = any (${rewards})`.execute(tx)
}
