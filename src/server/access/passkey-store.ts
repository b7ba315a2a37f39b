import type { Tx } from '../db/connection.ts'
import type { Kind } from './kind.ts'

export type Passkey = {
  passkey_id: string // the authenticator's, base64url
  person_id: string
  name: string
  public_key: Buffer
  counter: number
  transports: string[]
  created_at: Temporal.Instant
  last_used_at: Temporal.Instant | null
}

type Of = Pick<Kind, 'caller'>

const columns = {
  referrer: 'account_id',
  agency: 'agency_user_id',
  'sales-partner': 'partner_id',
} as const

/** The column of a kind's owners. */
function ownerOf({ caller }: Of): (typeof columns)[keyof typeof columns] {
  if (caller === 'operator') throw new Error('Operators have passkeys of their own')
  return columns[caller]
}

/** Passkeys of a kind of person. */
const passkeys = (tx: Tx, tenant: string, kind: Of) =>
  tx
    .selectFrom('passkeys')
    .select(['passkey_id', 'name', 'public_key', 'counter', 'transports'])
    .select(['created_at', 'last_used_at', `${ownerOf(kind)} as person_id`])
    .where('tenant', '=', tenant)

const passkeysOf = (tx: Tx, tenant: string, kind: Of, id: string) =>
  passkeys(tx, tenant, kind)
    .where(ownerOf(kind), '=', id)
    .orderBy('created_at')
    .orderBy('passkey_id')

/** Somebody's passkeys, the oldest first. */
export async function listPasskeys(
  tx: Tx,
  tenant: string,
  kind: Of,
  id: string,
): Promise<Passkey[]> {
  return (await passkeysOf(tx, tenant, kind, id).execute()) as unknown as Passkey[]
}

/** The same, all locked: two that are removed at once are not both the one but last. */
export async function lockPasskeys(
  tx: Tx,
  tenant: string,
  kind: Of,
  id: string,
): Promise<Passkey[]> {
  return (await passkeysOf(tx, tenant, kind, id).forUpdate().execute()) as unknown as Passkey[]
}

/** A passkey of this kind, locked: its counter grows with each use. */
export async function lockPasskey(
  tx: Tx,
  tenant: string,
  kind: Of,
  passkeyId: string,
): Promise<Passkey | undefined> {
  const row = await passkeys(tx, tenant, kind)
    .where('passkey_id', '=', passkeyId)
    .where(ownerOf(kind), 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  return row as unknown as Passkey | undefined
}

/** False if this passkey is known already. */
export async function insertPasskey(
  tx: Tx,
  tenant: string,
  kind: Of,
  { person_id, ...passkey }: Omit<Passkey, 'created_at' | 'last_used_at'>,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .insertInto('passkeys')
    .values({ tenant, ...passkey, [ownerOf(kind)]: person_id, created_at: now.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function markPasskeyUsed(
  tx: Tx,
  tenant: string,
  passkeyId: string,
  counter: number,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('passkey_id', '=', passkeyId)
    .execute()
}

/** Removes one of somebody's passkeys, or all; returns their number. */
export async function removePasskeys(
  tx: Tx,
  tenant: string,
  kind: Of,
  id: string,
  passkeyId?: string,
): Promise<number> {
  let query = tx.deleteFrom('passkeys').where('tenant', '=', tenant).where(ownerOf(kind), '=', id)
  if (passkeyId !== undefined) query = query.where('passkey_id', '=', passkeyId)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
