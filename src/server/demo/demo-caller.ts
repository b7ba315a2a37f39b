import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Actor } from '../base/audit-store.ts'
import { actorOf, type Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import type { OperatorCaller } from '../team/session.ts'
import { findOperatorByEmail } from '../team/store.ts'
import { demoOperators } from './demo-operators.ts'

/** One of the demo's operators as a caller; null if they have not been made. */
export async function findCaller(deps: Deps, role: OperatorRole): Promise<OperatorCaller | null> {
  const { email, name } = demoOperators[role]
  const found = await withTenant(deps.db, platformCode, (tx) => findOperatorByEmail(tx, email))
  return found
    ? {
        kind: 'operator',
        operatorId: found.operator_id,
        name,
        roles: [role],
        tokenId: 'demo',
        provedUntil: null,
        isScript: false,
        isDemo: true,
        bearer: null,
        expiresAt: deps.clock.now(),
      }
    : null
}

/** Who prepares a payout and brings the bank's files, and who approves it; without them `actor` and made-up ones. */
export async function findPayers(
  deps: Deps,
  actor: Actor,
): Promise<{ preparer: Actor; approvers: Actor[] }> {
  const preparer = await findCaller(deps, 'payout-preparer')
  const approver = await findCaller(deps, 'payout-approver')
  return {
    preparer: preparer ? actorOf(preparer) : actor,
    approvers: approver ? [actorOf(approver)] : [],
  }
}

/** A call about one case as it is then. */
export const callOf = <Body>(
  then: Deps,
  tenant: Tenant,
  caller: OperatorCaller,
  id: string,
  body: Body,
) => ({
  deps: then,
  tenant,
  params: { id },
  body: { version: null, ...body },
  caller,
  now: then.clock.now(),
  today: then.clock.today(),
  locale: 'de' as const,
  requestId: uuidv7(),
})
