import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { readCausingAgencies } from './causing-agency-store.ts'

/** The agency in whose name each reward is paid (UltmtDbtr); none where the tenant pays in its own name. */
export const readUltimateDebtors = async (
  tx: Tx,
  { code, agencyBilling, vatModel }: Tenant,
  rewardIds: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  agencyBilling !== null && vatModel === 'agency' && rewardIds.length > 0
    ? readCausingAgencies(tx, code, rewardIds)
    : new Map()
