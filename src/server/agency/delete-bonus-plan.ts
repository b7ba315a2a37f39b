import { deleteBonusPlan as endpoint } from '../../contract/agentur-praemienplan.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { deletePlan, isOwnPlan, lockPlans } from '../catalogue/bonus-plan-store.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'

/** Idempotent; another agency's plan is not found. */
export const deleteBonusPlan = serve(endpoint, async (call) => {
  const { tenant, now } = call
  const { agencyId, userId } = agencyUserOf(call.caller)
  const planId = call.params.id
  if (!isUuid(planId)) throw fail('not-found')
  await call.transaction(async (tx) => {
    await lockPlans(tx, tenant.code, agencyId)
    if (!(await isOwnPlan(tx, tenant.code, agencyId, planId))) throw fail('not-found')
    if (!(await deletePlan(tx, tenant.code, { agencyId, planId, userId, at: now }))) return
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'delete-bonus-plan',
      subjectKind: 'bonus-plan',
      subjectId: planId,
    })
  })
  return {}
})
