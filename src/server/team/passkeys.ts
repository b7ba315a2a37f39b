import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import { platformCode } from '../../domain/platform.ts'
import { findToken, issueToken, tokenState, useToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'
import { listPasskeys, lockPasskey, markPasskeyUsed } from './passkey-store.ts'

// WebAuthn ceremonies (@simplewebauthn/server). A challenge is the text of a token for one use, so that an answer counts once, for what it
// was asked for, within 5 minutes.

/** What a challenge is for: to sign in, to prove a session's owner, to make a passkey. */
export type Purpose = 'sign-in' | `prove ${string}` | `make ${string}`

export const minutes = 5
const algorithms = [-8, -7, -257] // Ed25519, ES256, RS256
// Loaded on demand: no process without operators needs its 5 MB.
const library = () => import('@simplewebauthn/server')

/** The console's origin and its host, to which passkeys are bound. */
async function relyingParty(deps: Deps): Promise<{ origin: string; id: string; name: string }> {
  const platform = await deps.tenants.get(platformCode)
  const origin = tenantOrigin(deps.publicOrigin, platform)
  return { origin, id: new URL(origin).hostname, name: platform.name }
}

async function challengeFor(
  tx: Tx,
  deps: Deps,
  purpose: Purpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const now = deps.clock.realNow()
  const { text } = await issueToken(tx, deps.keys, platformCode, {
    kind: 'passkey-challenge',
    subject: purpose,
    now,
    expiresAt: now.add({ minutes }),
    uses: 1,
  })
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

/** Accepts a challenge of this purpose once. */
const acceptChallenge = (tx: Tx, deps: Deps, purpose: Purpose) => async (text: string) => {
  if (text.length > 200) return false
  const token = await findToken(tx, platformCode, 'passkey-challenge', text)
  if (!token || token.subject !== purpose) return false
  const now = deps.clock.realNow()
  return tokenState(token, now) === 'valid' && useToken(tx, platformCode, token.token_id, now)
}

type Options = Record<string, unknown>

/** Options for `navigator.credentials.get`. @param operatorId whose passkeys; absent: any that this host has on the device */
export async function askForPasskey(
  tx: Tx,
  deps: Deps,
  purpose: Purpose,
  operatorId?: string,
): Promise<Options> {
  const { generateAuthenticationOptions } = await library()
  const { id } = await relyingParty(deps)
  const known = operatorId === undefined ? [] : await listPasskeys(tx, operatorId)
  const options = await generateAuthenticationOptions({
    rpID: id,
    challenge: await challengeFor(tx, deps, purpose),
    userVerification: 'required',
    timeout: minutes * 60_000,
    allowCredentials: known.map((one) => ({ id: one.passkey_id, transports: one.transports })),
  })
  return options as unknown as Options
}

/** Whose passkey signed; throws `passkey-refused`. */
export async function acceptPasskey(
  tx: Tx,
  deps: Deps,
  purpose: Purpose,
  answer: Record<string, unknown>,
): Promise<string> {
  const { verifyAuthenticationResponse } = await library()
  const { origin, id } = await relyingParty(deps)
  const passkey = await lockPasskey(tx, String(answer['id']).slice(0, 400))
  if (!passkey) throw fail('passkey-refused')
  const result = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: acceptChallenge(tx, deps, purpose),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.passkey_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports,
    },
  }).catch(refused)
  if (!result.verified) throw fail('passkey-refused')
  const { newCounter } = result.authenticationInfo
  await markPasskeyUsed(tx, passkey.passkey_id, newCounter, deps.clock.realNow())
  return passkey.operator_id
}

/** Options for `navigator.credentials.create`: a passkey that stays on the device and asks for its owner. */
export async function offerPasskey(
  tx: Tx,
  deps: Deps,
  operator: { operator_id: string; email: string; name: string },
): Promise<Options> {
  const { generateRegistrationOptions } = await library()
  const { id, name } = await relyingParty(deps)
  const known = await listPasskeys(tx, operator.operator_id)
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new Uint8Array(Buffer.from(operator.operator_id.replaceAll('-', ''), 'hex')),
    userName: operator.email,
    userDisplayName: operator.name,
    challenge: await challengeFor(tx, deps, `make ${operator.operator_id}`),
    timeout: minutes * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map((one) => ({ id: one.passkey_id, transports: one.transports })),
  })
  return options as unknown as Options
}

/** A new passkey's parts for the store; throws `passkey-refused`. */
export async function readNewPasskey(
  tx: Tx,
  deps: Deps,
  operatorId: string,
  answer: Record<string, unknown>,
): Promise<{
  passkey_id: string
  operator_id: string
  public_key: Buffer
  counter: number
  transports: string[]
}> {
  const { verifyRegistrationResponse } = await library()
  const { origin, id } = await relyingParty(deps)
  const result = (await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: acceptChallenge(tx, deps, `make ${operatorId}`),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)) as VerifiedRegistrationResponse
  if (!result.verified) throw fail('passkey-refused')
  const { credential } = result.registrationInfo
  return {
    passkey_id: credential.id,
    operator_id: operatorId,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 10).map((one) => one.slice(0, 40)),
  }
}

/** The library throws for whatever does not fit: a foreign origin, a used challenge, a counter that went back, nonsense. */
function refused(): never {
  throw fail('passkey-refused')
}
