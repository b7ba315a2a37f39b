import { findByCode as endpoint } from '../../contract/empfehlung.ts'
import { parseCode } from '../../domain/numbers.ts'
import { countTry, quarterHour, takeBackTry, tooManyRequests } from '../base/limits.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { recordEvent } from '../tracking/record-event.ts'
import { referralLink } from './links.ts'
import { isOpenToRecipients } from './referral-view.ts'
import { findReferralByCode, isEnded } from './store.ts'

const wrongGuesses = 10 // per quarter of an hour

/** The referral behind a typed code. Only wrong codes count as guesses. */
export const findByCode = serve(endpoint, async (call) => {
  const { deps, tenant, locale, realNow } = call
  const limits = [
    { bucket: `code|visitor|${call.visitor}`, most: wrongGuesses, windowSeconds: quarterHour },
  ]
  const code = parseCode(call.params.code)
  // Its own transaction, so that the refusal does not roll back the count.
  const { wait, referral, ended } = await withTenant(deps.db, tenant.code, async (tx) => {
    const wait = await countTry(tx, tenant.code, limits, realNow)
    const referral =
      wait === null && code !== null ? await findReferralByCode(tx, tenant.code, code) : undefined
    const ended =
      !referral && wait === null && code !== null && (await isEnded(tx, tenant.code, { code }))
    if (referral || ended) await takeBackTry(tx, tenant.code, limits, realNow)
    return { wait, referral, ended }
  })
  if (wait !== null) throw tooManyRequests(wait)
  if (ended) throw fail('referral-expired')
  if (!referral) throw fail('not-found')
  if (!isOpenToRecipients(referral, call.today)) throw fail('referral-expired')
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
