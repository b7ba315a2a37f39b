import type { Configuration, CustomFetch } from 'openid-client'
import type { SingleSignOn } from '../../../domain/tenant.ts'
import { isLoopback } from '../../env/is-loopback.ts'
import { makeBreaker, type Breaker } from '../http/circuit-breaker.ts'
import { fetchLimited } from '../http/fetch-limited.ts'
import { OutsideError } from '../http/outside-error.ts'
import type { Own } from '../http/where-to-ask.ts'

// OpenID Connect, authorization code with PKCE. Discovery is cached for an hour, keys for a few minutes (openid-client); a
// provider that is down is not asked repeatedly.

export const timeoutMs = 5_000
export const maxBytes = 256 * 1024
const keptMs = 60 * 60 * 1000

/** Binds a sign-on from start to end. */
export type Binding = { state: string; nonce: string; verifier: string; redirectUri: string }
export type Claims = Record<string, unknown> & { sub: string; iss: string }

/** The provider's answer is of another sign-on or untrusted. */
export class SignOnRefused extends Error {
  override name = 'SignOnRefused'
}

export type SignOnSettings = Pick<SingleSignOn, 'issuer' | 'clientId' | 'scopes'> & {
  secret: string | null
  own: Own // of the operators' provider, whose host may be in a private network
  acr?: readonly string[] | null // one of these ways of logging in there is asked for and has to be answered
}
type Known = { at: number; configuration: Promise<Configuration> }

const known = new Map<string, Known>()
const breakers = new Map<string, Breaker>()

const limitedFor =
  (own: Own): CustomFetch =>
  async (url, options) => {
    const answer = await fetchLimited(url, {
      method: options.method === 'POST' ? 'POST' : 'GET',
      headers: options.headers,
      timeoutMs,
      maxBytes,
      own,
      ...(options.body ? { body: options.body as URLSearchParams } : {}),
    })
    // New headers, as the body is decoded.
    const headers = new Headers(answer.headers)
    headers.delete('content-encoding')
    headers.delete('content-length')
    return new Response(answer.bytes.length > 0 ? Buffer.from(answer.bytes) : null, {
      status: answer.status,
      headers,
    })
  }

// Loaded on demand: most processes never need it.
const library = () => import('openid-client')

async function discover({ issuer, clientId, secret, own }: SignOnSettings): Promise<Configuration> {
  const client = await library()
  const server = new URL(issuer)
  const configuration = await client.discovery(
    server,
    clientId,
    secret === null ? {} : { client_secret: secret },
    secret === null ? client.None() : client.ClientSecretPost(secret),
    {
      [client.customFetch]: limitedFor(own),
      // Without TLS on localhost only, for the demo's provider and tests.
      ...(isLoopback(server.hostname) ? { execute: [client.allowInsecureRequests] } : {}),
    },
  )
  // The token comes directly from the provider; its signature is checked anyway.
  client.enableNonRepudiationChecks(configuration)
  return configuration
}

async function configurationOf(settings: SignOnSettings): Promise<Configuration> {
  const { issuer, clientId, secret, own } = settings
  const key = JSON.stringify([issuer, clientId, secret, own])
  const found = known.get(key)
  if (found && performance.now() - found.at < keptMs) return found.configuration
  const breaker = breakers.get(key) ?? makeBreaker({ failures: 5, pauseMs: 10_000 })
  breakers.set(key, breaker)
  const configuration = breaker.run(() => discover(settings))
  known.set(key, { at: performance.now(), configuration })
  configuration.catch(() => known.delete(key))
  return configuration
}

/**
 * The provider's login URL; throws OutsideError if unreachable. `freshSeconds`: its owner has to log in there anew, and the answer has to
 * prove it (`signedOn`). `oldestSeconds`: a login there that is older is asked for anew.
 */
export async function signOnUrl(
  settings: SignOnSettings,
  binding: Binding,
  { freshSeconds, oldestSeconds }: { freshSeconds?: number; oldestSeconds?: number } = {},
): Promise<URL> {
  return asked(async () => {
    const client = await library()
    const configuration = await configurationOf(settings)
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: binding.redirectUri,
      scope: ['openid', ...settings.scopes].join(' '),
      code_challenge: await client.calculatePKCECodeChallenge(binding.verifier),
      code_challenge_method: 'S256',
      state: binding.state,
      nonce: binding.nonce,
      ...(settings.acr ? { acr_values: settings.acr.join(' ') } : {}),
      ...(oldestSeconds === undefined ? {} : { max_age: String(oldestSeconds) }),
      ...(freshSeconds === undefined ? {} : { prompt: 'login', max_age: String(freshSeconds) }),
    })
  })
}

/**
 * The person: exchanges the code and checks state, issuer, nonce, signature, audience and times. `state` and `issuer` as
 * returned beside the code, or null. Throws SignOnRefused, or OutsideError if unreachable.
 */
export async function signedOn(
  settings: SignOnSettings,
  binding: Binding,
  answer: { code: string; state: string | null; issuer: string | null },
  wanted: string[], // claims required by the rule
  freshSeconds?: number, // refuses a login at the provider that is older, or whose time it does not say
): Promise<Claims> {
  return asked(async () => {
    const client = await library()
    const configuration = await configurationOf(settings)
    const url = new URL(binding.redirectUri)
    url.searchParams.set('code', answer.code)
    url.searchParams.set('state', answer.state ?? binding.state)
    url.searchParams.set('iss', answer.issuer ?? configuration.serverMetadata().issuer)
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: binding.verifier,
      expectedState: binding.state,
      expectedNonce: binding.nonce,
      idTokenExpected: true,
      ...(freshSeconds === undefined ? {} : { maxAge: freshSeconds }),
    })
    const claims = tokens.claims()
    if (!claims) throw new SignOnRefused('no id token')
    if (settings.acr && !settings.acr.includes(String(claims.acr)))
      throw new SignOnRefused('another way of logging in there')
    const { userinfo_endpoint: more } = configuration.serverMetadata()
    if (!more || wanted.every((name) => claims[name] !== undefined)) return claims as Claims
    const info = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    return { ...info, ...claims } as Claims
  })
}

/** Seconds since the person logged in at the provider, by the clock that its answers are checked with; null if it does not say. */
export function secondsSinceLogin({ auth_time: at }: Claims): number | null {
  if (typeof at !== 'number' || !Number.isFinite(at)) return null
  return Math.max(0, Math.ceil(Date.now() / 1000 - at))
}

/** Separates an unreachable provider from a wrong answer. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutsideError || error instanceof SignOnRefused) throw error
    for (
      let cause = error as { cause?: unknown; code?: unknown; status?: unknown } | undefined;
      cause;
      cause = cause.cause as typeof cause
    ) {
      if (cause instanceof OutsideError) throw cause
      const status = (cause as { status?: unknown }).status
      if (typeof status === 'number' && status >= 500)
        throw new OutsideError('broken', `The single sign-on provider answered ${status}.`, error)
    }
    throw new SignOnRefused('the answer is refused', { cause: error })
  }
}
