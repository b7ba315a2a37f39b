import { audit } from '../base/audit-store.ts'
import { endSessions, readSessions, type Whose } from '../base/session-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { serve, type Served } from '../serve.ts'
import { sessionOf, type Kind } from './kind.ts'
import { seenAtOf } from './session-use.ts'

export const sessionsOf = (
  { caller, session }: Pick<Kind, 'caller' | 'session'>,
  subject: string,
) => ({
  of: caller,
  kind: session,
  subject,
})

/** Nobody reads more of them; ending is for all. */
const listedSessions = 50

/** Somebody's sessions that are in use: the one that asks, then the newest; and how many more there are. */
export async function listOwnSessions(
  tx: Tx,
  tenant: string,
  whose: Whose,
  now: Temporal.Instant,
  asking: string | null = null,
) {
  const asked = { first: asking, atMost: listedSessions }
  const { sessions, total } = await readSessions(tx, tenant, whose, now, asked)
  return {
    more: total - sessions.length,
    sessions: sessions.map((token) => {
      const { device = '', support } = token.details as { device?: string; support?: boolean }
      return {
        id: token.token_id,
        device,
        since: token.created_at.toString(),
        seenAt: seenAtOf(token).toString(),
        isThis: token.token_id === asking,
        ...(support ? { isSupport: true } : {}),
      }
    }),
  }
}

/** What is to end: one of them, `andere` than that which asks, or all. */
type Meant = 'all' | { id: string; tokenId: string }

/** Ends sessions of somebody. @returns how many were open, and how many ended */
export async function endOwnSessions(
  tx: Tx,
  tenant: string,
  whose: Whose,
  meant: Meant,
  now: Temporal.Instant,
): Promise<{ open: number; ended: number }> {
  const { total } = await readSessions(tx, tenant, whose, now, { first: null, atMost: 1 })
  const end = (which: Parameters<typeof endSessions>[4]) =>
    endSessions(tx, tenant, whose, now, which)
  if (meant === 'all') return { open: total, ended: await end('all') }
  if (meant.id === 'andere') return { open: total, ended: await end({ except: meant.tokenId }) }
  return { open: total, ended: isUuid(meant.id) ? await end({ only: meant.id }) : 0 }
}

/** The endpoints of one's own sessions. */
export const serveSessions = (kind: Kind): Served[] => [
  serve(kind.endpoints.listSessions, async ({ tenant, caller, realNow, transaction }) => {
    const { tokenId } = sessionOf(kind, caller)
    const whose = sessionsOf(kind, actorOf(caller).id)
    return transaction((tx) => listOwnSessions(tx, tenant.code, whose, realNow, tokenId))
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
