import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { keptIfFew, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import type { Keys } from './keys.ts'

export type IdempotentCall = {
  caller: string
  endpoint: string
  key: string
  bodyHash: string
}

export const hashBody = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')

/**
 * Claims the key in the caller's transaction, or returns the first call's answer. A parallel call waits at the unique index
 * until the first commits, so the work is never done twice.
 */
export async function claimKey(
  tx: Tx,
  keys: Keys,
  tenant: string,
  call: IdempotentCall,
  now: Temporal.Instant,
): Promise<{ replay: unknown } | null> {
  const expires = now.add({ hours: 24 })
  const claimed = await sql`
    insert into idempotency_keys (tenant, caller, key, endpoint, body_hash, created_at, expires_at)
    values (${tenant}, ${call.caller}, ${call.key}, ${call.endpoint}, ${call.bodyHash}, ${now.toString()}, ${expires.toString()})
    on conflict (tenant, caller, endpoint, key) do update
      set body_hash = excluded.body_hash, answer_encrypted = null, created_at = excluded.created_at, expires_at = excluded.expires_at
      where idempotency_keys.expires_at <= ${now.toString()}`.execute(tx)
  if (claimed.numAffectedRows === 1n) return null
  const row = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer_encrypted'])
    .where('tenant', '=', tenant)
    .where('caller', '=', call.caller)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .executeTakeFirstOrThrow()
  if (row.body_hash !== call.bodyHash || !row.answer_encrypted) throw fail('idempotency-mismatch')
  return { replay: JSON.parse(keys.decrypt(row.answer_encrypted, answerPlace(tenant, call))) }
}

export async function keepAnswer(
  tx: Tx,
  keys: Keys,
  tenant: string,
  call: IdempotentCall,
  answer: unknown,
): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ answer_encrypted: keys.encrypt(JSON.stringify(answer), answerPlace(tenant, call)) })
    .where('tenant', '=', tenant)
    .where('caller', '=', call.caller)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .execute()
}

/** Claims new keys with their answers, in the caller's transaction; false if one is known already, or being claimed. */
export async function claimAnswered(
  tx: Tx,
  keys: Keys,
  tenant: string,
  calls: readonly { call: IdempotentCall; answer: unknown }[],
  now: Temporal.Instant,
): Promise<boolean> {
  if (calls.length === 0) return true
  const expires = now.add({ hours: 24 }).toString()
  // In one order, so that two never wait for each other.
  const sorted = calls.toSorted((a, b) => (a.call.key < b.call.key ? -1 : 1))
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values(
      sorted.map(({ call, answer }) => ({
        tenant,
        caller: call.caller,
        key: call.key,
        endpoint: call.endpoint,
        body_hash: call.bodyHash,
        created_at: now.toString(),
        expires_at: expires,
        answer_encrypted: keys.encrypt(JSON.stringify(answer), answerPlace(tenant, call)),
      })),
    )
    .onConflict((conflict) => conflict.columns(['tenant', 'caller', 'endpoint', 'key']).doNothing())
    .modifyEnd(keptIfFew(calls.length))
    .executeTakeFirst()
  return Number(claimed.numInsertedOrUpdatedRows) === calls.length
}

export async function forgetKeys(tx: Tx, tenant: string, now: Temporal.Instant): Promise<void> {
  await sql`delete from idempotency_keys where tenant = ${tenant} and expires_at <= ${now.toString()}`.execute(
    tx,
  )
}

export const answerPlace = (
  tenant: string,
  call: Pick<IdempotentCall, 'endpoint' | 'caller' | 'key'>,
) => `${tenant}|idempotency|${call.endpoint}|${call.caller}|${call.key}`
