import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { audit } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { startOperatorSession } from '../team/session.ts'
import { findOperatorByEmail } from '../team/store.ts'
import { demoOperators } from './demo-operators.ts'

/** A session of the demo's operator with this role, without a passkey. */
export async function openConsole(deps: Deps, role: OperatorRole) {
  return withTenant(deps.db, platformCode, async (tx) => {
    const operator = await findOperatorByEmail(tx, demoOperators[role].email)
    if (!operator) throw fail('not-found')
    const { operator_id: id } = operator
    const session = await startOperatorSession(tx, deps, id, { device: 'Demo', isDemo: true })
    await audit(tx, platformCode, {
      at: deps.clock.now(),
      actor: { kind: 'operator', id, session: session.id },
      action: 'log-in',
      subjectKind: 'operator',
      subjectId: id,
    })
    return session
  })
}
