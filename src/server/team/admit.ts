import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import { fail } from '../errors.ts'
import { previewCookie, readPreview } from './preview.ts'

/** A draft is nobody's but its previews'; the console's calls ask for rights instead. */
export async function admit(
  deps: Pick<Deps, 'db' | 'keys' | 'clock' | 'tenants'>,
  tenant: Tenant,
  request: FastifyRequest,
): Promise<Tenant> {
  if (!tenant.isDraft || deps.tenants.isConsole(request.host)) return tenant
  const session = await readPreview(deps, 'cookie', tenant.code, request.cookies[previewCookie])
  if (session === null) throw fail('unknown-tenant')
  return tenant
}
