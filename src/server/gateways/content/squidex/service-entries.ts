import type { ContentEntries } from '../../../../contract/inhalt-datei.ts'
import type { ContentService, Tenant } from '../../../../domain/tenant.ts'
import { findSecret } from '../../../base/secret-store.ts'
import { withTenant, type Database } from '../../../db/connection.ts'
import { makeBreaker, type Breaker } from '../../http/circuit-breaker.ts'
import { OutsideError } from '../../http/outside-error.ts'
import type { ContentDeps } from '../content-source.ts'
import { contentUnavailable, type ContentUnavailable } from '../content-unavailable.ts'
import { claimCheck, findCopy } from './copy-store.ts'
import { refreshCopy } from './refresh-copy.ts'
import { makeSquidexClient, type SquidexClient } from './squidex-client.ts'

/** Total wait of pages without any copy, from when the service was asked. */
const coldWaitMs = 3_000

/** This process's state of a tenant's service. */
export type Connection = {
  source: string
  client: SquidexClient
  breaker: Breaker
  now: () => number
  askedAt: Temporal.Instant | null
  waitUntil: number // by performance.now(), like timers
  asking: Promise<ContentEntries | ContentUnavailable> | null
}

const connections = new WeakMap<Database, Map<string, Connection>>()

/** Identifies a service; its copy is never shown as another's. */
export const sourceOf = ({ url, clientId, schemas }: ContentService, app: string): string => {
  // The database does not keep the order of names.
  const named = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify([url, app, clientId, Object.fromEntries(named)])
}

export function connectionOf(
  deps: ContentDeps,
  tenant: Tenant,
  service: ContentService,
): Connection {
  const all = connections.get(deps.db) ?? new Map<string, Connection>()
  connections.set(deps.db, all)
  const source = sourceOf(service, tenant.contentApp)
  const known = all.get(tenant.code)
  if (known?.source === source) return known
  const now = () => deps.clock.realNow().epochMilliseconds
  const secret = async () => {
    const found = await withTenant(deps.db, tenant.code, (tx) =>
      findSecret(tx, deps.keys, tenant.code, 'content-service'),
    )
    if (found === null)
      throw new OutsideError('unreachable', 'The secret content-service is not set.')
    return found
  }
  const { url, clientId } = service
  const fresh: Connection = {
    source,
    client: makeSquidexClient({ url, app: tenant.contentApp, clientId, secret }, now),
    breaker: makeBreaker({ failures: 3, pauseMs: 30_000 }, now),
    now,
    askedAt: null,
    waitUntil: 0,
    asking: null,
  }
  all.set(tenant.code, fresh)
  return fresh
}

/**
 * A content service's last good copy, refreshed in the background when too old. Callers wait only without any copy, and briefly.
 */
export async function serviceEntries(
  deps: ContentDeps,
  tenant: Tenant,
  service: ContentService,
  kept: ContentEntries | null,
): Promise<ContentEntries | ContentUnavailable> {
  const connection = connectionOf(deps, tenant, service)
  const now = deps.clock.realNow()
  const { askedAt } = connection
  const due = !askedAt || now.since(askedAt).total('seconds') >= service.refreshSeconds
  if (kept) {
    if (due) void ask(deps, tenant, service, connection)
    return kept
  }
  const asked = ask(deps, tenant, service, connection)
  return withinTime(asked, Math.max(0, connection.waitUntil - performance.now()))
}

/** One at a time in this process; never rejects. */
function ask(
  deps: ContentDeps,
  tenant: Tenant,
  service: ContentService,
  connection: Connection,
): Promise<ContentEntries | ContentUnavailable> {
  connection.askedAt = deps.clock.realNow()
  if (!connection.asking) {
    connection.waitUntil = performance.now() + coldWaitMs
    connection.asking = load(deps, tenant, service, connection).finally(() => {
      connection.asking = null
    })
  }
  return connection.asking
}

async function load(
  deps: ContentDeps,
  tenant: Tenant,
  service: ContentService,
  { source, client, breaker, now }: Connection,
): Promise<ContentEntries | ContentUnavailable> {
  const { code } = tenant
  try {
    const known = await withTenant(deps.db, code, async (tx) => {
      const at = deps.clock.realNow()
      const before = at.subtract({ seconds: service.refreshSeconds })
      const mine = await claimCheck(tx, code, source, { now: at, before })
      return mine ? null : ((await findCopy(tx, code, source)) ?? null)
    })
    // Another process has just refreshed and notified all.
    if (known) return known.entries
    const fresh = await breaker.run(() => refreshCopy(deps, tenant, service, source, client, now))
    for (const { schema, id, why } of fresh.problems)
      deps.log.warn({ tenant: code, schema, id, why }, 'content entry left out')
    if (fresh.changed) deps.cache.forget('content', code)
    return fresh.entries
  } catch (error) {
    if (!(error instanceof OutsideError && error.kind === 'paused'))
      deps.log.error(
        { tenant: code, reason: error instanceof Error ? error.message : String(error) },
        'Fehler beim Laden des CMS Inhalts',
      )
    return contentUnavailable
  }
}

async function withinTime<T>(work: Promise<T>, ms: number): Promise<T | ContentUnavailable> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<ContentUnavailable>((done) => {
    timer = setTimeout(() => done(contentUnavailable), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
