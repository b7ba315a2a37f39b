import { sql } from 'kysely'
import { sessionLifetimes, type SessionOf } from '../../domain/session-lifetime.ts'
import { revokeWhere, type TokenKind } from './token-store.ts'
import type { Tx } from '../db/connection.ts'

/** Somebody's sessions. */
export type Whose = { of: SessionOf; kind: TokenKind; subject: string }

/** The same in SQL as isInUse, of tokens that have not ended. */
const inUse = (tenant: string, { of, kind, subject }: Whose, now: Temporal.Instant) => {
  const { hours, idleMinutes } = sessionLifetimes[of]
  return sql`tenant = ${tenant} and kind = ${kind} and subject = ${subject} and revoked_at is null
    and (expires_at is null or expires_at > ${now.toString()})
    and created_at > ${now.subtract({ hours }).toString()}
    and coalesce((details->>'seenAt')::timestamptz, created_at) > ${now.subtract({ minutes: idleMinutes }).toString()}`
}

type Session = { token_id: string; details: unknown; created_at: Temporal.Instant }

/** Sessions in use: `first`, where it is one, then the newest; and how many there are in all. */
export async function readSessions(
  tx: Tx,
  tenant: string,
  whose: Whose,
  now: Temporal.Instant,
  { first, atMost }: { first: string | null; atMost: number },
): Promise<{ sessions: Session[]; total: number }> {
  const { rows } = await sql<Session & { total: number }>`
    select token_id, details, created_at, (count(*) over ())::int as total from tokens
    where ${inUse(tenant, whose, now)}
    order by token_id is not distinct from ${first}::uuid desc, created_at desc, token_id desc
    limit ${atMost}`.execute(tx)
  return { sessions: rows, total: rows[0]?.total ?? 0 }
}

/** Ends sessions in use: one, all but one, or all. @returns how many */
export async function endSessions(
  tx: Tx,
  tenant: string,
  whose: Whose,
  now: Temporal.Instant,
  which: 'all' | { only: string } | { except: string },
): Promise<number> {
  const meant =
    which === 'all'
      ? sql`true`
      : 'only' in which
        ? sql`token_id = ${which.only}`
        : sql`token_id <> ${which.except}`
  // A text is an instant by the session's time zone: an update on nodes (Citus) takes no such function of a column.
  const { rows } = await sql<{ id: string }>`
    select token_id as id from tokens where ${inUse(tenant, whose, now)} and ${meant} order by token_id for update`.execute(
    tx,
  )
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  return revokeWhere(tx, tenant, now, sql`token_id = any (${ids}::uuid[])`)
}
