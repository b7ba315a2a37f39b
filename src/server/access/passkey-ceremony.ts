import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server'
import type { Tenant } from '../../domain/tenant.ts'
import { findToken, issueToken, tokenState, useToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'

// WebAuthn ceremonies (@simplewebauthn/server), of operators and of everybody else. A challenge is the text of a token for one use, so that
// an answer counts once, for what it was asked for, within 5 minutes.

export const minutes = 5
const algorithms = [-8, -7, -257] // Ed25519, ES256, RS256
// Loaded on demand: no process without passkeys needs its 5 MB.
const library = () => import('@simplewebauthn/server')

/** What a browser sends and takes, as it is. */
export type Options = Record<string, unknown>
export type KnownPasskey = { passkey_id: string; transports: string[] }
export type StoredPasskey = KnownPasskey & { public_key: Buffer; counter: number }
export type NewPasskey = StoredPasskey

/** A ceremony at a tenant, to whose host passkeys are bound. @param purpose what the challenge is for; an answer to another is refused */
export type Ceremony = { tx: Tx; deps: Deps; tenant: Tenant; purpose: string }

function relyingParty({ deps, tenant }: Ceremony): { origin: string; id: string; name: string } {
  const origin = tenantOrigin(deps.publicOrigin, tenant)
  return { origin, id: new URL(origin).hostname, name: tenant.name }
}

async function challengeFor({
  tx,
  deps,
  tenant,
  purpose,
}: Ceremony): Promise<Uint8Array<ArrayBuffer>> {
  const now = deps.clock.realNow()
  const { text } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'passkey-challenge',
    subject: purpose,
    now,
    expiresAt: now.add({ minutes }),
    uses: 1,
  })
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

/** Accepts a challenge of this purpose once. */
const acceptChallenge =
  ({ tx, deps, tenant, purpose }: Ceremony) =>
  async (text: string) => {
    if (text.length > 200) return false
    const token = await findToken(tx, tenant.code, 'passkey-challenge', text)
    if (!token || token.subject !== purpose) return false
    const now = deps.clock.realNow()
    return tokenState(token, now) === 'valid' && useToken(tx, tenant.code, token.token_id, now)
  }

const allowed = (known: readonly KnownPasskey[]) =>
  known.map((one) => ({ id: one.passkey_id, transports: one.transports as never }))

/** Options for `navigator.credentials.get`. @param known whose passkeys; none: any that this host has on the device */
export async function askForPasskey(
  ceremony: Ceremony,
  known: readonly KnownPasskey[] = [],
): Promise<Options> {
  const { generateAuthenticationOptions } = await library()
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ceremony).id,
    challenge: await challengeFor(ceremony),
    userVerification: 'required',
    timeout: minutes * 60_000,
    allowCredentials: allowed(known),
  })
  return options as unknown as Options
}

/** Checks what a passkey signed; `find` locks it by its id, which may be anything. @returns it, and its new counter @throws passkey-refused */
export async function acceptPasskey<P extends StoredPasskey>(
  ceremony: Ceremony,
  answer: Options,
  find: (id: string) => Promise<P | undefined>,
): Promise<{ passkey: P; counter: number }> {
  const { verifyAuthenticationResponse } = await library()
  const { origin, id } = relyingParty(ceremony)
  const passkey = await find(String(answer['id']).slice(0, 400))
  if (!passkey) throw fail('passkey-refused')
  const result = await verifyAuthenticationResponse({
    response: answer as unknown as AuthenticationResponseJSON,
    expectedChallenge: acceptChallenge(ceremony),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: passkey.passkey_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.counter,
      transports: passkey.transports as never,
    },
  }).catch(refused)
  if (!result.verified) throw fail('passkey-refused')
  return { passkey, counter: result.authenticationInfo.newCounter }
}

/** Options for `navigator.credentials.create`: a passkey that stays on the device and asks for its owner. @param person id: a uuid */
export async function offerPasskey(
  ceremony: Ceremony,
  person: { id: string; email: string; name: string },
  known: readonly KnownPasskey[],
): Promise<Options> {
  const { generateRegistrationOptions } = await library()
  const { id, name } = relyingParty(ceremony)
  const options = await generateRegistrationOptions({
    rpID: id,
    rpName: name,
    userID: new Uint8Array(Buffer.from(person.id.replaceAll('-', ''), 'hex')),
    userName: person.email,
    userDisplayName: person.name,
    challenge: await challengeFor(ceremony),
    timeout: minutes * 60_000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: allowed(known),
  })
  return options as unknown as Options
}

/** A new passkey's parts for the store; throws `passkey-refused`. */
export async function readNewPasskey(ceremony: Ceremony, answer: Options): Promise<NewPasskey> {
  const { verifyRegistrationResponse } = await library()
  const { origin, id } = relyingParty(ceremony)
  const result = (await verifyRegistrationResponse({
    response: answer as unknown as RegistrationResponseJSON,
    expectedChallenge: acceptChallenge(ceremony),
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused)) as VerifiedRegistrationResponse
  if (!result.verified) throw fail('passkey-refused')
  const { credential } = result.registrationInfo
  return {
    passkey_id: credential.id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 10).map((one) => one.slice(0, 40)),
  }
}

/** The library throws for whatever does not fit: a foreign origin, a used challenge, a counter that went back, nonsense. */
function refused(): never {
  throw fail('passkey-refused')
}
