import { findTokenById, issueToken, tokenState, type TokenKind } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailData } from './store.ts'

/** Links that only open a page of one's own: those that decide something once end when they end. */
const renewed: ReadonlySet<string> = new Set<TokenKind>(['reward', 'recipient'])
const days = 30

/** What a stored mail says, with links that open: those that are over are made anew. */
export async function renewLinks(
  tx: Tx,
  { deps, tenant, now }: Pick<Call, 'deps' | 'tenant' | 'now'>,
  data: MailData,
): Promise<MailData> {
  const fresh: MailData = {}
  for (const [name, value] of Object.entries(data)) {
    fresh[name] = value
    if (value === null || typeof value !== 'object' || !('link' in value)) continue
    const { token: asked } = value.link
    const token = asked && (await findTokenById(tx, tenant.code, asked.id))
    if (!asked || !token || !renewed.has(token.kind) || tokenState(token, now) === 'valid') continue
    const { id } = await issueToken(tx, deps.keys, tenant.code, {
      kind: token.kind as TokenKind,
      subject: token.subject,
      now,
      expiresAt: now.add({ hours: 24 * days }),
      uses: null,
      details: token.details as Record<string, unknown>,
    })
    fresh[name] = { link: { ...value.link, token: { ...asked, id } } }
  }
  return fresh
}
