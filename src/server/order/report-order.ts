import { randomBytes } from 'node:crypto'
import type { BodyOf, QueryOf } from '../../contract/endpoint.ts'
import { reportOrder as endpoint } from '../../contract/tracking.ts'
import { campaignOf } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { channelOf } from '../../domain/channels.ts'
import type { ErrorName } from '../../domain/errors.ts'
import { keptSalutation, salutations } from '../../domain/person.ts'
import { goesOn, isExpired } from '../../domain/referral.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { rememberedCampaign } from '../consent/visitor-cookies.ts'
import { countHit, readHits } from '../base/limit-store.ts'
import { actorOf, type Call } from '../context.ts'
import { audit } from '../base/audit-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { AppError, fail } from '../errors.ts'
import { checkBirthDate } from '../referral/check-recipient.ts'
import { makeReportedRecipient, type Reported } from '../referral/report-recipient.ts'
import { lockReferral } from '../referral/store.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { matchRecipient, spell } from './match-recipient.ts'
import { orderLabels } from './order-labels.ts'
import { findLiveOrder, findReferralOfReport, insertOrder } from './store.ts'

export const guessesPerHour = 30
export const entriesPerHour = 10 // per visitor without captcha, as in the form

// Reveal something about an address of others.
const telling = new Set<ErrorName>([
  'not-found',
  'emails-equal',
  'self-referral',
  'blocked-single',
  'blocked-wildcard',
])

type ReportCall = Call<unknown, QueryOf<typeof endpoint>, BodyOf<typeof endpoint>>

/**
 * Stores a browser's report of a contract. It proves nothing; the provider's feed confirms. Once per recipient and product.
 * `empfaengerdaten` find an earlier acceptor by address, unstored; complete ones of a new person create an unconfirmed entry
 * (referral/report-recipient.ts).
 */
export const reportOrder = serve(endpoint, async (call) => {
  const { tenant } = call
  const limit = `report-order|${call.visitor}`
  const hits = await withTenant(call.deps.db, tenant.code, (tx) =>
    readHits(tx, tenant.code, limit, call.realNow, 3600),
  )
  if (hits >= guessesPerHour) throw fail('too-many-requests', { retryAfterSeconds: 3600 })
  try {
    // A parallel deletion may hold our locks.
    return await retryConflict(() => call.transaction((tx) => report(tx, call)))
  } catch (error) {
    if (error instanceof AppError && telling.has(error.failure.name)) {
      // Counted, so that recipients' addresses cannot be probed.
      await withTenant(call.deps.db, tenant.code, (tx) =>
        countHit(tx, tenant.code, limit, call.realNow, 3600),
      )
    }
    throw error
  }
})

async function report(tx: Tx, call: ReportCall) {
  const { tenant, body, query, today } = call
  const data = readReported(call)
  const referral = await findReferralOfReport(tx, tenant.code, spell(body.referralNumber) ?? '')
  if (!referral || !goesOn(referral)) throw fail('not-found')
  // Serialises reports and feed lines.
  await lockReferral(tx, tenant.code, referral.number)
  const email = body.recipient?.email
  const match = () =>
    matchRecipient(tx, tenant.code, {
      referralNumber: referral.number,
      ...(body.recipientNumber ? { recipientNumber: body.recipientNumber } : {}),
      ...(email ? { email } : {}),
      productIds: [],
    })
  let recipient = body.recipientNumber || email ? await match() : undefined
  if (!recipient && !body.recipientNumber && data) {
    await countEntry(tx, call)
    const way = wayOf(
      campaignOf({ channel: query.channel }),
      rememberedCampaign(call.request.cookies),
    )
    await makeReportedRecipient(tx, call, referral.number, data, way)
    recipient = await match()
  }
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
    // The person's own attribution, or else the report's channel (spec section 7.3).
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

/** Under the referral's lock, atomic with the entry: refusals count as guesses. */
async function countEntry(tx: Tx, { tenant, visitor, realNow }: ReportCall): Promise<void> {
  const bucket = `report-order|entries|${visitor}`
  const made = await countHit(tx, tenant.code, bucket, realNow, 3600)
  if (made > entriesPerHour) throw fail('too-many-requests', { retryAfterSeconds: 3600 })
}

/** The reported person, if complete for the tenant's form; throws below the least age, storing nothing. */
function readReported(call: ReportCall): Reported | null {
  const { tenant, body } = call
  const given = body.recipient
  const birthDate = checkBirthDate(call, given?.birthDate, 'empfaengerdaten.geburtsdatum')
  const wanted = tenant.recipientFields
  const address = readAddress(given?.address)
  const phone = given?.phone?.trim() || null
  if (!given?.firstName || !given.email) return null
  if ((wanted.birthDate && !birthDate) || (wanted.phone && !phone) || (wanted.address && !address))
    return null
  const { firstName, lastName = '', email } = given
  return {
    salutation: keptSalutation(salutations.find((one) => one === given.salutation)),
    firstName,
    lastName,
    email,
    birthDate,
    phone,
    address,
  }
}

/** A complete address, field names in any case, as the spec shows both; else null. */
function readAddress(given: Record<string, string> | undefined): Reported['address'] {
  const fields = new Map(
    Object.entries(given ?? {}).map(([name, text]) => [name.toLowerCase(), text.trim()]),
  )
  const [street, houseNumber, zip, city] = ['strasse', 'hausnummer', 'plz', 'ort'].map((name) =>
    fields.get(name),
  )
  return street && houseNumber && zip && city ? { street, houseNumber, zip, city } : null
}
