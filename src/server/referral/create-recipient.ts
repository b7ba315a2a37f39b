import { randomBytes } from 'node:crypto'
import { createRecipient as endpoint } from '../../contract/empfaenger.ts'
import type { BodyOf, ParamsOf, QueryOf } from '../../contract/endpoint.ts'
import { campaignOf } from '../../domain/campaign.ts'
import { wayOf } from '../../domain/campaign-name.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { keptSalutation } from '../../domain/person.ts'
import { confirmBy, deleteUnconfirmedOn, isCorrection } from '../../domain/recipient.ts'
import { together } from '../db/together.ts'
import { audit } from '../base/audit-store.ts'
import { rememberedCampaign } from '../consent/visitor-cookies.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { termsOf, type Terms } from '../gateways/content/terms-of.ts'
import type { ErrorName } from '../../domain/errors.ts'
import { serve } from '../serve.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { checkRecipient } from './check-recipient.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { useSolution } from '../access/use-solution.ts'
import { checkRecipientLimit, countRecipientTry } from './creation-limits.ts'
import { correctEntry } from './correct-entry.ts'
import { findOwnToken, findWaiting, lastDayOf } from './find-waiting.ts'
import { withFreshNumbers } from './fresh-numbers.ts'
import { recipientHex } from './hex.ts'
import { issueRecipientToken } from './issue-recipient-token.ts'
import { mailAcceptedBefore, mailConfirmation } from './mail-confirmation.ts'
import {
  findConfirmedMailbox,
  findReferralOffer,
  insertRecipient,
  type Recipient,
} from './recipient-store.ts'
import { isSameNetwork } from './network-of.ts'
import { recordRecipientConsents } from './record-consents.ts'
import { isOpenToRecipients, readNumber } from './referral-view.ts'
import { refusalOf } from './refuse-recipient.ts'
import { acceptReferral, lockReferral } from './store.ts'

type CreateCall = Call<ParamsOf<typeof endpoint>, QueryOf<typeof endpoint>, BodyOf<typeof endpoint>>

/**
 * A recipient accepts a referral. An unconfirmed address may come again, so that a stranger cannot block its owner; confirming
 * merges (confirm-recipient-data.ts), a waiting entry's token corrects (correct-entry.ts). Later entries of a confirmed mailbox
 * count nowhere, so that strangers learn nothing. A refusal reveals something, so it is committed as a try, with its captcha.
 */
export const createRecipient = serve(endpoint, async (call) => {
  const birthDate = checkRecipient(call, call.body)
  const number = readNumber(call.params.number)
  if (number === null) throw fail('not-found')
  const shown = await termsOf(call.deps, call.tenant)
  const made = await withFreshNumbers(() =>
    call.transaction((tx) => create(tx, call, number, birthDate, shown)),
  )
  if ('refused' in made) throw fail(made.refused)
  return made
})

async function create(
  tx: Tx,
  call: CreateCall,
  referralNumber: string,
  birthDate: Temporal.PlainDate | null,
  shown: Terms,
): Promise<{ number: string; hex: string; token: string | null } | { refused: ErrorName }> {
  const { deps, tenant, body, caller, locale, now, today } = call
  const [, referral, solved, tries, found] = await together([
    () => lockReferral(tx, tenant.code, referralNumber),
    () => findReferralOffer(tx, tenant.code, referralNumber),
    () => useSolution(tx, call, call.query.captcha),
    () => countRecipientTry(tx, call),
    () => findWaiting(tx, call, referralNumber),
  ])
  if (!referral) throw fail('not-found')
  if (!isOpenToRecipients(referral, today)) throw fail('referral-expired')
  const email = normaliseEmail(body.email)
  await checkRecipientLimit(call, tries, solved)
  const refused = refusalOf(call, referral, email)
  if (refused) return { refused }

  const [confirmed, own] = await together([
    () => findConfirmedMailbox(tx, tenant.code, { referral: referralNumber, email }),
    () => findOwnToken(tx, call, referralNumber),
  ])
  if (confirmed && own?.number === confirmed.number) {
    const hex = recipientHex(deps.keys, tenant.code, confirmed.number)
    return { number: confirmed.number, hex, token: own.text }
  }
  const weeks = tenant.unconfirmedWeeks
  const { captcha: _, ...query } = call.query
  const way = wayOf(campaignOf(query), rememberedCampaign(call.request.cookies))
  const waiting = found && corrects(found.recipient, { ...body, email }) ? found : null
  const entry = {
    number: waiting?.recipient.number ?? numberFrom(randomBytes(10)),
    referral_number: referralNumber,
    salutation: keptSalutation(body.salutation),
    first_name: body.firstName,
    last_name: body.lastName ?? '',
    email,
    birth_date: birthDate?.toString() ?? null,
    phone: body.phone ? body.phone : null,
    street: body.address?.street ?? null,
    house_number: body.address?.houseNumber ?? null,
    zip: body.address?.zip ?? null,
    city: body.address?.city ?? null,
    advertising: body.advertising === true,
    language: locale,
    ...way,
    created_at: now.toString(),
    created_on: today.toString(),
    consented_at: now.toString(),
    delete_on: deleteUnconfirmedOn(today, weeks).toString(),
    same_network: isSameNetwork(call, referral),
    merged_into: confirmed?.number ?? null,
  }
  const { number } = entry
  if (waiting) await correctEntry(tx, call, waiting.recipient, entry)
  const [token] = await together([
    () =>
      waiting ? { text: waiting.token } : issueRecipientToken(tx, call, number, { mailed: false }),
    () => (waiting ? undefined : insertRecipient(tx, tenant.code, entry)),
    () =>
      confirmed
        ? mailAcceptedBefore(tx, call, confirmed, referral)
        : mailConfirmation(tx, call, entry, referral, {
            until: waiting ? lastDayOf(waiting.recipient) : confirmBy(today, weeks),
            again: waiting !== null,
          }),
    () => acceptReferral(tx, tenant.code, referralNumber),
    () =>
      recordRecipientConsents(tx, call, number, {
        terms: body.terms,
        shown,
        advertising: body.advertising === true,
      }),
    () =>
      waiting
        ? undefined
        : audit(tx, tenant.code, {
            at: now,
            actor: actorOf(caller),
            action: 'create-recipient',
            subjectKind: 'recipient',
            subjectId: number,
            details: { referral: referralNumber },
          }),
    () => checkMailLimit(tx, call, email, solved),
    () => (waiting || confirmed ? undefined : recordGoal(tx, call, 'recipient-accepted', way)),
  ])
  return { number, hex: recipientHex(deps.keys, tenant.code, number), token: token.text }
}

const corrects = (
  { first_name: firstName, last_name: lastName, email }: Recipient,
  typed: { firstName: string; lastName?: string | undefined; email: string },
) => isCorrection({ firstName, lastName, email }, { ...typed, lastName: typed.lastName ?? '' })
