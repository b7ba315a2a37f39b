import { platformCode } from '../../domain/platform.ts'
import { listOwnSessions } from '../access/own-sessions.ts'
import { listTokens } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import { heldSince, type ScriptDetails, type ScriptKind } from './session.ts'
import { listGrantsOf } from './store.ts'

export const operatorSessions = (subject: string) =>
  ({ of: 'operator', kind: 'operator-session', subject }) as const

/** Somebody's sessions that are awake, and their tokens for scripts and the command line; the newest first. In a transaction of the platform. */
export async function viewAccess(
  tx: Tx,
  operatorId: string,
  now: Temporal.Instant,
  asking: string | null = null,
) {
  const whose = operatorSessions(operatorId)
  const { sessions, more } = await listOwnSessions(tx, platformCode, whose, now, asking)
  const tokens = await listScripts(tx, operatorId, now)
  const grants = await listGrantsOf(tx, operatorId, now)
  return {
    sessions,
    moreSessions: more,
    // Without those that no right is left of.
    tokens: tokens.flatMap(({ use, token_id, created_at, expires_at, details }) => {
      const { name, tenant, roles: asked, usedAt } = details as ScriptDetails
      const held = heldSince(grants, created_at).filter((one) => one.tenant === tenant)
      const roles = asked.filter((role) => held.some((one) => one.role === role))
      if (roles.length === 0) return []
      return {
        id: token_id,
        use,
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

/** Tokens for scripts and for the command line; these end with the session in which they were made. */
export async function listScripts(tx: Tx, operatorId: string, now: Temporal.Instant) {
  const of = (kind: ScriptKind) => listTokens(tx, platformCode, kind, operatorId, now)
  const scripts = (await of('operator-token')).map((one) => ({ ...one, use: 'skripte' as const }))
  const open = await listTokens(tx, platformCode, 'operator-session', operatorId, now)
  const commands = (await of('operator-command'))
    .filter(({ details }) =>
      open.some(({ token_id }) => token_id === (details as { session?: string }).session),
    )
    .map((one) => ({ ...one, use: 'kommandozeile' as const }))
  return [...commands, ...scripts]
}
