import { findTokenById, issueToken, tokenState, type TokenKind } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailData } from './store.ts'

/** Links that only open a page of one's own: those that decide something once end when they end. */
const renewed: ReadonlySet<string> = new Set<TokenKind>(['reward', 'recipient'])
const days = 30

/**
 * What a stored mail says, with links that open: those that are over are made anew. Not those that were ended before their day, and none
 * of somebody else who had this address. @param isTheirs whether the link opens a page of whoever gets the mail
 */
export async function renewLinks(
  tx: Tx,
  { deps, tenant, now }: Pick<Call, 'deps' | 'tenant' | 'now'>,
  data: MailData,
  isTheirs: (link: { kind: string; subject: string }) => Promise<boolean>,
): Promise<MailData> {
  const fresh: MailData = {}
  for (const [name, value] of Object.entries(data)) {
    fresh[name] = value
    if (value === null || typeof value !== 'object' || !('link' in value)) continue
    const { token: asked } = value.link
    const token = asked && (await findTokenById(tx, tenant.code, asked.id))
    if (!asked || !token || !renewed.has(token.kind)) continue
    if (token.revoked_at || tokenState(token, now) === 'valid' || !(await isTheirs(token))) continue
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
