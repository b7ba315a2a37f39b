import { findToken, revokeToken, type TokenKind } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { cookiesOf } from './cookies.ts'

/** Ends the session that a browser logs in with: nobody else is to find it open afterwards. */
export async function endFormer(
  tx: Tx,
  tenant: string,
  { request, realNow }: Pick<Call, 'request' | 'realNow'>,
  { cookie, session }: { cookie: string; session: TokenKind },
): Promise<void> {
  const text = cookiesOf(request)[cookie]
  if (!text || text.length > 200) return
  const former = await findToken(tx, tenant, session, text)
  if (former && former.revoked_at === null) await revokeToken(tx, tenant, former.token_id, realNow)
}
