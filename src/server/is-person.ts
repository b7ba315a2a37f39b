import type { FastifyRequest } from 'fastify'
import { isRobot } from '../domain/robots.ts'

/** Whether somebody looks at the answer: no robot, and no browser that fetches it beforehand. HEAD is answered like a person's GET (only-look.ts). */
export function isPerson({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-moz']
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/prefetch|preview|prerender/i.test(String(purpose ?? '')) &&
    !isRobot(headers['user-agent'])
  )
}
