import { updateSalesPartnerLanguage as endpoint } from '../../contract/verkaufspartner.ts'
import { serve } from '../serve.ts'
import { partnerOf } from './session.ts'
import { updatePartner } from './store.ts'

export const updateSalesPartnerLanguage = serve(endpoint, async (call) => {
  const { partnerId } = partnerOf(call.caller)
  await call.transaction((tx) =>
    updatePartner(tx, call.tenant.code, partnerId, { language: call.body.language }),
  )
  return {}
})
