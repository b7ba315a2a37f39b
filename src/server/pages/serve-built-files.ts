import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Not asked for by name: packed copies go out for what they are of. */
const unserved = /\.(br|gz|html)$|^\.vite\//

/**
 * The built files, each at its path below the folder, packed as the browser takes it. One that is added to the folder later is not served.
 * @param otherwise answers what is no file
 */
export async function serveBuiltFiles(
  app: FastifyInstance,
  folder: string,
  otherwise: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    // Files are small, and an invalid range would count as our error.
    acceptRanges: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header(
        'Cache-Control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=86400',
      )
    },
  })
  const files = new Set(listBuiltFiles(folder))
  // One route for a folder: two for each file, as the library has them, took a tenth of a start.
  const places = [...files].map((file) => file.replace(/\/.*/, '/*'))
  for (const place of new Set(places))
    app.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'HEAD'],
      url: `/${place}`,
      handler: (request, reply) => {
        const file = place.replace('*', request.params['*'] ?? '')
        return files.has(file) ? reply.sendFile(file) : otherwise(request as FastifyRequest, reply)
      },
    })
}

export function listBuiltFiles(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !unserved.test(file))
}
