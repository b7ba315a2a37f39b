import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcp } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { fetchLimited } from './fetch-limited.ts'
import { limitOutgoing } from './where-to-ask.ts'

limitOutgoing(null)

let server: Server | null = null
afterEach(async () => {
  server?.closeAllConnections()
  await new Promise<void>((done) => (server ? server.close(() => done()) : done()))
  server = null
})

async function serveWith(listener: RequestListener): Promise<string> {
  server = createServer(listener)
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed?secret=hush`
}

const limits = { timeoutMs: 5_000, maxBytes: 1_000_000 }

test('a good answer comes with its status, headers and bytes', async () => {
  const url = await serveWith((request, response) => {
    response.setHeader('etag', '"1"')
    response.setHeader('content-type', 'application/json; charset=utf-8')
    response.end(JSON.stringify({ asked: request.method, for: request.headers.accept }))
  })
  const answer = await fetchLimited(url, { ...limits, accept: 'application/json' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('etag')).toBe('"1"')
  expect(JSON.parse(Buffer.from(answer.bytes).toString())).toEqual({
    asked: 'GET',
    for: 'application/json',
  })
})

test('a status that is no success is the caller’s to judge, whatever its media type', async () => {
  const url = await serveWith((_, response) => response.writeHead(503).end('busy'))
  expect((await fetchLimited(url, { ...limits, accept: 'application/json' })).status).toBe(503)
})

describe('is refused with a clear sentence that holds no secret:', () => {
  const refused = async (listener: RequestListener, more: object = {}) => {
    const url = await serveWith(listener)
    const error = await fetchLimited(url, { ...limits, ...more }).then(
      () => null,
      (thrown: Error & { kind: string }) => thrown,
    )
    expect(error?.message).not.toContain('hush')
    return error?.kind
  }

  test('a server that never answers', async () => {
    expect(await refused(() => undefined, { timeoutMs: 60 })).toBe('timeout')
  })

  test('one that begins and then hangs', async () => {
    const kind = await refused((_, response) => void response.write('{'), { timeoutMs: 60 })
    expect(kind).toBe('timeout')
  })

  test('one that says it sends too much', async () => {
    const kind = await refused((_, response) => {
      response.writeHead(200, { 'content-length': 200_000_000 })
      response.write('x')
    })
    expect(kind).toBe('too-large')
  })

  test('one that sends without end and says nothing: no more is read than allowed', async () => {
    let sent = 0
    const kind = await refused((_, response) => {
      const chunk = Buffer.alloc(65_536)
      const more = () => {
        while (!response.destroyed && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', more)
      more()
    })
    expect(kind).toBe('too-large')
    expect(sent).toBeLessThan(20_000_000)
  })

  test('a small answer that unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    const kind = await refused((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(kind).toBe('too-large')
  })

  test('one that sends less than it said', async () => {
    const kind = await refused((_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('only this', () => response.destroy())
    })
    expect(kind).toBe('broken')
  })

  test('a redirect, wherever it leads', async () => {
    const kind = await refused((_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    )
    expect(kind).toBe('broken')
  })

  test('another media type than asked for', async () => {
    const kind = await refused(
      (_, response) => response.setHeader('content-type', 'text/html').end('<p>'),
      { accept: 'application/json' },
    )
    expect(kind).toBe('wrong-type')
  })

  test('nobody there', async () => {
    const closed = createTcp()
    await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done))
    const { port } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    await expect(fetchLimited(`http://127.0.0.1:${port}`, limits)).rejects.toMatchObject({
      kind: 'unreachable',
    })
  })
})
