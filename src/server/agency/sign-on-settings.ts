import type { Tenant } from '../../domain/tenant.ts'
import { findSecret } from '../base/secret-store.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'

/** The tenant's provider; 404 without one. A path as issuer is one of this host (the demo's). */
export async function signOnSettings(call: Pick<Call, 'deps' | 'tenant' | 'transaction'>) {
  const { deps, tenant } = call
  const sso: Tenant['sso'] = tenant.agencies ? tenant.sso : null
  if (!sso) throw fail('not-found')
  const secret = await call.transaction((tx) =>
    findSecret(tx, deps.keys, tenant.code, 'single-sign-on'),
  )
  // Unchanged otherwise: the provider's answers are compared with this spelling.
  const isOurs = sso.issuer.startsWith('/')
  const issuer = isOurs ? new URL(sso.issuer, deps.publicOrigin).href : sso.issuer
  return { ...sso, issuer, secret, own: isOurs ? deps.publicOrigin : null }
}
