import { showReferralBanner as endpoint } from '../../contract/empfehler.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { serve } from '../serve.ts'
import { knowsOnlyOneProgramme } from './banner-store.ts'
import { programmeBanner } from './programme-banner.ts'

export const showReferralBanner = serve(endpoint, async ({ tenant, caller, transaction }) => {
  const { accountId } = referrerOf(caller)
  const show = await transaction((tx) =>
    knowsOnlyOneProgramme(tx, tenant.code, accountId, programmeBanner),
  )
  return { show }
})
