import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '../contract/endpoint.ts'
import { readBody, readQuery } from '../contract/read-input.ts'
import type { Action, Subject } from '../domain/abilities.ts'
import type { OperatorNeed } from '../domain/operator-abilities.ts'
import { platformCode } from '../domain/platform.ts'
import { errorCatalogue } from '../domain/errors.ts'
import { say } from '../domain/say.ts'
import type { Locale, Tenant } from '../domain/tenant.ts'
import { bodyLimits } from './base/body-limits.ts'
import { inRequest, type CurrentRequest } from './base/current-request.ts'
import type { Logins } from './access/kind.ts'
import { hashBody, type IdempotentCall } from './base/idempotency-store.ts'
import { analyticsOf } from './consent/analytics-consent.ts'
import { noteLimit } from './base/note-limit.ts'
import { transactionOf } from './call-transaction.ts'
import { actorOf, atQueue, type Call, type Caller, type Deps } from './context.ts'
import { fail } from './errors.ts'
import { limitRead, noteRefused } from './limit-reads.ts'
import { depsFor } from './only-look.ts'
import { passwordNeeded } from './password-needed.ts'
import { readCaller } from './access/read-caller.ts'
import { sayIssue } from './say-issue.ts'
import { admit } from './team/admit.ts'
import { sayWhoChanged } from './team/say-who-changed.ts'
import { visitorOf } from './visitor.ts'

type Output<S> = S extends z.ZodType ? z.output<S> : undefined

const ready = Symbol('answer in wire names')
/** An answer in wire names, serialised, because many calls share it. */
export type ReadyAnswer = { readonly [ready]: string; readonly tag: string } // its ETag
export const readyAnswer = (json: string): ReadyAnswer => ({
  [ready]: json,
  tag: `"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
})

/** A contract's endpoint with its handler. */
export type Served = { endpoint: Endpoint; handle: (call: Call) => Promise<unknown> }

/** Binds a handler to its endpoint: decoded input, answer in our names. */
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

/** How a path leads to its endpoint. */
export const routing = { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 }

/** What support may send: logout, and its own browser's cookie choice. */
const openToSupport = new Set(['logout', 'chooseCookies'])

const idempotencyKey = /^[\x21-\x7e]{1,200}$/

/** Registers an endpoint below /api/v1/:tenant. */
export function register(
  app: FastifyInstance,
  deps: Deps,
  logins: Logins,
  { endpoint, handle }: Served,
  url?: string,
): void {
  if (endpoint.byMailProgram) {
    // Accepts and drops a body of any type: the URL has it all.
    void app.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, _body, done) => done(null, null))
      addRoute(scope, deps, logins, { endpoint, handle })
    })
  } else addRoute(app, deps, logins, { endpoint, handle }, url)
}

function addRoute(
  app: FastifyInstance,
  shared: Deps,
  logins: Logins,
  { endpoint, handle }: Served,
  url?: string,
): void {
  const call = makeCall(shared, logins, { endpoint, handle })
  app.route({
    method: endpoint.method,
    url: url ?? routeOf(endpoint),
    exposeHeadRoute: endpoint.method === 'GET',
    ...(bodyLimits[endpoint.name] ? { bodyLimit: bodyLimits[endpoint.name] } : {}),
    // Before the body, whose errors use the tenant's form of address.
    onRequest: async (request, reply) => {
      await call.begin(request)
      // A large body is read for those alone who may send one.
      if (bodyLimits[endpoint.name]) await call.identify(request, reply)
    },
    onResponse: async (request, reply) => call.end(request, reply),
    handler: call.answer,
  })
}

/** A call of an endpoint in its parts, whoever brings the request: the framework, or a page. */
export function makeCall(shared: Deps, logins: Logins, { endpoint, handle }: Served) {
  // The console has the queue beside everything else.
  const depsOf = (request: FastifyRequest) =>
    depsFor(endpoint.console ? atQueue(shared) : shared, request)
  const identify = (request: FastifyRequest, reply: FastifyReply): Promise<Caller> => {
    const tenant = tenantOf(request)
    const asking =
      callers.get(request) ?? readCaller(depsOf(request), logins, tenant, endpoint, request, reply)
    callers.set(request, asking)
    return asking
  }
  return {
    /** Who calls, asked once; throws for whoever may not. */
    identify,
    /** Finds the tenant; throws where the endpoint is not. */
    begin: async (request: FastifyRequest): Promise<void> => {
      await findTenant(shared, request)
      checkPlace(shared, endpoint, request)
    },
    end: (request: FastifyRequest, reply: FastifyReply): void => {
      if (reply.statusCode === 429 && request.tenant)
        noteLimit(shared, request.tenant.code, endpoint.name)
    },
    answer: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const deps = depsOf(request)
      const { tenant: _code, ...params } = request.params as Record<string, string>
      const tenant = tenantOf(request)
      const locale = localeOf(request)
      const caller = await identify(request, reply)
      // Support may look; money and access stay with the owner.
      if (
        caller.kind === 'referrer' &&
        caller.support &&
        endpoint.method !== 'GET' &&
        !openToSupport.has(endpoint.name)
      ) {
        throw fail('not-authorised')
      }
      if ('passkeyMissing' in caller && caller.passkeyMissing && !endpoint.openWithoutPasskey)
        throw fail('passkey-missing')
      if (endpoint.asksPassword && caller.kind === 'referrer' && caller.byLink)
        throw passwordNeeded()
      if (endpoint.needs && !(await mayCall(caller, tenant, endpoint.needs)))
        throw fail('not-authorised', await saidOf(caller, endpoint.needs))
      if (endpoint.asksProof && caller.kind === 'operator') needProof(caller, deps.clock.realNow())
      if (caller.kind === 'operator' && caller.isScript && endpoint.method !== 'GET')
        throw fail('not-authorised') // 474: a script reads, and decides nothing
      const body = decode(
        endpoint.body,
        endpoint.body ? readBody(endpoint.body, request.body ?? null) : null,
        locale,
      )
      const idempotent = idempotentCall(deps, tenant.code, endpoint, request, caller)
      let visitor: string | undefined
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
        // On demand, for limits only.
        get visitor() {
          return (visitor ??= visitorOf(deps, tenant.code, request))
        },
        get analytics() {
          return analyticsOf(tenant, locale, request)
        },
        requestId: request.id,
        request,
        reply,
        idempotent,
        transaction: transactionOf(deps, request, tenant.code, idempotent),
      }
      // What is refused for its input leaves nothing, and is not counted.
      limitRead(deps, tenant.code, endpoint.name, caller, request)
      const current: CurrentRequest = { id: request.id }
      const answer = await inRequest(current, () => handle(call)).catch(async (error: unknown) => {
        noteRefused(deps, tenant.code, endpoint.name, request, error)
        throw caller.kind === 'operator' ? await sayWhoChanged(call, endpoint.name, error) : error
      })
      if (current.loggedIn) {
        request.actor = current.loggedIn
        request.security = { event: 'log-in', reason: endpoint.name }
      }
      return send(endpoint, request, reply, answer)
    },
  }
}

const callers = new WeakMap<FastifyRequest, Promise<Caller>>()

/** Says who calls where it is known already: a page's calls are its visitor's. */
export function introduce(request: FastifyRequest, caller: Caller): void {
  callers.set(request, Promise.resolve(caller))
  request.actor = { kind: caller.kind, id: actorOf(caller).id }
}

function tenantOf({ tenant }: FastifyRequest): Tenant {
  if (!tenant) throw new Error('A call has no tenant before it begins')
  return tenant
}

/** The tenant in a path; throws `unknown-tenant`. */
export async function findTenant(
  deps: Pick<Deps, 'db' | 'keys' | 'clock' | 'tenants'>,
  request: FastifyRequest,
): Promise<Tenant> {
  // The platform's own calls have its code in their route.
  const { tenant = platformCode } = request.params as Record<string, string>
  return (request.tenant = await admit(deps, await deps.tenants.get(tenant), request))
}

/** The route of an endpoint; the platform's own stand at its code. */
export const routeOf = ({ path, console }: Pick<Endpoint, 'path' | 'console'>) =>
  `/api/v1/${console === 'platform' ? platformCode : ':tenant'}${path}`

/** The console's calls answer on its host alone, all others at tenants alone. */
function checkPlace(deps: Deps, { console }: Endpoint, request: FastifyRequest): void {
  const isPlatform = request.tenant?.code === platformCode
  if (!console && isPlatform) throw fail('unknown-tenant')
  request.isConsole = console !== undefined
  if (deps.tenants.isConsole(request.host) !== request.isConsole) throw fail('not-found')
}

/** Checks a permission. Loaded on demand: its library costs 5 MB per process. */
async function mayCall(
  caller: Caller,
  tenant: Tenant,
  needs: NonNullable<Endpoint['needs']>,
): Promise<boolean> {
  if (caller.kind === 'operator') {
    const { mayAt } = await import('../domain/operator-abilities.ts')
    return mayAt(caller.roles, tenant.code, needs as OperatorNeed)
  }
  const { abilitiesOf } = await import('../domain/abilities.ts')
  const [action, subject] = needs as readonly [Action, Subject]
  return abilitiesOf(caller.kind === 'agency' ? caller.role : null).can(action, subject)
}

/** Which right an operator lacks, and who grants it. */
async function saidOf({ kind }: Caller, needs: NonNullable<Endpoint['needs']>) {
  if (kind !== 'operator') return {}
  const { missingRight } = await import('../domain/operator-words.ts')
  return { said: missingRight(needs as OperatorNeed) }
}

/** A script has no passkey, so it moves no money and grants no right. */
export function needProof(
  { isScript, provedUntil }: Extract<Caller, { kind: 'operator' }>,
  now: Temporal.Instant,
): void {
  if (isScript) throw fail('not-authorised')
  if (provedUntil === null || Temporal.Instant.compare(provedUntil, now) <= 0)
    throw fail('proof-needed')
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

/** 304 if the client has this version. */
function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, [ready]: json }: ReadyAnswer,
): FastifyReply {
  reply.headers({ 'Cache-Control': 'private, no-cache', ETag: tag, Vary: 'Accept-Language' })
  // A compressing proxy makes the tag weak.
  if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Decodes a part of a request; errors name wire fields in the caller's language. */
function decode(schema: z.ZodType | undefined, value: unknown, locale: Locale): unknown {
  if (!schema) return undefined
  const result = z.safeDecode(schema, value, { reportInput: true })
  if (result.success) return result.data
  throw fail('validation', { fields: fieldsOf(result.error, locale) })
}

const mostFields = 20

/** Of a union, the errors of the branch that was meant. */
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
  // Bounded, whatever was sent: number of fields, length of names, no list of unknown keys.
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

export function localeOf(request: Pick<FastifyRequest, 'headers'>): Locale {
  const wanted = (request.headers['accept-language'] ?? '')
    .split(',')
    .map((part) => part.trim().slice(0, 2).toLowerCase())
  return wanted.find((code): code is Locale => code === 'de' || code === 'en') ?? 'de'
}

/** The call as its Idempotency-Key names it; null without one. */
function idempotentCall(
  deps: Deps,
  tenant: string,
  endpoint: Endpoint,
  request: FastifyRequest,
  caller: Caller,
): IdempotentCall | null {
  const key = request.headers['idempotency-key']
  if (!endpoint.idempotent || typeof key !== 'string' || key === '') return null
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
  return {
    // The answer may hold tokens: a key guessed or seen by others must not return them.
    caller:
      caller.kind === 'anyone' ? `anyone|${visitorOf(deps, tenant, request)}` : caller.tokenId,
    endpoint: endpoint.name,
    key,
    bodyHash: hashBody([request.params, request.body]),
  }
}
