import type { FastifyInstance } from 'fastify'
import { openApiDocument } from '../../contract/openapi.ts'
import { renderDocs } from './render-docs.ts'

/** OpenAPI at /api/openapi.json and a page at /api/docs, generated on demand from the contract. */
export async function registerDocs(app: FastifyInstance): Promise<void> {
  let document: Record<string, unknown> | null = null
  const read = () => (document ??= openApiDocument('1'))
  app.get('/api/openapi.json', async (_, reply) =>
    reply.header('Cache-Control', 'no-cache').send(read()),
  )
  app.get('/api/docs', async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(renderDocs(read(), reply.nonce)),
  )
}
