import { sql } from 'kysely'
import { platformCode } from '../../domain/platform.ts'
import type { Tx } from '../db/connection.ts'

export type Passkey = {
  passkey_id: string // the authenticator's, base64url
  operator_id: string
  name: string
  public_key: Buffer
  counter: number
  transports: string[]
  created_at: Temporal.Instant
  last_used_at: Temporal.Instant | null
}

/** An operator's live passkeys, the oldest first. */
export async function listPasskeys(tx: Tx, operatorId: string): Promise<Passkey[]> {
  const rows = await tx
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('passkey_id')
    .execute()
  return rows as unknown as Passkey[]
}

/** A live passkey, locked: its counter grows with each use. */
export async function lockPasskey(tx: Tx, id: string): Promise<Passkey | undefined> {
  const row = await tx
    .selectFrom('operator_passkeys')
    .selectAll()
    .where('tenant', '=', platformCode)
    .where('passkey_id', '=', id)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row as unknown as Passkey | undefined
}

/** False if this passkey is known already. */
export async function insertPasskey(
  tx: Tx,
  passkey: Omit<Passkey, 'created_at' | 'last_used_at'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .insertInto('operator_passkeys')
    .values({ tenant: platformCode, ...passkey, created_at: now.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function markPasskeyUsed(
  tx: Tx,
  id: string,
  counter: number,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('operator_passkeys')
    .set({ counter, last_used_at: now.toString() })
    .where('tenant', '=', platformCode)
    .where('passkey_id', '=', id)
    .execute()
}

/** Ends one of an operator's passkeys, or all; returns the number. */
export async function endPasskeys(
  tx: Tx,
  operatorId: string,
  now: Temporal.Instant,
  id?: string,
): Promise<number> {
  let query = tx
    .updateTable('operator_passkeys')
    .set({ ended_at: now.toString() })
    .where('tenant', '=', platformCode)
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
  if (id !== undefined) query = query.where('passkey_id', '=', id)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

/** Live passkeys of each operator. In a transaction of the platform. */
export async function countPasskeys(
  tx: Tx,
  ids: readonly string[],
): Promise<{ operator_id: string; passkeys: number }[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('operator_passkeys')
    .select(['operator_id', sql<number>`count(*)::int`.as('passkeys')])
    .where('tenant', '=', platformCode)
    .where('operator_id', 'in', [...ids])
    .where('ended_at', 'is', null)
    .groupBy('operator_id')
    .execute()
}
