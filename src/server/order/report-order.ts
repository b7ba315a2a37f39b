import { randomBytes } from 'node:crypto'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { reportOrder as endpoint } from '../../contract/tracking.ts'
import { channelOf } from '../../domain/channels.ts'
import { goesOn, isExpired } from '../../domain/referral.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { countHit, readHits } from '../base/limit-store.ts'
import { actorOf, type Call } from '../context.ts'
import { audit } from '../base/audit-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { AppError, fail } from '../errors.ts'
import { lockReferral } from '../referral/store.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { matchRecipient, spell } from './match-recipient.ts'
import { orderLabels } from './order-labels.ts'
import { findLiveOrder, findReferralOfReport, insertOrder } from './store.ts'

const guessesPerHour = 30

type ReportCall = Call<unknown, QueryOf<typeof endpoint>, BodyOf<typeof endpoint>>

/**
 * Notes what a browser says of a concluded contract. It proves nothing and moves nothing; the provider's feed confirms it.
 * A recipient's contract for a product is noted once. Of `empfaengerdaten` only the address is used, to find a person
 * who accepted before, and nothing of it is stored.
 */
export const reportOrder = serve(endpoint, async (call) => {
  const { tenant } = call
  const limit = `report-order|${call.visitor}`
  const hits = await withTenant(call.deps.db, tenant.code, (tx) =>
    readHits(tx, tenant.code, limit, call.realNow, 3600),
  )
  if (hits >= guessesPerHour) throw fail('too-many-requests', { retryAfterSeconds: 3600 })
  try {
    // Whoever is leaving at this moment may hold what we wait for.
    return await retryConflict(() => call.transaction((tx) => report(tx, call)))
  } catch (error) {
    if (error instanceof AppError && error.failure.name === 'not-found') {
      // Whether an address belongs to a recipient is nothing to be found out by trying.
      await withTenant(call.deps.db, tenant.code, (tx) =>
        countHit(tx, tenant.code, limit, call.realNow, 3600),
      )
    }
    throw error
  }
})

async function report(tx: Tx, call: ReportCall) {
  const { tenant, body, query, today } = call
  const referral = await findReferralOfReport(tx, tenant.code, spell(body.referralNumber) ?? '')
  if (!referral || !goesOn(referral)) throw fail('not-found')
  // A report and a line of the feed that come together wait for each other here.
  await lockReferral(tx, tenant.code, referral.number)
  const email = body.recipient?.email
  const recipient =
    body.recipientNumber || email
      ? await matchRecipient(tx, tenant.code, {
          referralNumber: referral.number,
          ...(body.recipientNumber ? { recipientNumber: body.recipientNumber } : {}),
          ...(email ? { email } : {}),
          productIds: [],
        })
      : undefined
  if (!recipient) {
    const over = isExpired(Temporal.PlainDate.from(referral.valid_until), today)
    throw fail(over ? 'referral-expired' : 'not-found')
  }
  const product = referral.product_id
  const known = await findLiveOrder(tx, tenant.code, recipient.number, product)
  if (known) return { number: known.number, status: orderLabels[known.state] }
  const number = numberFrom(randomBytes(10))
  await insertOrder(tx, tenant.code, {
    number,
    external: null,
    referral: referral.number,
    recipient: recipient.number,
    product,
    contractOn: today.toString(),
    state: 'reported',
    releasableOn: null,
    source: query.source || 'tracking',
    // Its person's own way; a report that names a channel (spec section 7.3) says at least how it came about.
    channel: recipient.channel === 'xx' ? channelOf(query.channel) : recipient.channel,
    campaign: recipient.campaign,
    at: call.now,
  })
  await recordGoal(tx, call, 'order-reported', {
    channel: channelOf(recipient.channel),
    campaign: recipient.campaign,
  })
  await audit(tx, tenant.code, {
    at: call.now,
    actor: actorOf(call.caller),
    action: 'order-reported',
    subjectKind: 'order',
    subjectId: number,
  })
  return { number, status: orderLabels.reported }
}
