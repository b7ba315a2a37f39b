import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { readBody, readQuery } from '../contract/read-input.ts'
import { errorCatalogue } from '../domain/errors.ts'
import { say } from '../domain/say.ts'
import type { Locale, Tenant } from '../domain/tenant.ts'
import { visitorNetwork } from '../domain/visitor-network.ts'
import { authenticate } from './access/authenticate.ts'
import { deadRecipientCookies, sessionCookies } from './access/cookies.ts'
import type { Kind } from './access/kind.ts'
import { claimKey, hashBody, keepAnswer, type IdempotentCall } from './base/idempotency-store.ts'
import { analyticsOf } from './consent/analytics-consent.ts'
import type { Call, Caller, Deps } from './context.ts'
import { withTenant, type Tx } from './db/connection.ts'
import { AppError, fail } from './errors.ts'
import { depsFor } from './only-look.ts'
import { passwordNeeded } from './password-needed.ts'
import { sayIssue } from './say-issue.ts'

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

const ready = Symbol('answer in wire names')
/** An answer that a handler has in the contract's wire names already, as JSON, because it is the same for many calls of anybody. */
export type ReadyAnswer = { readonly [ready]: string; readonly tag: string } // tag: of what it says, as an ETag
export const readyAnswer = (json: string): ReadyAnswer => ({
  [ready]: json,
  tag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
})

/** An endpoint of the contract with what answers it. */
export type Served = { endpoint: Endpoint; handle: (call: Call) => Promise<unknown> }

/** Ties a handler to its endpoint; the handler gets decoded input and returns the answer in our names. */
export function serve<
  P extends z.ZodType,
  Q extends z.ZodType,
  B extends z.ZodType,
  A extends z.ZodType,
>(
  endpoint: Endpoint<P, Q, B, A>,
  handle: (call: Call<Output<P>, Output<Q>, Output<B>>) => Promise<Output<A> | ReadyAnswer>,
): Served {
  return { endpoint: endpoint as unknown as Endpoint, handle: handle as Served['handle'] }
}

/** 1,000 orders of the feed in one call. */
const feedBodyLimit = 1024 * 1024

/** Keyed hash of the caller's place in the network, for limits; the address itself is kept nowhere. */
export const visitorOf = (deps: Deps, tenant: string, request: FastifyRequest) =>
  deps.keys.lookup(`visitor|${tenant}|${visitorNetwork(request.address)}`).slice(0, 22)

/** Of calls that take more than the others: orders, a picture of 300 KiB in base64, a file of people. */
const bodyLimits: Partial<Record<string, number>> = {
  importOrders: feedBodyLimit,
  saveAgencyLogo: 512 * 1024,
  importEmployees: 512 * 1024,
}

/** What support may send: leaving, and what it says to cookies, which is about its own browser. */
const openToSupport = new Set(['logout', 'chooseCookies'])

const idempotencyKey = /^[\x21-\x7e]{1,200}$/

/** Registers an endpoint at its path below /api/v1/:tenant. */
export function register(
  app: FastifyInstance,
  deps: Deps,
  kinds: readonly Kind[],
  { endpoint, handle }: Served,
  url?: string,
): void {
  if (endpoint.byMailProgram) {
    // Its body says nothing that the address does not, and may be of any type: a context of its own that reads it away.
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _body, done) => done(null, null))
      addRoute(scope, deps, kinds, { endpoint, handle })
    })
  } else addRoute(app, deps, kinds, { endpoint, handle }, url)
}

function addRoute(
  app: FastifyInstance,
  shared: Deps,
  kinds: readonly Kind[],
  { endpoint, handle }: Served,
  url?: string,
): void {
  app.route({
    method: endpoint.method,
    url: url ?? `/api/v1/:tenant${endpoint.path}`,
    exposeHeadRoute: endpoint.method === 'GET',
    ...(bodyLimits[endpoint.name] ? { bodyLimit: bodyLimits[endpoint.name] } : {}),
    // Before the body is read: what is wrong with it is told in the tenant's form of address, too.
    onRequest: async (request) => void (await findTenant(shared, request)),
    handler: async (request, reply) => {
      const deps = depsFor(shared, request)
      const { tenant: _code, ...params } = request.params as Record<string, string>
      const tenant = request.tenant ?? (await findTenant(shared, request))
      const locale = localeOf(request)
      const isOurs = endpoint.method === 'GET' || endpoint.byMailProgram
      if (!isOurs && !request.headers['x-requested-with']) {
        throw fail('not-authorised', { details: { MissingHeader: 'X-Requested-With' } })
      }
      const caller = await authenticate(deps, kinds, tenant, endpoint.caller, request).catch(
        (error: unknown) => {
          if (endpoint.caller === 'recipient')
            for (const name of deadRecipientCookies(request)) reply.clearCookie(name, { path: '/' })
          if (error instanceof AppError && error.failure.name === 'session-missing')
            for (const name of sessionCookies(kinds, request))
              reply.clearCookie(name, { path: '/' })
          throw error
        },
      )
      // Support looks at an account; what moves money or lets somebody in stays with its owner.
      if (
        caller.kind === 'referrer' &&
        caller.support &&
        endpoint.method !== 'GET' &&
        !openToSupport.has(endpoint.name)
      ) {
        throw fail('not-authorised')
      }
      if (endpoint.asksPassword && caller.kind === 'referrer' && caller.byLink)
        throw passwordNeeded()
      if (endpoint.needs && !(await mayCall(caller, endpoint.needs))) throw fail('not-authorised')
      const body = decode(
        endpoint.body,
        endpoint.body ? readBody(endpoint.body, request.body ?? null) : null,
        locale,
      )
      const call: Call = {
        deps,
        tenant,
        locale,
        params: decode(endpoint.params, params, locale),
        query: decode(
          endpoint.query,
          endpoint.query ? readQuery(endpoint.query, request.query) : undefined,
          locale,
        ),
        body,
        caller,
        now: deps.clock.now(),
        today: deps.clock.today(),
        realNow: deps.clock.realNow(),
        // Made when a limit asks for it: most calls have none.
        get visitor() {
          return visitorOf(deps, tenant.code, request)
        },
        get analytics() {
          return analyticsOf(tenant, locale, request)
        },
        requestId: request.id,
        request,
        reply,
        transaction: transactionOf(deps, tenant.code, endpoint, request, caller),
      }
      const answer = await handle(call)
      return send(endpoint, request, reply, answer)
    },
  })
}

/** The tenant that a call's path names. Throws `unknown-tenant`. */
export async function findTenant(
  deps: Pick<Deps, 'tenants'>,
  request: FastifyRequest,
): Promise<Tenant> {
  const { tenant = '' } = request.params as Record<string, string>
  return (request.tenant = await deps.tenants.get(tenant))
}

/** The role's word on a call of an agency user. Loaded with the first of them: its library costs a process 5 MB. */
async function mayCall(caller: Caller, [action, subject]: NonNullable<Endpoint['needs']>) {
  const { abilitiesOf } = await import('../domain/abilities.ts')
  return abilitiesOf(caller.kind === 'agency' ? caller.role : null).can(action, subject)
}

function send(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply {
  if (reply.sent || reply.isAnswering) return reply
  reply.header('Cache-Control', 'no-store')
  if (!endpoint.answer) return reply.send()
  if (reply.statusCode === 200) reply.code(endpoint.status ?? 200)
  if (typeof answer === 'object' && answer !== null && ready in answer)
    return sendReady(request, reply, answer as ReadyAnswer)
  return reply.send(z.encode(endpoint.answer, answer))
}

/** Whoever has it already is told that it still holds. */
function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, [ready]: json }: ReadyAnswer,
): FastifyReply {
  reply.headers({ 'Cache-Control': 'private, no-cache', ETag: tag, Vary: 'Accept-Language' })
  // A proxy that compresses calls the tag a weak one.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Decodes one part of a request; a refusal lists the fields by their wire names, in the caller's language. */
function decode(schema: z.ZodType | undefined, value: unknown, locale: Locale): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value, { reportInput: true })
  if (result.success) return result.data
  throw fail('validation', { fields: fieldsOf(result.error, locale) })
}

const mostFields = 20

/** Of what may be written in several ways, what is wrong with the way that was taken. */
function meantIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const isOther = (inner: z.core.$ZodIssue) =>
    inner.path.length === 0 && inner.code === 'invalid_type'
  const taken = issue.errors.find((inners) => inners.length > 0 && !inners.some(isOther))
  if (!taken) return [issue]
  return taken.flatMap((inner) => meantIssues({ ...inner, path: [...issue.path, ...inner.path] }))
}

const fieldName = (path: string[]) => path.join('.').slice(0, 120)

export function fieldsOf(error: z.ZodError, locale: Locale): { field: string; message: string }[] {
  const unknown = locale === 'de' ? 'Dieses Feld gibt es nicht.' : 'There is no such field.'
  // An answer never grows with what was sent: so many fields, so long a name, and no list of the caller's own keys in a text.
  return error.issues
    .slice(0, mostFields)
    .flatMap(meantIssues)
    .slice(0, mostFields)
    .flatMap((issue) => {
      const path = issue.path.map(String)
      if (issue.code === 'unrecognized_keys') {
        return issue.keys
          .slice(0, mostFields)
          .map((key) => ({ field: fieldName([...path, key]), message: unknown }))
      }
      return [{ field: fieldName(path), message: sayIssue(issue, locale).slice(0, 300) }]
    })
    .slice(0, mostFields)
}

export function localeOf(request: FastifyRequest): Locale {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.find((code): code is Locale => code === 'de' || code === 'en') ?? 'de'
}

function transactionOf(
  deps: Deps,
  tenant: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
): Call['transaction'] {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || typeof key !== 'string' || key === '') {
    return (work) => withTenant(deps.db, tenant, work)
  }
  if (!idempotencyKey.test(key)) {
    throw fail('validation', {
      fields: [
        {
          field: 'Idempotency-Key',
          message: say(errorCatalogue.validation, {
            locale: localeOf(request),
            tenant: request.tenant,
          }),
        },
      ],
    })
  }
  const call: IdempotentCall = {
    // The answer may hold tokens: a key that somebody else guessed or saw must not bring it to them.
    caller:
      caller.kind === 'anyone' ? `anyone|${visitorOf(deps, tenant, request)}` : caller.tokenId,
    endpoint: endpoint.name,
    key,
    bodyHash: hashBody([request.params, request.body]),
  }
  return <T>(work: (tx: Tx) => Promise<T>) =>
    withTenant(deps.db, tenant, async (tx) => {
      const first = await claimKey(tx, deps.keys, tenant, call, deps.clock.realNow())
      if (first) return first.replay as T
      const answer = await work(tx)
      await keepAnswer(tx, deps.keys, tenant, call, answer)
      return answer
    })
}
