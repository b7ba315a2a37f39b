import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { listClaimed, type Claim } from './claim-store.ts'

/** Payments for orders cancelled afterwards, newest first; at most 1,000. */
export function listClaims(tx: Tx, tenant: Tenant): Promise<Claim[]> {
  return listClaimed(tx, tenant.code, 1000)
}
