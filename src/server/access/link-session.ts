import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import { listLinkSessions } from '../base/link-store.ts'
import {
  findToken,
  findTokenById,
  issueToken,
  revokeToken,
  tokenState,
  type Token,
  type TokenKind,
} from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { isInUse, markUse } from './session-use.ts'

// A mailed link (or the token of whoever typed an address) opens its page for months, so no browser keeps it: the press swaps it for a
// short session. What the session may do is asked of its link at each use, and ends with it.

export type LinkKind = 'recipient' | 'reward'

export const linkSessions = {
  recipient: 'recipient-session',
  reward: 'reward-session',
} as const satisfies Record<LinkKind, TokenKind>

type At = Pick<Deps, 'clock'>

/** The valid link of a text, in the app's time; null: none. */
export async function findLink(
  tx: Tx,
  { clock }: At,
  tenant: string,
  kind: LinkKind,
  text: string | null | undefined,
): Promise<Token | null> {
  if (!text || text.length > 200) return null
  const link = await findToken(tx, tenant, kind, text)
  return stillOpen({ clock }, link)
}

/** A link that a session of the console's or a customer's opened ends with that, too. */
function stillOpen({ clock }: At, link: Token | undefined): Token | null {
  if (!link || tokenState(link, clock.now()) !== 'valid') return null
  const until = link.session_expires_at
  return until && Temporal.Instant.compare(until, clock.realNow()) <= 0 ? null : link
}

/** Begins a session of a link; null: it opens nothing. */
export async function startLinkSession(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: string,
  kind: LinkKind,
  text: string,
): Promise<{ token: string; link: Token } | null> {
  const link = await findLink(tx, deps, tenant, kind, text)
  if (!link) return null
  const now = deps.clock.realNow()
  const { text: token } = await issueToken(tx, deps.keys, tenant, {
    kind: linkSessions[kind],
    subject: link.token_id,
    now,
    expiresAt: now.add({ hours: sessionLifetimes[kind].hours }),
    uses: null,
  })
  return { token, link }
}

/** The link of a valid session's text, and notes the use; null: none. */
export async function readLinkSession(
  tx: Tx,
  deps: At,
  tenant: string,
  kind: LinkKind,
  text: string | null | undefined,
): Promise<Token | null> {
  if (!text || text.length > 200) return null
  const session = await findToken(tx, tenant, linkSessions[kind], text)
  const now = deps.clock.realNow()
  if (!session || tokenState(session, now) !== 'valid' || !isInUse(session, kind, now)) return null
  const link = stillOpen(deps, await findTokenById(tx, tenant, session.subject))
  if (link?.kind !== kind) return null
  await markUse(tx, tenant, session, kind, now)
  return link
}

/** Ends what links to a person's rewards, or to a contact's entry, opened; returns how many were in use. The links stay good. */
export async function endLinkSessions(
  tx: Tx,
  tenant: string,
  of: { account: string } | { recipient: string },
  now: Temporal.Instant,
): Promise<number> {
  let ended = 0
  for (const session of await listLinkSessions(tx, tenant, of, now)) {
    const kind = session.kind === linkSessions.reward ? 'reward' : 'recipient'
    const wasOpen = await revokeToken(tx, tenant, session.token_id, now)
    if (wasOpen && isInUse(session, kind, now)) ended++
  }
  return ended
}
