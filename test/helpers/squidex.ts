import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { limitOutgoing } from '../../src/server/gateways/http/where-to-ask.ts'

type Item = { id: string; version: number; status: string; lastModified: string; data: unknown }

/** The server's behaviour on every call except for tokens. */
export type Mood =
  | 'well'
  | 'hangs' // answers nothing
  | 'stalls' // sends the head and a few bytes
  | 'lies-short' // declares a shorter length than it sends
  | 'lies-long' // declares a longer length than it sends
  | 'floods' // 200 MB without end
  | 'garbles' // no JSON
  | 'nests' // JSON of a million levels
  | 'confuses' // JSON of another shape
  | 'fails' // 500
  | 'refuses' // 401 for every token

export type Squidex = Awaited<ReturnType<typeof startSquidex>>

const client = { id: 'funkel:client', secret: 'squidex-secret' }

/**
 * A Squidex server by its documentation, over real HTTP: expiring tokens by client credentials, contents in pages of at most 200 with
 * fields by language, GraphQL with variables, assets with a size. Its mood can change.
 */
export async function startSquidex() {
  limitOutgoing(null)
  const contents = new Map<string, Item[]>()
  const tokens = new Set<string>()
  const assets = new Map<string, Buffer>()
  const asked: string[] = []
  const state = { mood: 'well' as Mood, graphql: true, tokenSeconds: 3600, tokensGiven: 0 }
  const held = new Set<ServerResponse>()

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search, searchParams } = new URL(request.url ?? '/', url)
    const body = await text(request)
    asked.push(`${request.method} ${pathname}${pathname.includes('/assets/') ? search : ''}`)
    if (pathname === '/identity-server/connect/token') return giveToken(body, response)
    if (state.mood !== 'well' && misbehave(state.mood, response, held)) return
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token || !tokens.has(token)) return json(response, 401, { message: 'Unauthorized' })
    const schema = /^\/api\/content\/funkel\/([\w-]+)$/.exec(pathname)?.[1]
    if (schema === 'graphql') return giveGraph(body, response)
    if (schema) return givePage(schema, searchParams, response)
    const asset = /^\/api\/assets\/funkel\/([\w-]+)$/.exec(pathname)?.[1]
    const bytes = assets.get(asset ?? '')
    if (!bytes) return json(response, 404, { message: 'Not found' })
    response.writeHead(200, { 'content-type': 'image/png' }).end(bytes)
  }

  function giveToken(body: string, response: ServerResponse): void {
    const form = new URLSearchParams(body)
    const right =
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_id') === client.id &&
      form.get('client_secret') === client.secret &&
      form.get('scope') === 'squidex-api'
    if (!right) return json(response, 400, { error: 'invalid_client' })
    state.tokensGiven += 1
    const token = `token-${state.tokensGiven}`
    tokens.add(token)
    json(response, 200, {
      access_token: token,
      expires_in: state.tokenSeconds,
      token_type: 'Bearer',
    })
  }

  function givePage(schema: string, query: URLSearchParams, response: ServerResponse): void {
    const all = contents.get(schema)
    if (!all) return json(response, 404, { message: 'Not found' })
    const top = Math.min(Number(query.get('$top') ?? 20), 200)
    const skip = Number(query.get('$skip') ?? 0)
    json(response, 200, { total: all.length, items: all.slice(skip, skip + top) })
  }

  function giveGraph(body: string, response: ServerResponse): void {
    const { query, variables } = JSON.parse(body) as { query: string; variables: { top?: number } }
    if (!state.graphql || typeof variables.top !== 'number')
      return json(response, 400, { errors: [{ message: 'Cannot query' }] })
    const asks = [...query.matchAll(/(s\d+): query(\w+)ContentsWithTotal\(top: \$top/g)]
    const data = asks.map(([, alias = '', name = '']) => {
      const items = contents.get(name.charAt(0).toLowerCase() + name.slice(1)) ?? []
      const newest = items.toSorted((a, b) => b.lastModified.localeCompare(a.lastModified))
      const first = newest.slice(0, variables.top)
      return [
        alias,
        {
          total: items.length,
          items: first.map(({ id, version, lastModified }) => ({ id, version, lastModified })),
        },
      ]
    })
    json(response, 200, { data: Object.fromEntries(data) })
  }

  let changes = 0
  return {
    url,
    client,
    state,
    asked,
    assets,
    /** Sets a schema's contents: data by id. */
    put(schema: string, data: Record<string, unknown>, status = 'Published') {
      changes += 1
      const at = new Date(Date.UTC(2026, 0, 1) + changes * 1000).toISOString()
      contents.set(
        schema,
        Object.entries(data).map(([id, fields]) => ({
          id,
          version: changes,
          status,
          lastModified: at,
          data: fields,
        })),
      )
    },
    revokeTokens: () => tokens.clear(),
    /** Closes all connections, including hanging ones. */
    drop: () => server.closeAllConnections(),
    async stop() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(body))
}

const type = { 'content-type': 'application/json' }

/** Whether the mood has answered already, or left the request hanging. */
function misbehave(mood: Mood, response: ServerResponse, held: Set<ServerResponse>): boolean {
  switch (mood) {
    case 'hangs':
      held.add(response)
      return true
    case 'stalls':
      held.add(response)
      response.writeHead(200, type).write('{"total": 1, "items": [')
      return true
    case 'lies-short':
      response.strictContentLength = false
      response
        .writeHead(200, { ...type, 'content-length': '10' })
        .end('{"total": 0, "items": [], "more": true}')
      return true
    case 'lies-long':
      response.writeHead(200, { ...type, 'content-length': '9000000000' }).write('{"total": 0')
      held.add(response)
      return true
    case 'floods':
      flood(response, 200)
      return true
    case 'garbles':
      response.writeHead(200, type).end('{"total": 1, "items": [{"id": ')
      return true
    case 'nests':
      response.writeHead(200, type).end('['.repeat(1_000_000))
      return true
    case 'confuses':
      json(response, 200, { total: 'many', items: { id: 'no list' } })
      return true
    case 'fails':
      json(response, 500, { message: 'Oops' })
      return true
    case 'refuses':
      json(response, 401, { message: 'Unauthorized' })
      return true
    case 'well':
      return false
  }
}

function flood(response: ServerResponse, megabytes: number): void {
  const chunk = Buffer.alloc(1024 * 1024, ' ')
  let sent = 0
  response.writeHead(200, type)
  const go = () => {
    while (sent < megabytes && !response.destroyed) {
      sent += 1
      if (!response.write(chunk)) return void response.once('drain', go)
    }
    response.end()
  }
  go()
}
