import { findByCode as endpoint } from '../../contract/empfehlung.ts'
import { parseCode } from '../../domain/numbers.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { guessCode } from './guess-code.ts'
import { referralLink } from './links.ts'
import { isOpenToRecipients } from './referral-view.ts'
import { findReferralByCode, isEnded } from './store.ts'

/** The referral behind a typed code. Only wrong codes count as guesses. */
export const findByCode = serve(endpoint, async (call) => {
  const { deps, tenant, locale } = call
  const code = parseCode(call.params.code)
  const found = await guessCode(deps, tenant.code, call.request, async (tx) => {
    if (code === null) return null
    const referral = await findReferralByCode(tx, tenant.code, code)
    return referral || (await isEnded(tx, tenant.code, { code })) ? { referral } : null
  })
  if (!found) throw fail('not-found')
  const { referral } = found
  if (!referral || !isOpenToRecipients(referral, call.today)) throw fail('referral-expired')
  recordEvent(deps, {
    tenant: tenant.code,
    event: 'code-used',
    way: { channel: 'co', campaign: null },
    analytics: call.analytics,
  })
  return {
    number: referral.number,
    product: { id: referral.product_id, title: referral.title[locale] },
    link: referralLink(deps, tenant, referral.number, 'co'),
  }
})
