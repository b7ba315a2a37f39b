import { listBonusPlans as endpoint } from '../../contract/agentur-praemienplan.ts'
import { agencyDefault, planInForce } from '../../domain/bonus.ts'
import { listPlans } from '../catalogue/bonus-plan-store.ts'
import { serve } from '../serve.ts'
import { agencyUserOf } from './session.ts'

export const listBonusPlans = serve(endpoint, async ({ tenant, today, caller, transaction }) => {
  const { agencyId } = agencyUserOf(caller)
  const plans = await transaction((tx) => listPlans(tx, tenant.code, agencyId))
  const inForce = planInForce(plans, today.toString())
  return {
    plans: plans.map((plan) => ({
      id: plan.planId,
      name: plan.name,
      fixedCents: plan.fixedCents,
      stages: plan.stages,
      periodMonths: plan.periodMonths,
      validFrom: plan.validFrom,
      inForce: plan === inForce,
    })),
    standard: { ...agencyDefault, inForce: inForce === null },
  }
})
