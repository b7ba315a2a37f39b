import type { z } from 'zod'
import type { ending, listSessions } from '../../contract/anmeldungen.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import type { options, ownPasskeys, passkeyBodies, passkeyId } from '../../contract/passkeys.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Token, TokenKind } from '../base/token-store.ts'
import type { Call, Caller, Deps, SessionCaller } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'

/** Fields common to all who log in, whatever their table. */
export type Person = {
  email: string // normalised
  first_name: string
  last_name: string
  language: Locale
  password_hash: string | null
  confirmed_at: Temporal.Instant | null
}

/** The session as presented; `bearer` null: by cookie. */
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
type Ending = typeof ending
type Empty = z.ZodType<Record<string, never>>

/** A kind's access endpoints in the contract. */
type AccessEndpoints = {
  login: Endpoint<Any, Captcha, z.ZodType<{ email: string; password: string }>, Any>
  logout: Endpoint<Any, Any, Any, Empty>
  listSessions: Endpoint<Any, Any, Any, (typeof listSessions)['answer'] & z.ZodType>
  endSession: Endpoint<Ending['params'], Any, Any, Ending['answer']>
  requestPassword: Endpoint<Any, Captcha, Any, Empty> // `email` in body or path
  checkLink: Endpoint<Any, Any, z.ZodType<{ token: string }>, Any>
  setPassword: Endpoint<Any, Any, z.ZodType<Password & { token: string }>, Any>
  changePassword: Endpoint<
    Any,
    Any,
    z.ZodType<Password & { oldPassword?: string | undefined }>,
    Empty
  >
}

type Bodies = typeof passkeyBodies
type Options = typeof options

/** A kind's passkeys in the contract. */
type PasskeyEndpoints = {
  beginPasskeyLogin: Endpoint<Any, Any, Bodies['beginLogin'], Options>
  logInByPasskey: Endpoint<Any, Any, Bodies['logIn'], Any>
  listPasskeys: Endpoint<Any, Any, Any, typeof ownPasskeys>
  beginPasskey: Endpoint<Any, Any, Bodies['begin'], Options>
  addPasskey: Endpoint<Any, Any, Bodies['add'], Empty>
  endPasskey: Endpoint<typeof passkeyId, Any, Bodies['end'], Empty>
}

/** A kind of session: where its token is, and whose it is. */
export type SessionSource = {
  caller: SessionCaller['kind'] // in the contract
  page: 'user' | 'agencyUser' | 'salesPartner' | 'operator' // the page's field for the logged-in user
  cookie: string
  session: TokenKind
  /** Whether the tenant has this kind; otherwise sessions are void. */
  isOffered(tenant: Tenant): boolean
  /** Whether what the session hangs on beside its token still stands. */
  stands?(tx: Tx, tenant: Tenant, token: Token, realNow: Temporal.Instant): Promise<boolean>
  /** The user of a session, for a page; null: no longer valid. */
  pageUserOf(
    tx: Tx,
    tenant: Tenant,
    token: Token & { expires_at: Temporal.Instant },
    realNow: Temporal.Instant,
  ): Promise<NonNullable<PageContext[SessionSource['page']]> | null>
}

/**
 * A kind of person who logs in: customers, agency users, sales partners (listed in src/server/kinds.ts). access/ serves all of
 * them; business differences are here.
 */
export type Kind<P extends Person = Person> = SessionSource & {
  link: TokenKind // the mailed link that sets a password
  otherLinks?: TokenKind[] // further links its check accepts
  actor: Actor['kind']
  subject: string // in the audit log
  limits: { login: string; mail: string } // names of the counters
  passwordPage: PageName // page to request a new password
  sessionsPage: PageName // page of one's own sessions and passkeys
  startsWithout?: boolean // whether sessions exist before the first password, so that a mail mentions it
  endpoints: AccessEndpoints
  passkeys: PasskeyEndpoints
  /** Whether the tenant wants a passkey of this person after the password; otherwise it is offered. */
  needsPasskey?(tenant: Tenant, person: P): boolean
  /** Throws if this kind does not use passwords, nor passkeys. */
  needPasswords(tenant: Tenant): void

  find(tx: Tx, tenant: string, id: string): Promise<P | undefined>
  findByEmail(tx: Tx, tenant: string, email: string): Promise<P | undefined>
  /** The same, locked for the transaction; throws if access is denied now, except for support. */
  keep(tx: Tx, tenant: string, id: string, support: boolean): Promise<P | undefined>
  idOf(person: P): string
  /** Throws if a proven person may not log in. */
  refuse(tenant: Tenant, person: P): void
  /** Error details for a right password with an unconfirmed address. */
  unconfirmed?(person: P): Record<string, unknown>
  /** The caller of a session; null: no longer valid. */
  callerOf(tx: Tx, tenant: string, token: Token, shown: Shown): Promise<SessionCaller | null>
  /** On the wire. */
  view(
    person: P,
    session: Pick<Session<P>, 'expiresAt' | 'support'> & { token: string | null },
  ): unknown
  loggedIn?(call: Call): void

  /** Mails the password link if the person may have one, else false. */
  mailLink(tx: Tx, call: AskedCall, person: P, asked: object): Promise<boolean>
  /** Whether an expired link served its purpose. */
  isDone?(person: P, token: Token): boolean
  /** Whether all the person's links are dead. */
  hasEnded?(person: P): boolean
  viewLink(call: Call, person: P): unknown
  /** Effect of the proven mailbox beside the password; true if it was the first, which completes the registration. */
  prove(tx: Tx, call: Call, person: P, token: Token): Promise<boolean>
  storePassword(tx: Tx, tenant: string, id: string, passwordHash: string): Promise<void>
  /** Replaces the known hash (null: none yet); false if changed meanwhile. */
  replacePassword(
    tx: Tx,
    tenant: string,
    id: string,
    known: string | null,
    to: string,
  ): Promise<boolean>
  /** What the person works for, which makes no password. */
  namesOf?(person: P): (string | null)[]
}

/** Everybody who logs in. Operators have no password, and one session for all tenants. */
export type Logins = {
  kinds: readonly Kind[]
  operator: {
    cookie: string
    read(
      deps: Pick<Deps, 'db' | 'clock' | 'demo'>,
      tenant: string,
      shown: { bearer: string | null; cookie: string | undefined },
    ): Promise<Caller | null>
  }
}

/** A call that requests a mailed link. */
export type AskedCall = Pick<Call, 'deps' | 'tenant' | 'visitor' | 'caller' | 'now' | 'realNow'>

export const actorOfKind = <P extends Person>(kind: Kind<P>, person: P): Actor => ({
  kind: kind.actor,
  id: kind.idOf(person),
})

/** What makes no password of this person. */
export const ownNames = <P extends Person>(kind: Pick<Kind<P>, 'namesOf'>, person: P) => [
  person.first_name,
  person.last_name,
  person.email,
  ...(kind.namesOf?.(person) ?? []),
]

/** The session, at endpoints open to one kind only. */
export function sessionOf(kind: Pick<Kind, 'caller'>, caller: Caller): SessionCaller {
  if (caller.kind !== kind.caller) throw fail('session-missing')
  return caller as SessionCaller
}
