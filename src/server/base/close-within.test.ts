import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { closeWithin } from './close-within.ts'

const open = async () => {
  const app = Fastify({ forceCloseConnections: 'idle' })
  const asked = Promise.withResolvers<void>()
  const goOn = Promise.withResolvers<string>()
  const block = Buffer.alloc(1024 * 1024)
  // More than any buffer takes: it never ends for who does not read.
  app.get('/endlos', (_, reply) => {
    asked.resolve()
    return reply.send(
      new Readable({
        read() {
          this.push(block)
        },
      }),
    )
  })
  app.get('/gleich', () => {
    asked.resolve()
    return goOn.promise
  })
  // As a page does.
  app.get('/seite', async () => {
    asked.resolve()
    await goOn.promise
    return (await app.inject('/innen')).body
  })
  app.get('/innen', () => 'von innen')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, asked: asked.promise, goOn, port: (app.server.address() as AddressInfo).port }
}

const ask = async (port: number, path: string) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  return socket
}

test('a reader that takes nothing, and a sender that never ends, do not hold the stop', async () => {
  const { app, asked, port } = await open()
  const reader = await ask(port, '/endlos')
  reader.pause()
  const sender = connect(port, '127.0.0.1')
  sender.on('error', () => undefined)
  sender.write('POST /endlos HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{')
  await asked
  await closeWithin(app, 50)
  expect(app.server.listening).toBe(false)
  for (const socket of [reader, sender]) socket.destroy()
})

test('a request that runs is answered in full before the time is over', async () => {
  const { app, asked, goOn, port } = await open()
  const socket = await ask(port, '/gleich')
  let said = ''
  socket.setEncoding('utf8').on('data', (part: string) => (said += part))
  await asked
  const closed = closeWithin(app, 60_000)
  goOn.resolve('fertig')
  await closed
  if (!socket.destroyed) await once(socket, 'close')
  expect(said).toMatch(/^HTTP\/1\.1 200 .*fertig$/s)
})

test('a page that runs still gets its calls in process, and so does one on a connection that is still answered', async () => {
  const { app, asked, goOn, port } = await open()
  const socket = await ask(port, '/seite')
  let said = ''
  socket.setEncoding('utf8').on('data', (part: string) => (said += part))
  await asked
  const closed = closeWithin(app, 60_000)
  const next = once(app.server, 'request')
  socket.write('GET /innen HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await next
  goOn.resolve('')
  await closed
  if (!socket.destroyed) await once(socket, 'close')
  expect(said).toMatch(/^HTTP\/1\.1 200 [^]*von innenHTTP\/1\.1 200 [^]*von innen$/)
})

test('a connection that is idle, or becomes so, is closed at once', async () => {
  const { app, asked, goOn, port } = await open()
  const idle = await ask(port, '/innen')
  await once(idle, 'data')
  const busy = await ask(port, '/gleich')
  await asked
  const began = performance.now()
  const closed = closeWithin(app, 60_000)
  goOn.resolve('fertig')
  await closed
  expect(performance.now() - began).toBeLessThan(10_000)
  for (const socket of [idle, busy]) socket.destroy()
})
