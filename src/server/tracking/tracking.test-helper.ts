import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import type { TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { flushEvents } from './record-event.ts'

/** Gives a tenant a Matomo, or removes it. */
export async function useMatomo(
  server: TestServer,
  code: string,
  matomo: StoredTenant['matomo'] | null,
): Promise<void> {
  await withTenant(server.db, code, async (tx) => {
    const stored = await lockStoredTenant(tx, code)
    if (!stored) throw new Error(code)
    const { matomo: _, ...rest } = stored
    await saveTenant(tx, matomo ? { ...rest, matomo } : rest, server.deps.clock.now())
  })
  server.deps.tenants.forget(code)
}

/** The cookie of a browser with statistics consent; the proof is stored as usual. */
export async function agreedCookie(server: TestServer, tenant: string): Promise<string> {
  const answer = await server.call('PUT', `/${tenant}/cookies/zustimmung`, {
    body: { Analyse: true, Merken: true },
  })
  const set = [answer.headers['set-cookie'] ?? []].flat().map((line) => line.split(';')[0])
  return set.join('; ')
}

export type Told = { path: string; query: URLSearchParams }
type Behaviour = number | 'hang'

/** A server for Matomo's tracking API over real HTTP that records calls and answers as told. */
export async function startMatomo() {
  const told: Told[] = []
  let behave: Behaviour = 204
  const http = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const query = new URLSearchParams(Buffer.concat(chunks).toString())
      told.push({ path: request.url ?? '', query })
      if (behave === 'hang') return
      response.writeHead(behave, { 'Content-Type': 'text/plain' }).end(behave === 204 ? '' : 'ok')
    })
  })
  const open = (port = 0) =>
    new Promise<number>((done) => {
      http.listen(port, '127.0.0.1', () => done((http.address() as AddressInfo).port))
    })
  const port = await open()
  const close = () =>
    new Promise<void>((done) => {
      http.close(() => done())
      http.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${port}/matomo`,
    told,
    answer: (next: Behaviour) => {
      behave = next
    },
    close,
    reopen: () => open(port),
  }
}

export type Counted = {
  event: string
  page: string
  channel: string
  campaign: string
  hits: number
  entries: number
}

export async function readCounts(server: TestServer, tenant = 'standard'): Promise<Counted[]> {
  await flushEvents(server.deps)
  return withTenant(server.db, tenant, async (tx) => {
    const { rows } = await sql<Counted>`
      select event, page, channel, campaign, sum(hits)::int as hits, sum(entries)::int as entries
      from event_counts where tenant = ${tenant}
      group by event, page, channel, campaign order by event, page, channel, campaign`.execute(tx)
    return rows
  })
}

/** The goals in a tenant's outbox, oldest first. */
export async function readQueued(server: TestServer, tenant = 'standard'): Promise<GoalRow[]> {
  await flushEvents(server.deps)
  return withTenant(server.db, tenant, async (tx) => {
    const { rows } = await sql<GoalRow>`
      select outbox_id as id, payload from outbox
      where tenant = ${tenant} and kind = 'send-goal' order by outbox_id`.execute(tx)
    return rows
  })
}
type GoalRow = { id: string; payload: { goal: number } & Record<string, unknown> }
