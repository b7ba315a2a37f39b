import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isStopping } from './close-within.ts'

/**
 * Answers a request ahead of the framework: null, if it is none of its own; false, once it turns out that the framework has to answer.
 * `ends`: the header to add where the answer is its connection's last one.
 */
export type QuickAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  ends: readonly string[],
) => Promise<boolean> | null

const goesOn: readonly string[] = []
const endsNow: readonly string[] = ['Connection', 'close']

const failures = new WeakMap<IncomingMessage, unknown>()

/** Throws what kept a request's quick answer: tried again, it would be counted twice. */
export function throwEarlier(request: IncomingMessage): void {
  if (failures.has(request)) throw failures.get(request)
}

export const flatHeaders = (headers: Record<string, string>): string[] =>
  Object.entries(headers).flat()

/** Puts quick answers before the framework; tried in their order. Requests that never reach a port (`inject`) are the framework's. */
export function answerFirst(app: FastifyInstance, answers: readonly QuickAnswer[]): void {
  const { server } = app
  const [framework] = server.listeners('request') as [
    (request: IncomingMessage, response: ServerResponse) => void,
  ]
  server.removeListener('request', framework)
  server.on('request', (request, response) => {
    const ends = isStopping(app) ? endsNow : goesOn
    const goOn = (at: number): void => {
      const answer = answers[at]
      if (!answer) return framework(request, response)
      const answering = answer(request, response, ends)
      if (answering === null) return goOn(at + 1)
      void answering
        .catch((error: unknown) => {
          failures.set(request, error)
          return false
        })
        .then((isAnswered) => isAnswered || goOn(at + 1))
    }
    goOn(0)
  })
}
