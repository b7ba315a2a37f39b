import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a database's server that a test may shut: refused at once, or silent as a machine without power. */
export async function openGate(url: string) {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((socket) => {
    const onward = connect({ host: hostname, port: Number(port) })
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.once('close', () => sockets.delete(one))
    }
    socket.once('close', () => onward.destroy())
    onward.once('close', () => socket.destroy())
    socket.on('data', (bytes) => isSilent || onward.write(bytes))
    onward.on('data', (bytes) => isSilent || socket.write(bytes))
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  const shut = async () => {
    const closed = server.listening ? once(server, 'close') : null
    server.close()
    for (const one of sockets) one.destroy()
    await closed
  }
  return {
    host: `127.0.0.1:${own}`,
    /** Connections through it now. */
    count: () => sockets.size / 2,
    silence: () => (isSilent = true),
    shut,
    open: async () => {
      isSilent = false
      if (!server.listening) await listen(own)
    },
  }
}

export type Gate = Awaited<ReturnType<typeof openGate>>
