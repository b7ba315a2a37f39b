import { operatorRoles, type OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { sessionLifetimes } from '../../domain/session-lifetime.ts'
import type { SessionSource } from '../access/kind.ts'
import { isInUse, markUse } from '../access/session-use.ts'
import { noteLogIn } from '../base/current-request.ts'
import { addDetails, findToken, issueToken, tokenState, type Token } from '../base/token-store.ts'
import type { Caller, Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { findOperator, listGrantsOf, type Grant, type Operator } from './store.ts'

// Sessions of operators. Session, person and grants are read with each call, so whatever is ended ends at once. All of it in real time: the
// demo's clock ends nobody's right.

export const proofMinutes = 5
export const mostScriptDays = 366
export const commandMinutes = 60

export type OperatorCaller = Extract<Caller, { kind: 'operator' }>

type SessionDetails = {
  seenAt?: string
  provedAt?: string // its owner last proved to be there
  by?: 'single-sign-on' // else a passkey
  device?: string
  isDemo?: boolean
}
export type ScriptDetails = {
  tenant: string
  roles: OperatorRole[]
  name: string
  usedAt?: string
  isDemo?: boolean // made in a session without a passkey
}
export type ScriptKind = 'operator-token' | 'operator-command'

const later = (a: Temporal.Instant, b: Temporal.Instant) => Temporal.Instant.compare(a, b) > 0

/** Begins a session. @param provedAt when its owner was asked; null: lately not. Default: now, by passkey */
export async function startOperatorSession(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  operatorId: string,
  {
    device,
    isDemo = false,
    by,
    provedAt,
  }: {
    device: string
    isDemo?: boolean
    by?: 'single-sign-on' | undefined
    provedAt?: Temporal.Instant | null
  },
): Promise<{ token: string; id: string; validUntil: string }> {
  const now = deps.clock.realNow()
  const expiresAt = now.add({ hours: sessionLifetimes.operator.hours })
  const at = now.toString()
  const { id, text } = await issueToken(tx, deps.keys, platformCode, {
    kind: 'operator-session',
    subject: operatorId,
    now,
    expiresAt,
    uses: null,
    details: {
      seenAt: at,
      ...(provedAt === null ? {} : { provedAt: (provedAt ?? now).toString() }),
      device,
      ...(by ? { by } : {}),
      ...(isDemo ? { isDemo } : {}),
    },
  })
  noteLogIn('operator', operatorId)
  return { token: text, id, validUntil: expiresAt.toString() }
}

export const provedUntilOf = (
  { provedAt }: SessionDetails,
  now: Temporal.Instant,
): Temporal.Instant | null => {
  if (provedAt === undefined) return null
  const until = Temporal.Instant.from(provedAt).add({ minutes: proofMinutes })
  return later(until, now) ? until : null
}

/** The rights that somebody has had since then without a break: one that ended and was given again revives nothing of before (696). */
export const heldSince = (grants: readonly Grant[], then: Temporal.Instant): Grant[] =>
  grants.filter(({ granted_at }) => !later(granted_at, then))

type Found = {
  token: Token & { expires_at: Temporal.Instant }
  operator: Operator
  grants: Grant[]
}

/** A valid session or token for scripts, with its person and their grants. Marks the use, once a minute. */
async function read(
  tx: Tx,
  kind: 'operator-session' | ScriptKind,
  text: string,
  now: Temporal.Instant,
): Promise<Found | null> {
  const token = await findToken(tx, platformCode, kind, text)
  if (!token?.expires_at || tokenState(token, now) !== 'valid') return null
  if (kind === 'operator-session' && !isInUse(token, 'operator', now)) return null
  const operator = await findOperator(tx, token.subject)
  if (!operator?.joined_at) return null
  if (kind === 'operator-session') await markUse(tx, platformCode, token, 'operator', now)
  else await markScript(tx, token, now)
  return {
    token: token as Found['token'],
    operator,
    grants: await listGrantsOf(tx, operator.operator_id, now),
  }
}

async function markScript(tx: Tx, token: Token, now: Temporal.Instant): Promise<void> {
  const { usedAt } = token.details as ScriptDetails
  if (!usedAt || later(now, Temporal.Instant.from(usedAt).add({ minutes: 1 })))
    await addDetails(tx, platformCode, token.token_id, { usedAt: now.toString() })
}

const rolesAt = (grants: readonly Grant[], tenant: string) =>
  grants.filter((grant) => grant.tenant === tenant).map(({ role }) => role)

/** The operator of a call at a tenant, or null. A bearer is a token for scripts, or a session's. */
export async function readOperator(
  deps: Pick<Deps, 'db' | 'clock' | 'demo'>,
  tenant: string,
  { bearer, cookie }: { bearer: string | null; cookie: string | undefined },
): Promise<OperatorCaller | null> {
  const text = bearer ?? cookie
  if (!text || text.length > 200) return null
  const now = deps.clock.realNow()
  return withTenant(deps.db, platformCode, async (tx) => {
    const session = await read(tx, 'operator-session', text, now)
    if (session) {
      const { token, operator, grants } = session
      const details = token.details as SessionDetails
      // Opened without a passkey: only the demo believes it.
      if (details.isDemo && !deps.demo) return null
      return {
        kind: 'operator' as const,
        operatorId: operator.operator_id,
        name: operator.name,
        roles: rolesAt(grants, tenant),
        tokenId: token.token_id,
        provedUntil: provedUntilOf(details, now),
        isScript: false,
        isDemo: details.isDemo === true,
        bearer,
        expiresAt: token.expires_at,
      }
    }
    return bearer === null ? null : readScript(tx, deps, 'operator-token', bearer, tenant)
  })
}

/** Whose token for scripts or for the command line it is, with the roles that it has at this tenant. */
async function readScript(
  tx: Tx,
  { clock, demo }: Pick<Deps, 'clock' | 'demo'>,
  kind: ScriptKind,
  text: string,
  tenant: string,
): Promise<OperatorCaller | null> {
  const script = await read(tx, kind, text, clock.realNow())
  if (!script) return null
  const { tenant: place, roles, isDemo = false } = script.token.details as ScriptDetails
  if (isDemo && !demo) return null
  const { created_at: madeAt, expires_at: expiresAt } = script.token
  const held = rolesAt(heldSince(script.grants, madeAt), tenant)
  return {
    kind: 'operator',
    operatorId: script.operator.operator_id,
    name: script.operator.name,
    roles: place === tenant ? held.filter((role) => roles.includes(role)) : [],
    tokenId: script.token.token_id,
    // One for the command line was made with a passkey just used, and ends soon.
    provedUntil: kind === 'operator-command' ? expiresAt : null,
    isScript: kind === 'operator-token',
    isDemo,
    bearer: text,
    expiresAt,
  }
}

/** The operator of a command at a tenant, or null. */
export async function readCommander(
  deps: Pick<Deps, 'db' | 'clock' | 'demo'>,
  tenant: string,
  text: string,
): Promise<OperatorCaller | null> {
  if (text === '' || text.length > 200) return null
  return withTenant(
    deps.db,
    platformCode,
    async (tx) =>
      (await readScript(tx, deps, 'operator-command', text, tenant)) ??
      (await readScript(tx, deps, 'operator-token', text, tenant)),
  )
}

export const longestScript = (now: Temporal.Instant) => now.add({ hours: 24 * mostScriptDays })

/** An operator's places with what they may do there, by role in the table's order. */
export function placesOf(grants: readonly Grant[]): { tenant: string; roles: OperatorRole[] }[] {
  const tenants = [...new Set(grants.map(({ tenant }) => tenant))]
  return tenants.map((tenant) => {
    const held = rolesAt(grants, tenant)
    return { tenant, roles: operatorRoles.filter((role) => held.includes(role)) }
  })
}

/** The session in the console's pages. */
export const operatorSession: SessionSource = {
  caller: 'operator',
  page: 'operator',
  cookie: 'zs_betrieb',
  session: 'operator-session',
  isOffered: ({ code }) => code === platformCode,
  async pageUserOf(tx, _tenant, token, realNow) {
    if (!isInUse(token, 'operator', realNow)) return null
    const operator = await findOperator(tx, token.subject)
    if (!operator?.joined_at) return null
    const details = token.details as SessionDetails
    return {
      name: operator.name,
      email: operator.email,
      places: placesOf(await listGrantsOf(tx, operator.operator_id, realNow)).map((one) => ({
        ...one,
        name: '',
        sellers: [],
        rewardWord: 'Prämie' as const,
      })),
      provedUntil: provedUntilOf(details, realNow)?.toString() ?? null,
      // Its name is added where the provider is known.
      provider: operator.sso_subject,
      isByProvider: details.by === 'single-sign-on',
      isDemo: details.isDemo === true,
      tokenValidUntil: token.expires_at.toString(),
    }
  },
}
