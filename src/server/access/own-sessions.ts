import type { SessionOf } from '../../domain/session-lifetime.ts'
import { audit } from '../base/audit-store.ts'
import { listTokens, revokeToken, type TokenKind } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { serve, type Served } from '../serve.ts'
import { sessionOf, type Kind } from './kind.ts'
import { isInUse, seenAtOf } from './session-use.ts'

type Whose = { of: SessionOf; kind: TokenKind; subject: string }

export const sessionsOf = (
  { caller, session }: Pick<Kind, 'caller' | 'session'>,
  subject: string,
) => ({
  of: caller,
  kind: session,
  subject,
})

/** Somebody's sessions that are in use, the newest first. */
export async function listOwnSessions(
  tx: Tx,
  tenant: string,
  { of, kind, subject }: Whose,
  now: Temporal.Instant,
) {
  const open = await listTokens(tx, tenant, kind, subject, now)
  return open
    .filter((token) => isInUse(token, of, now))
    .map((token) => {
      const { device = '', support } = token.details as { device?: string; support?: boolean }
      return {
        id: token.token_id,
        device,
        since: token.created_at.toString(),
        seenAt: seenAtOf(token).toString(),
        ...(support ? { isSupport: true } : {}),
      }
    })
}

/** What is to end: one of them, `andere` than that which asks, or all. */
type Meant = 'all' | { id: string; tokenId: string }

/** Ends sessions of somebody. @returns how many were open, and how many ended */
export async function endOwnSessions(
  tx: Tx,
  tenant: string,
  whose: Whose,
  which: Meant,
  now: Temporal.Instant,
): Promise<{ open: number; ended: number }> {
  const open = await listOwnSessions(tx, tenant, whose, now)
  const isMeant = (id: string) => {
    if (which === 'all') return true
    return which.id === 'andere' ? id !== which.tokenId : id === which.id
  }
  let ended = 0
  for (const { id } of open)
    // Ended meanwhile: by whoever asked at the same moment.
    if (isMeant(id) && (await revokeToken(tx, tenant, id, now))) ended++
  return { open: open.length, ended }
}

/** The endpoints of one's own sessions. */
export const serveSessions = (kind: Kind): Served[] => [
  serve(kind.endpoints.listSessions, async ({ tenant, caller, realNow, transaction }) => {
    const { tokenId } = sessionOf(kind, caller)
    const whose = sessionsOf(kind, actorOf(caller).id)
    const sessions = await transaction((tx) => listOwnSessions(tx, tenant.code, whose, realNow))
    return { sessions: sessions.map((one) => ({ ...one, isThis: one.id === tokenId })) }
  }),
  serve(kind.endpoints.endSession, async ({ tenant, caller, params, now, realNow, ...call }) => {
    const { tokenId } = sessionOf(kind, caller)
    const actor = actorOf(caller)
    const whose = sessionsOf(kind, actor.id)
    return call.transaction(async (tx) => {
      const asked = { id: params.id, tokenId }
      const { open, ended } = await endOwnSessions(tx, tenant.code, whose, asked, realNow)
      if (ended > 0)
        await audit(tx, tenant.code, {
          at: now,
          actor,
          action: 'end-sessions',
          subjectKind: kind.subject,
          subjectId: actor.id,
          change: { before: { sessions: open }, after: { sessions: open - ended } },
        })
      return { ended }
    })
  }),
]
