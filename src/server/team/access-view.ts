import { platformCode } from '../../domain/platform.ts'
import { listTokens } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import { isAwake, type ScriptDetails } from './session.ts'

/** Somebody's sessions that are awake, and their tokens for scripts; the newest first. In a transaction of the platform. */
export async function viewAccess(tx: Tx, operatorId: string, now: Temporal.Instant) {
  const sessions = await listTokens(tx, platformCode, 'operator-session', operatorId, now)
  const tokens = await listTokens(tx, platformCode, 'operator-token', operatorId, now)
  return {
    sessions: sessions
      .filter((one) => isAwake(one, now))
      .map(({ token_id, created_at, details }) => {
        const { device, seenAt } = details as { device?: string; seenAt: string }
        return { id: token_id, device: device ?? '', since: created_at.toString(), seenAt }
      }),
    tokens: tokens.map(({ token_id, created_at, expires_at, details }) => {
      const { name, tenant, roles, usedAt } = details as ScriptDetails
      return {
        id: token_id,
        name,
        tenant,
        roles,
        since: created_at.toString(),
        until: expires_at!.toString(),
        lastUsedAt: usedAt ?? null,
      }
    }),
  }
}
