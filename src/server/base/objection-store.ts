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
