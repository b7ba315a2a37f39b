import type { FastifyInstance } from 'fastify'
import type { Admission } from '../base/admission.ts'
import { fail } from '../errors.ts'
import { answerErrorPage } from './answer-error-page.ts'

/** Health is always asked: a busy process is no dead one. */
const isHealth = (route: string | undefined) => route?.startsWith('/health/') ?? false

/**
 * Refuses at once what would be answered late. In hand is a request from its whole body to its whole answer, as slow senders and readers
 * cost no work.
 */
export function refuseTooMuch(app: FastifyInstance, admission: Admission): void {
  const inHand = new WeakSet<object>()
  const leave = (request: object) => {
    if (inHand.delete(request)) admission.leave()
  }
  app.addHook('onRequest', async (request, reply) => {
    const { url: route } = request.routeOptions
    if (isHealth(route) || admission.mayEnter()) return
    const tooMuch = fail('unavailable', { retryAfterSeconds: 2 })
    if (route === '/*') return answerErrorPage(request, reply, tooMuch)
    throw tooMuch
  })
  app.addHook('preHandler', async (request, reply) => {
    if (isHealth(request.routeOptions.url)) return
    admission.enter()
    inHand.add(request)
    reply.raw.once('close', () => leave(request))
  })
  app.addHook('onSend', async (request) => leave(request))
}
