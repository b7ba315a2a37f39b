import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type HardClients = {
  /** Slow readers that have an answer in hand now. */
  reading: () => number
  /** No new ones: those who read go on. */
  expectEnd: () => void
  counts: { slow: number; cut: number }
  stop: () => Promise<void>
}

const slowReaders = 4
const file = '/notices.txt'
// Of which one part a second is read: more than the buffers of both sides hold, so the server has to wait for the reader.
const filesAtOnce = 60

/** Clients who take a file a few bytes at a time, and ones who hang up in the middle: of what they send, of an answer, or before both. */
export function startHardClients(port: number, random: () => number): HardClients {
  const open = new Set<Socket>()
  const reading = new Set<Socket>()
  const counts = { slow: 0, cut: 0 }
  let isOn = true
  let isEnding = false

  const request = (line: string, more: string[] = []) =>
    [`${line} HTTP/1.1`, `Host: localhost:${port}`, ...more, '', ''].join('\r\n')
  const dial = () => {
    const socket = connect(port, '127.0.0.1')
    open.add(socket)
    // The server may end what is slow, and is gone at the end.
    socket.on('error', () => undefined)
    socket.once('close', () => open.delete(socket))
    return socket
  }

  async function readSlowly(): Promise<void> {
    while (isOn && !isEnding) {
      const socket = dial()
      counts.slow += 1
      socket.on('data', () => socket.pause())
      socket.write(request(`GET ${file}`).repeat(filesAtOnce))
      reading.add(socket)
      const until = performance.now() + 60_000 * (0.5 + random())
      while (isOn && !socket.destroyed && (isEnding || performance.now() < until)) {
        await wait(1_000)
        socket.resume()
      }
      reading.delete(socket)
      if (isOn) socket.destroy()
      await wait(100)
    }
  }

  const cuts: ((socket: Socket) => void)[] = [
    (socket) => {
      const body = 'Content-Length: 500'
      socket.write(request('POST /api/v1/standard/empfehlen/create', [body]) + '{"Empf')
      setTimeout(() => socket.destroy(), 50)
    },
    (socket) => {
      socket.write(request('GET /de'))
      socket.once('data', () => socket.destroy())
    },
    (socket) => {
      socket.write(request('GET /de'))
      setTimeout(() => socket.resetAndDestroy(), 2)
    },
    (socket) => {
      socket.write('GET /de HT')
      setTimeout(() => socket.destroy(), 50)
    },
  ]
  async function cut(): Promise<void> {
    while (isOn && !isEnding) {
      const socket = dial()
      socket.once('connect', () => cuts[counts.cut++ % cuts.length]!(socket))
      await wait(1_000 * random())
    }
  }

  const working = [...Array.from({ length: slowReaders }, readSlowly), cut()]
  return {
    reading: () => [...reading].filter((socket) => !socket.destroyed).length,
    expectEnd: () => (isEnding = true),
    counts,
    async stop() {
      isOn = false
      for (const socket of open) socket.destroy()
      await Promise.all(working)
    },
  }
}
