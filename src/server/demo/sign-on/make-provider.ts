import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Adapter, AdapterPayload, Configuration } from 'oidc-provider'

/** A user of the demo's provider, with claims. */
export type SignOnPerson = {
  id: string
  firstName: string
  lastName: string
  email: string
  agency: string
  employee: string
  isUnverified?: boolean // the provider only heard the address
}

export type SignOnProvider = {
  /** Handles a request; `request.url` is the path below the provider's. */
  handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Whether the request's login is in progress. */
  isOpen: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>
  /** Logs a person in and redirects. */
  choose: (
    request: IncomingMessage,
    response: ServerResponse,
    person: SignOnPerson,
    loggedInAt?: number, // epoch seconds; default: now
  ) => Promise<string>
}

/**
 * A real OpenID provider for demo and tests: one client, a few people, asks at every sign-on, and keeps nothing beyond the
 * process.
 */
export async function makeProvider(options: {
  issuer: string
  clientId: string
  redirectUris: string[]
  loginUrl: (id: string) => string
  people: SignOnPerson[]
}): Promise<SignOnProvider> {
  // Loaded on demand: costs time and memory.
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const policy = interactionPolicy.base()
  // Asked every time, so that one user can try several people.
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check('choose', 'choose a person', (ctx) =>
        ctx.oidc.result?.login
          ? interactionPolicy.Check.NO_NEED_TO_PROMPT
          : interactionPolicy.Check.REQUEST_PROMPT,
      ),
    )
  const configuration: Configuration = {
    adapter: memory(),
    clients: [
      {
        client_id: options.clientId,
        redirect_uris: options.redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    scopes: ['openid', 'email', 'profile', 'agentur'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
      agentur: ['agentur', 'mitarbeiter'],
    },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => options.loginUrl(uid) },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 300, IdToken: 300 },
    findAccount: (_ctx, id) => {
      const person = options.people.find((one) => one.id === id)
      if (!person) return undefined
      const { firstName, lastName, email, agency, employee } = person
      return {
        accountId: id,
        claims: () => ({
          sub: id,
          email,
          email_verified: !person.isUnverified,
          given_name: firstName,
          family_name: lastName,
          agentur: agency,
          mitarbeiter: employee,
        }),
      }
    },
    // No consent screen: the client is the provider's own.
    loadExistingGrant: async (ctx) => {
      const accountId = ctx.oidc.session?.accountId
      const grant = new ctx.oidc.provider.Grant({
        clientId: options.clientId,
        ...(accountId ? { accountId } : {}),
      })
      grant.addOIDCScope('openid email profile agentur')
      await grant.save()
      return grant
    },
  }
  const provider = new Provider(options.issuer, configuration)
  // Without a listener, aborted requests print a stack.
  ;(provider as NodeJS.EventEmitter).on('error', ({ code, stack }: NodeJS.ErrnoException) => {
    if (code !== 'ECONNRESET' && code !== 'EPIPE') process.stderr.write(`${stack}\n`)
  })
  const callback = provider.callback()
  return {
    handle: (request, response) => {
      // Every sign-on starts without session. To switch users the provider would log out by a form that redirects to the tenant's
      // host, which the page's CSP refuses.
      if (request.url?.startsWith('/auth')) forgetSession(request)
      void callback(request, response)
    },
    isOpen: (request, response) =>
      provider.interactionDetails(request, response).then(
        () => true,
        () => false,
      ),
    choose: (request, response, person, loggedInAt) =>
      provider.interactionResult(request, response, {
        login: { accountId: person.id, ...(loggedInAt ? { ts: loggedInAt } : {}) },
      }),
  }
}

function forgetSession({ headers }: IncomingMessage): void {
  const kept = headers.cookie?.split(/; */).filter((cookie) => !cookie.startsWith('_session'))
  if (kept) headers.cookie = kept.join('; ')
}

/** In-memory storage with expiry, for one process. */
function memory(): (name: string) => Adapter {
  const kept = new Map<string, { payload: AdapterPayload; until: number }>()
  const read = (key: string) => {
    const found = kept.get(key)
    if (found && found.until > performance.now()) return found.payload
    kept.delete(key)
    return undefined
  }
  return (name) => ({
    async upsert(id, payload, expiresIn) {
      if (kept.size > 2_000) for (const key of kept.keys()) read(key)
      kept.set(`${name}:${id}`, { payload, until: performance.now() + (expiresIn || 600) * 1000 })
    },
    find: async (id) => read(`${name}:${id}`),
    findByUid: async (uid) =>
      [...kept.entries()].find(
        ([key, { payload }]) => key.startsWith(`${name}:`) && payload.uid === uid,
      )?.[1].payload,
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = read(`${name}:${id}`)
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      kept.delete(`${name}:${id}`)
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
    },
  })
}
