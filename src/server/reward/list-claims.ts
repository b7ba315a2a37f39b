import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { listClaimed, type Claim } from './claim-store.ts'

/** What was paid for orders that were cancelled afterwards, newest first; 1,000 at most. */
export function listClaims(tx: Tx, tenant: Tenant): Promise<Claim[]> {
  return listClaimed(tx, tenant.code, 1000)
}
