import type { FastifyInstance } from 'fastify'
import { backlog } from '../src/server/env/check-ports.ts'

/** Listens on loopback, tells the parent its port (part.ts), and ends with it. */
export async function serveParent(
  app: FastifyInstance,
  ...closers: (() => Promise<unknown>)[]
): Promise<void> {
  await app.listen({ host: '127.0.0.1', port: 0, backlog })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  process.on('message', () => process.send?.({ port }))
  process.once('disconnect', () => {
    void (async () => {
      for (const close of [() => app.close(), ...closers]) await close()
      process.exit(0)
    })()
  })
}
