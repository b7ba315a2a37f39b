import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { WebBundle } from '../contract/page-context.ts'
import type { OperatorRole } from '../domain/operator-abilities.ts'
import type { Role } from '../domain/abilities.ts'
import type { Locale, Tenant } from '../domain/tenant.ts'
import type { Actor } from './base/audit-store.ts'
import type { Clock } from './base/clock.ts'
import type { IdempotentCall } from './base/idempotency-store.ts'
import type { Keys } from './base/keys.ts'
import type { SharedCache } from './base/shared-cache.ts'
import type { Database, Tx } from './db/connection.ts'
import type { OperatorSignOn } from './env/operator-sign-on.ts'
import type { Analytics } from './tracking/goal-job.ts'
import type { TenantCache } from './tenant/tenant-cache.ts'

/** Shared by the process; created in main.ts (and test/helpers/server.ts). */
export type Deps = {
  db: Database // of several nodes any of them
  queue: Database // the node that has the queue; of one the same as db
  clock: Clock
  keys: Keys
  tenants: TenantCache
  cache: SharedCache
  log: Logger
  publicOrigin: string
  /** The company's provider, by which operators may sign in; null: by passkey alone. */
  operatorSignOn: OperatorSignOn | null
  /** Where tests have a voucher provider; else its fixed hosts are asked. */
  voucherProviderAt?: string
  demo: boolean
  /** From the web bundle, which is loaded when the first mail is written. */
  renderMail: WebBundle['renderMail']
}

/** For what also reads or changes the queue: its node has the tenants' rows as well. */
export const atQueue = (deps: Deps): Deps =>
  deps.queue === deps.db ? deps : { ...deps, db: deps.queue }

/** A session by mailed link has no access to money; until `freshUntil` it may set the first password. */
export type LinkSession = { freshUntil: Temporal.Instant }

/** The caller, by token. */
export type Caller =
  | { kind: 'anyone' }
  | {
      kind: 'referrer'
      accountId: string
      tokenId: string
      support: boolean
      byLink: LinkSession | null
      bearer: string | null
      expiresAt: Temporal.Instant
    }
  // `mailed`: the bearer owns the address
  | { kind: 'recipient'; recipientNumber: string; tokenId: string; mailed: boolean }
  // `bySession`: opened by a session, and ends with it; `opensCodes`: came with the voucher's codes, or from a session by password
  | { kind: 'reward'; rewardId: string; tokenId: string; bySession: boolean; opensCodes: boolean }
  | {
      kind: 'agency'
      userId: string
      agencyId: string
      role: Role
      passkeyMissing?: boolean // which this session has to make before anything else
      tokenId: string
      bearer: string | null
      expiresAt: Temporal.Instant
    }
  | {
      kind: 'sales-partner'
      partnerId: string
      passkeyMissing?: boolean
      tokenId: string
      bearer: string | null
      expiresAt: Temporal.Instant
    }
  | {
      kind: 'operator'
      operatorId: string
      name: string
      roles: OperatorRole[] // at the call's tenant
      tokenId: string
      provedUntil: Temporal.Instant | null // by passkey or a new login at the provider; null: a token for scripts, or not lately
      isScript: boolean // by a token for scripts
      isDemo: boolean // opened by /demo, without a passkey
      bearer: string | null
      expiresAt: Temporal.Instant
    }
  | { kind: 'api-key'; name: string; tokenId: string; mayLogIn: boolean }

/** Somebody who is logged in. */
export type SessionCaller = Extract<Caller, { bearer: string | null }>

/** A decoded call for its handler; `reply` only for headers and redirects. */
export type Call<Params = unknown, Query = unknown, Body = unknown> = {
  deps: Deps
  tenant: Tenant
  locale: Locale
  params: Params
  query: Query
  body: Body
  caller: Caller
  now: Temporal.Instant // the app's clock
  today: Temporal.PlainDate // Europe/Berlin
  realNow: Temporal.Instant // sessions, limits and captchas
  visitor: string // keyed hash of the address, for limits; the address is not stored
  analytics: Analytics | null // if analytics may be told
  requestId: string
  request: FastifyRequest
  reply: FastifyReply
  idempotent: IdempotentCall | null // its Idempotency-Key, which `transaction` claims
  /** The call's transaction. A repeated Idempotency-Key returns the first answer without running `work`. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

export function actorOf(caller: Caller): Actor {
  switch (caller.kind) {
    case 'referrer':
      return {
        kind: 'referrer',
        id: caller.accountId,
        support: caller.support,
        session: caller.tokenId,
      }
    case 'recipient':
      return { kind: 'recipient', id: caller.recipientNumber, session: caller.tokenId }
    case 'reward':
      return { kind: 'reward', id: caller.rewardId, session: caller.tokenId }
    case 'agency':
      return {
        kind: 'agency-user',
        id: caller.userId,
        role: caller.role,
        session: caller.tokenId,
      }
    case 'sales-partner':
      return { kind: 'sales-partner', id: caller.partnerId, session: caller.tokenId }
    case 'api-key':
      return { kind: 'api-key', id: caller.tokenId }
    case 'operator':
      return {
        kind: 'operator',
        id: caller.operatorId,
        role: caller.roles.join(' '),
        session: caller.tokenId,
      }
    case 'anyone':
      return { kind: 'anyone', id: 'anyone' }
  }
}
