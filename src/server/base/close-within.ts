import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

const stopping = new WeakSet<object>()

/** Its answers are the last ones of their connections. */
export const isStopping = ({ server }: Pick<FastifyInstance, 'server'>): boolean =>
  stopping.has(server)

const leaving = new WeakSet<object>()

/** It is about to stop: whoever balances the load is to send no more. */
export const isLeaving = (deps: object): boolean => leaving.has(deps)

/** Says so, and goes on answering for `ms`: until then a balancer may not have heard of it. */
export async function leaveWithin(deps: object, ms: number): Promise<void> {
  leaving.add(deps)
  await wait(ms)
}

const idleMs = 50

/**
 * Running requests finish, with what comes on their connections until then; who still reads or sends after `ms` is cut off, as a slow
 * client would hold the stop for ever. Fastify is closed last: from then on it refuses the calls that pages make in process.
 */
export async function closeWithin(app: FastifyInstance, ms: number): Promise<void> {
  stopping.add(app.server)
  const late = setTimeout(() => app.server.closeAllConnections(), ms)
  // Connections whose answer had begun before the stop become idle later.
  const idle = setInterval(() => app.server.closeIdleConnections(), idleMs)
  try {
    await new Promise<void>((done) => app.server.close(() => done()))
    await app.close()
  } finally {
    clearTimeout(late)
    clearInterval(idle)
  }
}
