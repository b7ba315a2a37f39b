import type { OperatorAction } from '../../domain/operator-abilities.ts'
import { ownLimit } from '../../domain/payout-limits.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { listGrantsAt } from '../team/store.ts'

/** The most that the roles of an operator propose, or approve alone within a day; null: none of their own. Schedules and plays have none. */
export async function readOwnLimit(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: Tenant,
  { kind, id }: Pick<Actor, 'kind' | 'id'>,
  act: Extract<OperatorAction, 'create' | 'approve'>,
): Promise<number | null> {
  if (kind !== 'operator') return null
  const grants = await listGrantsAt(tx, tenant.code, clock.realNow())
  const roles = grants.flatMap(({ operator_id: of, role }) => (of === id ? [role] : []))
  return ownLimit(tenant.payouts, roles, act)
}
