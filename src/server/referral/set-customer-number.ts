import { readCustomerNumber, type CustomerNumberState } from '../../domain/customer-number.ts'
import { say } from '../../domain/say.ts'
import { setCustomerNumber as endpoint } from '../../contract/empfehler-kundennummer.ts'
import { countTry, day, hour, tooManyRequests } from '../base/limits.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { findAccount, keepAccount } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { serve } from '../serve.ts'
import { saveCustomerNumber } from '../account/customer-number-store.ts'
import { customerNumberView } from './customer-number-view.ts'

/** By one person a day, and from one address an hour. */
export const numbersTried = { person: 10, visitor: 20 }

/**
 * Stores the referrer's customer number (domain.md section 8): checked by the tenant's pattern, then by the provider in a job,
 * as it may be down. The answer tells real numbers from invented ones, so tries are few.
 */
export const setCustomerNumber = serve(endpoint, async (call) => {
  const { deps, tenant, params, query, now } = call
  const { accountId } = referrerOf(call.caller)
  if (tenant.customerNumberPattern === null) throw fail('not-found')
  const limits = [
    { bucket: `customer-number|${accountId}`, most: numbersTried.person, windowSeconds: day },
    { bucket: `customer-number|${call.visitor}`, most: numbersTried.visitor, windowSeconds: hour },
  ]
  const [account, wait] = await withTenant(deps.db, tenant.code, async (tx) => [
    await findAccount(tx, tenant.code, accountId),
    await countTry(tx, tenant.code, limits, call.realNow),
  ])
  if (!account) throw fail('session-missing')
  if (account.referrer_hash !== params.id) throw fail('not-found')
  if (wait !== null) throw tooManyRequests(wait)
  const number = readCustomerNumber(query.number, tenant.customerNumberPattern)
  if (number === null)
    throw fail('validation', {
      fields: [{ field: 'kundennummer', message: say(wrong, call) }],
    })
  const state: CustomerNumberState = tenant.customerNumberCheck ? 'pending' : 'checked'
  return call.transaction(async (tx) => {
    const before = await findAccount(tx, tenant.code, accountId)
    if (!before || !(await keepAccount(tx, tenant.code, accountId))) throw fail('session-missing')
    // A repeat is a no-op; an unknown number may exist by now and is checked again.
    if (before.customer_number === number && before.customer_number_state !== 'unknown')
      return customerNumberView(tenant, before)
    await saveCustomerNumber(tx, tenant.code, accountId, { number, state, at: now })
    if (state === 'pending') await enqueue(tx, tenant.code, 'check-customer-number', { accountId })
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'customer-number-saved',
      subjectKind: 'account',
      subjectId: accountId,
      details: { changed: before.customer_number !== null },
    })
    return customerNumberView(tenant, {
      customer_number: number,
      customer_number_state: state,
      customer_number_at: now,
    })
  })
})

const wrong = {
  de: 'Das sieht nicht nach einer Kundennummer aus. Bitte prüfen Sie sie noch einmal.',
  du: 'Das sieht nicht nach einer Kundennummer aus. Bitte prüf sie noch einmal.',
  en: 'This does not look like a customer number. Please check it once more.',
}
