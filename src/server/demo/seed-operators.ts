import { operatorRoles } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { audit, system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { ensureOperator, insertGrant, joinOperator } from '../team/store.ts'
import { demoCodes } from './demo-codes.ts'
import { demoOperators } from './demo-operators.ts'

/** One operator per role, with that right at every demo tenant. Whoever is there already keeps what they have. */
export async function seedOperators(deps: Deps): Promise<void> {
  const now = deps.clock.realNow()
  const atPlatform = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
    withTenant(deps.db, platformCode, work)
  const known = await atPlatform(async (tx) => {
    const operators = []
    for (const role of operatorRoles) {
      const person = { ...demoOperators[role], language: 'de' as const }
      operators.push({ role, operator: await ensureOperator(tx, person, now) })
    }
    return operators
  })
  for (const { role, operator } of known) {
    if (operator.joined_at) continue
    const { operator_id: operatorId } = operator
    const places = role === 'platform-operator' ? [platformCode] : demoCodes
    for (const code of places)
      await withTenant(deps.db, code, async (tx) => {
        const grant = { operatorId, role, by: 'demo', expiresAt: null }
        if (await insertGrant(tx, code, grant, now))
          await audit(tx, code, {
            at: deps.clock.now(),
            actor: system,
            action: 'grant-right',
            subjectKind: 'operator',
            subjectId: operatorId,
            change: { before: null, after: { role, until: null } },
            reason: 'Demo',
          })
      })
    // Last, so that a start that was cut off is made up for.
    await atPlatform((tx) => joinOperator(tx, operatorId, { name: demoOperators[role].name, now }))
  }
}
