import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startOutsideServer, type OutsideServer } from '../../../../test/helpers/outside-server.ts'
import { signedOn, signOnUrl, SignOnRefused, type SignOnSettings } from './sign-on-provider.ts'

type Json = Record<string, unknown>
const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [own, strange] = [pair(), pair()]
const jwkOf = (key: KeyObject) => key.export({ format: 'jwk' }) as Json
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const es256 = ({ privateKey }: { privateKey: KeyObject }, claims: Json, head: Json = {}) => {
  const text = `${encode({ alg: 'ES256', kid: 'own', ...head })}.${encode(claims)}`
  const signature = sign('sha256', Buffer.from(text), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return `${text}.${signature.toString('base64url')}`
}

let outside: OutsideServer
let metadata: Json = {}
let idToken: (claims: Json) => string
let clients = 0
beforeAll(async () => {
  outside = await startOutsideServer()
})
beforeEach(() => {
  metadata = {}
  idToken = (claims) => es256(own, claims)
})
afterAll(() => outside.stop())

const now = () => Math.floor(Date.now() / 1000)

/** A whole sign-on with a provider that hands out this id token; the person's id, or why not. */
async function signOn(more: Partial<SignOnSettings> = {}): Promise<string> {
  const issuer = outside.origin
  // A client of its own: what is known of a provider is kept for each.
  const settings = { issuer, clientId: `client-${clients++}`, scopes: [], secret: null, own: null }
  const binding = {
    state: 'state',
    nonce: 'nonce',
    verifier: 'v'.repeat(43),
    redirectUri: 'https://here.example/back',
  }
  const claims = {
    iss: issuer,
    aud: settings.clientId,
    sub: 'jule',
    nonce: binding.nonce,
    iat: now(),
    exp: now() + 300,
  }
  const answers: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['ES256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      ...metadata,
    }),
    '/keys': () => ({
      keys: [{ ...jwkOf(own.publicKey), kid: 'own', alg: 'ES256', use: 'sig' }],
    }),
    '/token': () => ({ access_token: 'x', token_type: 'bearer', id_token: idToken(claims) }),
  }
  outside.answer((request, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(answers[request.url ?? '']?.() ?? {})),
  )
  try {
    await signOnUrl({ ...settings, ...more }, binding)
    const answer = { code: 'code', state: binding.state, issuer: null }
    const { sub } = await signedOn({ ...settings, ...more }, binding, answer, [])
    return sub
  } catch (error) {
    if (error instanceof SignOnRefused) return 'refused'
    throw error
  }
}
const tells = (said: Json) => {
  idToken = (claims) => es256(own, { ...claims, ...said })
}

test('an id token of this client, provider and moment lets its person in', async () => {
  expect(await signOn()).toBe('jule')
})

describe('an id token is refused', () => {
  test.each([
    ['of another client', { aud: 'another' }],
    ['of several others', { aud: ['another', 'third'] }],
    ['of another provider', { iss: 'https://other.example' }],
    ['that is over', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['that does not count yet', { nbf: Math.floor(Date.now() / 1000) + 600 }],
    ['of another sign-on', { nonce: 'another' }],
    ['of nobody', { sub: undefined }],
  ])('as its claims say: %s', async (_, said) => {
    tells(said)
    expect(await signOn()).toBe('refused')
  })

  test('without a signature, although the provider announces that', async () => {
    idToken = (claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`
    expect(await signOn()).toBe('refused')
  })

  test('that is signed with the client’s secret or with the public key as one', async () => {
    for (const secret of ['s'.repeat(40), JSON.stringify(jwkOf(own.publicKey))]) {
      idToken = (claims) => {
        const text = `${encode({ alg: 'HS256', kid: 'own' })}.${encode(claims)}`
        return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
      }
      expect(await signOn({ secret })).toBe('refused')
    }
  })

  test('whose key the provider does not publish, also where it brings the key along', async () => {
    for (const head of [
      {},
      { kid: 'strange' },
      { jwk: jwkOf(strange.publicKey) },
      { jku: `${outside.origin}/strange` },
    ]) {
      idToken = (claims) => es256(strange, claims, head)
      expect([head, await signOn()]).toEqual([head, 'refused'])
    }
    expect(outside.requests.map(({ url }) => url)).not.toContain('/strange')
  })
})

test('metadata that name another provider are refused', async () => {
  metadata = { issuer: 'https://other.example' }
  expect(await signOn()).toBe('refused')
})

test('where a way of logging in is wanted, an answer that names another or none lets nobody in', async () => {
  const acr = ['mfa', 'phr']
  expect(await signOn({ acr })).toBe('refused')
  tells({ acr: 'pwd' })
  expect(await signOn({ acr })).toBe('refused')
  expect(await signOn()).toBe('jule')
  tells({ acr: 'phr' })
  expect(await signOn({ acr })).toBe('jule')
})
