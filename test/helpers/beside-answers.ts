import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { recipientCookieOf } from '../../src/server/access/cookies.ts'
import { findToken } from '../../src/server/base/token-store.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { makeFormToken } from '../../src/server/pages/form-token.ts'
import type { Actors } from './actors.ts'
import type { TestServer } from './server.ts'

// How walks of routes beside the contract ask, and compare answers.

export const hostOf = (tenant: string) =>
  `${tenant === 'standard' ? '' : `${tenant}.`}localhost:3000`

export type Tokens = Partial<Actors['tokens']>

/** With a referral, its own cookie too, as the press of its link leaves it. */
export const cookieOf = (
  { user, reward, recipient, agency, salesPartner }: Tokens,
  referral?: string,
) =>
  Object.entries({
    ...(referral === undefined ? {} : { [recipientCookieOf(referral)]: recipient }),
    zs_user: user,
    zs_reward: reward,
    zs_recipient: recipient,
    zs_agency: agency,
    zs_partner: salesPartner,
  })
    .flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
    .join('; ')
export const everyKind = (token: string): Tokens => ({
  user: token,
  reward: token,
  recipient: token,
  agency: token,
  salesPartner: token,
})
export const madeUp = everyKind('a'.repeat(43))

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>

/** An answer without what always differs (nonce, form key). */
function said({ statusCode, headers, body }: Answer): string {
  const policy = String(headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'no nonce'
  const key = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
  const text = body.replaceAll(nonce, 'nonce').replace(key, 'key')
  return [statusCode, headers.location, headers['set-cookie'], text].join('\n')
}

/** The first difference of two answers, shortened, as pages are long. */
export function differenceOf(one: Answer, other: Answer): string {
  const [first, second] = [said(one), said(other)]
  if (first === second) return ''
  const at = [...first].findIndex((letter, index) => letter !== second[index])
  return [first, second].map((text) => text.slice(Math.max(at - 40, 0), at + 80)).join(' <> ')
}

/** Row counts of all tables that the app may read. */
export const countRows = (server: TestServer) =>
  withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.role_table_grants
      where table_schema = 'public' and privilege_type = 'SELECT'`.execute(tx)
    const counts: Record<string, unknown> = {}
    for (const { name } of rows) {
      const counted = await sql`select count(*) as count from ${sql.table(name)}`.execute(tx)
      counts[name] = counted.rows[0]
    }
    return counts
  })

export const formToken = async (
  server: TestServer,
  tenant: string,
  { user, agency, salesPartner }: Tokens = {},
) => {
  const ids = await withTenant(server.db, tenant, async (tx) => [
    user && (await findToken(tx, tenant, 'user-session', user))?.token_id,
    agency && (await findToken(tx, tenant, 'agency-session', agency))?.token_id,
    salesPartner && (await findToken(tx, tenant, 'partner-session', salesPartner))?.token_id,
  ])
  const session = ids.filter(Boolean).join('|') || null
  return makeFormToken(server.deps.keys, tenant, session, server.clock.realNow())
}
