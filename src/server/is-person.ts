import type { IncomingMessage } from 'node:http'
import { isRobot } from '../domain/robots.ts'

/** Whether a person sees the answer: no robot, no prefetch. HEAD counts as GET (only-look.ts). */
export function isPerson({
  method,
  headers,
}: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/prefetch|preview|prerender/i.test(String(purpose ?? '')) &&
    !isRobot(headers['user-agent'])
  )
}
