import * as contract from '../../contract/betrieb-sso.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { proofState } from '../../contract/proof-state.ts'
import { platformCode } from '../../domain/platform.ts'
import { endFormer } from '../access/end-former.ts'
import { beginSignOn, endSignOn, isEmailVerified, subjectOf } from '../access/sign-on.ts'
import { audit } from '../base/audit-store.ts'
import type { Call, Deps } from '../context.ts'
import { onPlatform, withTenant, type Tx } from '../db/connection.ts'
import type { OperatorSignOn } from '../env/operator-sign-on.ts'
import { fail } from '../errors.ts'
import { secondsSinceLogin, type Claims } from '../gateways/single-sign-on/sign-on-provider.ts'
import { serve } from '../serve.ts'
import { pageUrl } from '../tenant/tenant-origin.ts'
import { readInvitation, takeInvitation } from './accept-invitation.ts'
import { deviceOf } from '../access/device.ts'
import { proofMinutes, operatorSession, startOperatorSession } from './session.ts'
import { begin, keepProof, limitStranger, personOf } from './sign-in.ts'
import {
  findOperator,
  findOperatorByEmail,
  findOperatorBySubject,
  linkOperator,
  listGrantsOf,
  type Operator,
} from './store.ts'

// Operators' sign-in by the company's provider. It makes nobody: it lets in whom an invitation let in. An account there belongs to an operator
// once the provider has called their address verified; from then on its own id counts, whatever address it says.

type Pending =
  | { purpose: 'sign-in'; target: string | null }
  | { purpose: 'accept'; place: string; invitation: string; name: string }
  | { purpose: 'prove'; session: string } // ends with the session

const wanted = ['email', 'email_verified']
const by = 'single-sign-on'
const proofSeconds = proofMinutes * 60

/** The installation's own setting, so that its host may be in a private network. */
function providerOf({ operatorSignOn }: Pick<Deps, 'operatorSignOn'>) {
  if (!operatorSignOn) throw fail('not-found')
  return { ...operatorSignOn, own: operatorSignOn.issuer }
}

async function start(
  call: Pick<Call, 'deps' | 'visitor' | 'realNow' | 'locale'>,
  details: Pending,
  fresh?: { fresh: number; mark: string },
) {
  const { deps, locale } = call
  const tenant = await deps.tenants.get(platformCode)
  const redirectUri = pageUrl(deps.publicOrigin, tenant, locale, 'ConsoleSignIn')
  return beginSignOn({ ...call, tenant }, providerOf(deps), { redirectUri, details, ...fresh })
}

export const showSignInWays = serve(contract.showSignInWays, ({ deps }) =>
  Promise.resolve({ provider: deps.operatorSignOn?.name ?? null }),
)

export const beginOperatorSignOn = serve(contract.beginOperatorSignOn, async (call) =>
  start(call, { purpose: 'sign-in', target: call.body.target ?? null }),
)

export const beginInvitedSignOn = serve(contract.beginInvitedSignOn, async (call) => {
  await limitStranger(call)
  const { tenant, body, realNow } = call
  const { token } = await call.transaction((tx) =>
    readInvitation(tx, tenant.code, { text: body.token }, realNow),
  )
  const invited = { place: tenant.code, invitation: token.token_id, name: body.name }
  return start(call, { purpose: 'accept', ...invited })
})

export const beginSignOnProof = serve(contract.beginSignOnProof, async (call) => {
  const { tokenId: session } = personOf(call)
  return start(call, { purpose: 'prove', session }, { fresh: proofSeconds, mark: proofState })
})

export const endOperatorSignOn = serve(contract.endOperatorSignOn, async (call) => {
  await limitStranger(call)
  const provider = providerOf(call.deps)
  const { claims, details } = await endSignOn<Exclude<Pending, { purpose: 'prove' }>>(
    call,
    provider,
    call.body,
    { wanted, isMeant: ({ purpose }) => purpose === 'sign-in' || purpose === 'accept' },
  )
  if (details.purpose === 'accept')
    return { ...(await accept(call, provider, details, claims)), target: null }
  const session = await call.transaction(async (tx) =>
    begin(tx, call, await findLinked(tx, call, provider, claims), {
      by,
      provedAt: provedAtOf(claims, call.realNow),
    }),
  )
  return { ...session, target: details.target }
})

export const endSignOnProof = serve(contract.endSignOnProof, async (call) => {
  const { operatorId, tokenId } = personOf(call)
  const { claims } = await endSignOn<Pending>(call, providerOf(call.deps), call.body, {
    wanted: [],
    fresh: proofSeconds,
    isMeant: (details) => details.purpose === 'prove' && details.session === tokenId,
  })
  const provedAt = provedAtOf(claims, call.realNow)
  await call.transaction(async (tx) => {
    const operator = await findOperator(tx, operatorId)
    // Whoever sits there now has to be the session's owner, not somebody else of the company.
    if (!provedAt || operator?.sso_subject !== subjectOf(claims)) throw unknown()
    await keepProof(tx, call, provedAt, by)
  })
  return { provedUntil: provedAt!.add({ minutes: proofMinutes }).toString() }
})

/** When the person logged in at the provider, if that is recent: a session there may be hours old. */
function provedAtOf(claims: Claims, now: Temporal.Instant): Temporal.Instant | null {
  const age = secondsSinceLogin(claims)
  return age === null || age >= proofSeconds ? null : now.subtract({ seconds: age })
}

/** The same for whoever is not let in: it tells nobody who is an operator. */
const unknown = () => fail('not-authorised', { details: { Grund: 'unbekannt' } })

/** The operator of an account, linked now if they have none yet. */
async function findLinked(
  tx: Tx,
  call: Pick<Call, 'now' | 'realNow'>,
  provider: OperatorSignOn,
  claims: Claims,
): Promise<string> {
  const known = await findOperatorBySubject(tx, subjectOf(claims))
  if (known) return known.joined_at ? known.operator_id : refuse()
  const named = await findOperatorByEmail(tx, addressOf(claims) ?? refuse())
  // Who is invited comes by the invitation, which ends after a day; who has no right left is linked to nothing.
  if (!named?.joined_at) return refuse()
  if ((await listGrantsOf(tx, named.operator_id, call.realNow)).length === 0) return refuse()
  await link(tx, provider, named, claims)
  await audit(tx, platformCode, {
    at: call.now,
    actor: { kind: 'operator', id: named.operator_id },
    action: 'link-sign-on',
    subjectKind: 'operator',
    subjectId: named.operator_id,
    change: { before: { linked: false }, after: { linked: true } },
  })
  return named.operator_id
}

function refuse(): never {
  throw unknown()
}

/** The verified address, normalised; null without one. */
const addressOf = (claims: Claims): string | null =>
  isEmailVerified(claims) && typeof claims['email'] === 'string'
    ? normaliseEmail(claims['email'])
    : null

/** Refuses an account of somebody else, and a second one. In the platform's rows. */
async function link(
  tx: Tx,
  { issuer }: OperatorSignOn,
  { operator_id: id, email }: Operator,
  claims: Claims,
): Promise<void> {
  const subject = subjectOf(claims)
  const owner = await findOperatorBySubject(tx, subject)
  if (owner?.operator_id === id) return
  if (owner || addressOf(claims) !== email) refuse()
  if (!(await linkOperator(tx, id, subject, issuer))) refuse()
}

async function accept(
  call: Pick<Call, 'deps' | 'now' | 'realNow' | 'request'>,
  provider: OperatorSignOn,
  { place, invitation, name }: Extract<Pending, { purpose: 'accept' }>,
  claims: Claims,
): Promise<{ token: string; validUntil: string }> {
  const { deps, now, realNow, request } = call
  return withTenant(deps.db, place, async (tx) => {
    const invited = await readInvitation(tx, place, { id: invitation }, realNow)
    const { operator } = invited
    const { operator_id: id } = operator
    await takeInvitation(tx, place, invited, { name, now: realNow })
    const session = await onPlatform(tx, place, async () => {
      await link(tx, provider, operator, claims)
      await endFormer(tx, platformCode, call, operatorSession)
      return startOperatorSession(tx, deps, id, {
        device: deviceOf(request),
        by,
        provedAt: provedAtOf(claims, realNow),
      })
    })
    await audit(tx, place, {
      at: now,
      actor: { kind: 'operator', id, session: session.id },
      action: 'accept-invitation',
      subjectKind: 'operator',
      subjectId: id,
      change: {
        before: { joined: false, linked: operator.sso_subject !== null },
        after: { joined: true, linked: true },
      },
    })
    return { token: session.token, validUntil: session.validUntil }
  })
}
