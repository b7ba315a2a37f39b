import { showSalesPartnerOffer as endpoint } from '../../contract/verkaufspartner.ts'
import { planOn } from '../../domain/commission.ts'
import { listPlans } from '../order/partner-order-store.ts'
import { serve } from '../serve.ts'
import { needSalesPartners } from './need-sales-partners.ts'

export const showSalesPartnerOffer = serve(endpoint, async (call) => {
  const { tenant, today, locale } = call
  const terms = needSalesPartners(tenant)
  const plans = await call.transaction((tx) => listPlans(tx, tenant.code))
  const groups = [...new Set(plans.map(({ group }) => group))]
  return {
    plans: groups.flatMap((group) => {
      const plan = planOn(plans, group, today.toString())
      return plan && plan.cents > 0 ? [{ group, cents: plan.cents }] : []
    }),
    vatPercent: terms.vatPercent,
    complaintDays: tenant.complaintDays,
    agreement: terms.agreement[locale],
    version: terms.version,
  }
})
