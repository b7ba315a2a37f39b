import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { makeDataDir, removeDataDir, startApp } from '../../scripts/start-app.ts'

const dataDir = makeDataDir()
afterAll(() => removeDataDir(dataDir))

const refuses = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => (probe.destroy(), done(false)))
    probe.once('error', () => done(true))
  })

test('a request in hand when SIGTERM comes is answered in full, and what it answered is there after the next start', async () => {
  const app = await startApp({ dataDir })
  const body = JSON.stringify({
    Empfehlung: { ProductId: '101' },
    Empfehler: {
      Vorname: 'Ronja',
      Nachname: 'Spät',
      Email: 'ronja.spaet@post.example',
      Agb: true,
    },
  })
  const socket = connect(app.port, '127.0.0.1').setEncoding('utf8')
  let answer = ''
  socket.on('data', (part: string) => (answer += part))
  await once(socket, 'connect')
  const [half, rest] = [body.slice(0, 40), body.slice(40)]
  socket.write(
    [
      'POST /api/v1/standard/empfehlen/create HTTP/1.1',
      `Host: localhost:${app.port}`,
      'Content-Type: application/json',
      'X-Requested-With: test',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      half,
    ].join('\r\n'),
  )
  // Answered on another connection after that, so the server has read the half by now.
  await fetch(`${app.origin}/health/ready`, { headers: { connection: 'close' } })
  app.child.kill('SIGTERM')
  while (!(await refuses(app.port))) await wait(20)
  const ended = once(app.child, 'exit')
  socket.write(rest)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  const { Empfehlungsnummer: number } = JSON.parse(answer.slice(answer.indexOf('{'))) as {
    Empfehlungsnummer: string
  }
  expect((await ended)[0]).toBe(0)

  const again = await startApp({ dataDir })
  const stored = await fetch(`${again.origin}/api/v1/standard/empfehlen/${number}`)
  expect(stored.status).toBe(200)
  await again.stop()
})
