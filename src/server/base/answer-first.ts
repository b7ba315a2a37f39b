import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
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

/** No browser and no proxy of ours asks again on a connection before it has its answer; what comes beyond this is no visitor's. */
const mostOfConnection = 64

/** Whether a connection asks for more at once than anybody should: it is closed. */
function makeConnectionLimit(): (request: IncomingMessage, response: ServerResponse) => boolean {
  const inHand = new WeakMap<Socket, number>()
  return ({ socket }, response) => {
    const many = (inHand.get(socket) ?? 0) + 1
    if (socket.destroyed || many > mostOfConnection) {
      socket.destroy()
      return true
    }
    inHand.set(socket, many)
    response.once('close', () => inHand.set(socket, (inHand.get(socket) ?? 1) - 1))
    return false
  }
}

/** Puts quick answers before the framework; tried in their order. Requests that never reach a port (`inject`) are the framework's. */
export function answerFirst(app: FastifyInstance, answers: readonly QuickAnswer[]): void {
  const { server } = app
  const [framework] = server.listeners('request') as [
    (request: IncomingMessage, response: ServerResponse) => void,
  ]
  server.removeListener('request', framework)
  const isTooMuch = makeConnectionLimit()
  server.on('request', (request, response) => {
    if (isTooMuch(request, response)) return
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
