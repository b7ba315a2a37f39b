import type { z } from 'zod'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Token, TokenKind } from '../base/token-store.ts'
import type { Call, Caller, SessionCaller } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'

/** What is known of everybody who logs in, whatever table they are kept in. */
export type Person = {
  email: string // normalised
  first_name: string
  language: Locale
  password_hash: string | null
  confirmed_at: Temporal.Instant | null
}

/** What a session shows of itself to a call: `bearer` is null where it came as a cookie. */
export type Shown = { tokenId: string; bearer: string | null; expiresAt: Temporal.Instant }

/** A session that has just begun. */
export type Session<P> = {
  token: string
  tokenId: string
  expiresAt: Temporal.Instant
  support: boolean
  person: P // as it is now, locked
}

type Captcha = z.ZodType<{ captcha?: string | undefined }>
type Password = { password: string; passwordAgain?: string | undefined }
type Any = z.ZodType
type Empty = z.ZodType<Record<string, never>>

/** The calls of a kind's access, as the contract names them. */
type AccessEndpoints = {
  login: Endpoint<Any, Captcha, z.ZodType<{ email: string; password: string }>, Any>
  logout: Endpoint<Any, Any, Any, Empty>
  requestPassword: Endpoint<Any, Captcha, Any, Empty> // `email` in the body, or in the path
  checkLink: Endpoint<Any, Any, z.ZodType<{ token: string }>, Any>
  setPassword: Endpoint<Any, Any, z.ZodType<Password & { token: string }>, Any>
}

/**
 * A kind of person who logs in: customers, agency users, sales partners. The calls of access/ are the same for all of them; what differs by
 * a rule of the business stands here. src/server/kinds.ts lists them.
 */
export type Kind<P extends Person = Person> = {
  caller: SessionCaller['kind'] // in the contract
  page: 'user' | 'agencyUser' | 'salesPartner' // where a page finds who is logged in
  cookie: string
  session: TokenKind
  link: TokenKind // the mailed one that sets a password
  otherLinks?: TokenKind[] // that its check knows as well
  actor: Actor['kind']
  subject: string // in the audit log
  limits: { login: string; mail: string } // names of the counters
  passwordPage: PageName // where a new password is asked for
  startsWithout?: boolean // whether there are sessions before the first password, so that a mail tells of it
  endpoints: AccessEndpoints
  /** Where whoever is logged in changes the password. */
  change?: {
    endpoint: Endpoint<Any, Any, z.ZodType<Password & { oldPassword?: string | undefined }>, Empty>
    /** In the place of the one that is known; false where somebody was faster. */
    replace(tx: Tx, tenant: string, id: string, known: string | null, to: string): Promise<boolean>
  }
  /** Whether the tenant has such people: sessions of others are none. */
  isOffered(tenant: Tenant): boolean
  /** Refuses where nobody of the kind logs in by password. */
  needPasswords(tenant: Tenant): void

  find(tx: Tx, tenant: string, id: string): Promise<P | undefined>
  findByEmail(tx: Tx, tenant: string, email: string): Promise<P | undefined>
  /** The same, locked until the transaction ends; refuses whoever may not be let in at this moment, but for support. */
  keep(tx: Tx, tenant: string, id: string, support: boolean): Promise<P | undefined>
  idOf(person: P): string
  /** Refuses somebody who has proven who they are and may not be let in. */
  refuse(tenant: Tenant, person: P): void
  /** What somebody hears who knows the password, and whose address is not confirmed. */
  unconfirmed?(person: P): Record<string, unknown>
  /** Who calls with a session; null: nobody any more. */
  callerOf(tx: Tx, tenant: string, token: Token, shown: Shown): Promise<SessionCaller | null>
  /** The same for a page. */
  pageUserOf(
    tx: Tx,
    tenant: Tenant,
    token: Token & { expires_at: Temporal.Instant },
    realNow: Temporal.Instant,
  ): Promise<NonNullable<PageContext[Kind['page']]> | null>
  /** On the wire. */
  view(
    person: P,
    session: Pick<Session<P>, 'expiresAt' | 'support'> & { token: string | null },
  ): unknown
  loggedIn?(call: Call): void

  /** Mails the link that sets a password, where the person may have one; false where not. */
  mailLink(tx: Tx, call: AskedCall, person: P, asked: object): Promise<boolean>
  /** Whether a link that is over did what it was for. */
  isDone?(person: P, token: Token): boolean
  /** Whether no link of theirs works any more. */
  hasEnded?(person: P): boolean
  viewLink(call: Call, person: P): unknown
  /** What the proof of the mailbox does beside the password: true where it was the first, which completes the registration. */
  prove(tx: Tx, call: Call, person: P, token: Token): Promise<boolean>
  storePassword(tx: Tx, tenant: string, id: string, passwordHash: string): Promise<void>
}

/** Of a call by which somebody has a link mailed. */
export type AskedCall = Pick<Call, 'deps' | 'tenant' | 'visitor' | 'caller' | 'now' | 'realNow'>

export const actorOfKind = <P extends Person>(kind: Kind<P>, person: P): Actor => ({
  kind: kind.actor,
  id: kind.idOf(person),
})

/** The session behind a call that the contract opens to one kind alone. */
export function sessionOf(kind: Pick<Kind, 'caller'>, caller: Caller): SessionCaller {
  if (caller.kind !== kind.caller) throw fail('session-missing')
  return caller as SessionCaller
}
