import type { FastifyInstance } from 'fastify'
import { brandPictureName } from '../../domain/brand-picture.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { fileCsp } from '../base/safety-headers.ts'
import { findTenant } from '../serve.ts'
import { findTenantPicture } from '../tenant/picture-store.ts'

/** GET /marke/{tenant}/{name}: a tenant's logo or picture, immutable. */
export function serveBrandPictures(app: FastifyInstance, deps: Deps): void {
  app.get('/marke/:tenant/:name', async (request, reply) => {
    const tenant = await findTenant(deps, request)
    const path = request.url.split('?', 1)[0] ?? ''
    const name = brandPictureName(tenant.code, path)
    const found = name
      ? await withTenant(deps.db, tenant.code, (tx) => findTenantPicture(tx, tenant.code, name))
      : undefined
    if (!found) throw fail('not-found')
    return reply
      .headers({
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Content-Security-Policy': fileCsp,
      })
      .type(found.name.endsWith('.png') ? 'image/png' : 'image/webp')
      .send(found.bytes)
  })
}
