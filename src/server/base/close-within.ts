import type { FastifyInstance } from 'fastify'

/** Running requests finish; who still reads or sends after `ms` is cut off, as a slow client would hold the stop for ever. */
export async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), ms)
  try {
    await app.close()
  } finally {
    clearTimeout(late)
  }
}
