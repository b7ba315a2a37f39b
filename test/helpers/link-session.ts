import { startLinkSession, type LinkKind } from '../../src/server/access/link-session.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import type { TestServer } from './server.ts'

type At = Pick<TestServer, 'db' | 'deps'>

/** What a browser's cookie has after the press of this link; what is no link stays as it is. */
export const pressed = (
  { db, deps }: At,
  tenant: string,
  kind: LinkKind,
  text: string,
): Promise<string> =>
  withTenant(db, tenant, async (tx) => {
    const session = await startLinkSession(tx, deps, tenant, kind, text)
    return session?.token ?? text
  })

/** The same of somebody's tokens. */
export async function inBrowser<T extends { reward?: string; recipient?: string }>(
  at: At,
  tenant: string,
  tokens: T,
): Promise<T> {
  const { reward, recipient } = tokens
  return {
    ...tokens,
    ...(reward ? { reward: await pressed(at, tenant, 'reward', reward) } : {}),
    ...(recipient ? { recipient: await pressed(at, tenant, 'recipient', recipient) } : {}),
  }
}
