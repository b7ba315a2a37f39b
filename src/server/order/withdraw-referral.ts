import { withdrawReferral as endpoint } from '../../contract/empfehler-konto.ts'
import type { Locale } from '../../domain/tenant.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { readNumber } from '../referral/referral-view.ts'
import { findReferral, lockReferral } from '../referral/store.ts'
import { serve } from '../serve.ts'
import { cancelReferral } from './cancel-referral.ts'

/** Withdraws an own, unaccepted referral; an accepted one ends after its last day. Idempotent. */
export const withdrawReferral = serve(endpoint, (call) => {
  const { deps, tenant, params, caller, locale } = call
  const { accountId } = referrerOf(caller)
  const number = readNumber(params.number)
  if (number === null) throw fail('not-found')
  return call.transaction(async (tx) => {
    // A parallel acceptance waits for the row (create-recipient.ts), and is seen here or refused there.
    await lockReferral(tx, tenant.code, number)
    const referral = await findReferral(tx, tenant.code, number)
    if (!referral?.owned_at || referral.account_id !== accountId) throw fail('not-found')
    if (referral.state === 'cancelled') return {}
    if (referral.state !== 'open' && referral.state !== 'expired') throw accepted(locale)
    const done = await cancelReferral(tx, deps, tenant.code, number, actorOf(caller))
    if (done === 'has-orders') throw accepted(locale)
    return {}
  })
})

const texts: Record<Locale, string> = {
  de: 'Diese Empfehlung hat schon jemand angenommen. Sie lässt sich nicht mehr zurückziehen.',
  en: 'Somebody has accepted this recommendation already. It can no longer be withdrawn.',
}

const accepted = (locale: Locale) =>
  fail('validation', { fields: [{ field: 'number', message: texts[locale] }] })
