import { randomBytes } from 'node:crypto'
import type { Way } from '../../domain/campaign-name.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { confirmBy, deleteUnconfirmedOn } from '../../domain/recipient.ts'
import { takeMail } from '../access/mail-limit.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { recordGoal } from '../tracking/record-event.ts'
import { mailConfirmation } from './mail-confirmation.ts'
import { isSameNetwork } from './network-of.ts'
import { findReferralOffer, insertRecipient } from './recipient-store.ts'
import { isOpenToRecipients } from './referral-view.ts'
import { refusalOf } from './refuse-recipient.ts'
import { acceptReferral } from './store.ts'

export type Reported = {
  salutation: string
  firstName: string
  lastName: string
  email: string
  birthDate: Temporal.PlainDate | null
  phone: string | null
  address: { street: string; houseNumber: string; zip: string; city: string } | null
}

/**
 * Creates a recipient for a browser's report of a contract without our form. Unconfirmed: the provider's feed or the mailed link
 * confirms. Nobody saw our texts, so no consents and no advertising. The caller locks the referral. Returns the number.
 */
export async function makeReportedRecipient(
  tx: Tx,
  call: Call,
  referralNumber: string,
  { email: typed, ...data }: Reported,
  way: Way,
): Promise<string> {
  const { tenant, locale, now, today } = call
  const referral = await findReferralOffer(tx, tenant.code, referralNumber)
  if (!referral) throw fail('not-found')
  if (!isOpenToRecipients(referral, today)) throw fail('referral-expired')
  const email = normaliseEmail(typed)
  const refused = refusalOf(call, referral, email)
  if (refused) throw fail(refused)
  const weeks = tenant.unconfirmedWeeks
  const entry = {
    number: numberFrom(randomBytes(10)),
    referral_number: referralNumber,
    salutation: data.salutation,
    first_name: data.firstName,
    last_name: data.lastName,
    email,
    birth_date: data.birthDate?.toString() ?? null,
    phone: data.phone,
    street: data.address?.street ?? null,
    house_number: data.address?.houseNumber ?? null,
    zip: data.address?.zip ?? null,
    city: data.address?.city ?? null,
    advertising: false,
    language: locale,
    ...way,
    created_at: now.toString(),
    created_on: today.toString(),
    consented_at: null,
    delete_on: deleteUnconfirmedOn(today, weeks).toString(),
    same_network: isSameNetwork(call, referral),
    merged_into: null,
  }
  await together([
    () => insertRecipient(tx, tenant.code, entry),
    () => acceptReferral(tx, tenant.code, referralNumber),
    () =>
      audit(tx, tenant.code, {
        at: now,
        actor: actorOf(call.caller),
        action: 'create-recipient',
        subjectKind: 'recipient',
        subjectId: entry.number,
        details: { referral: referralNumber, reported: true },
      }),
    () => recordGoal(tx, call, 'recipient-accepted', way),
  ])
  // A courtesy beside the contract: not beyond the mailbox's daily limit.
  if (await takeMail(tx, call, email, false)) {
    const until = confirmBy(today, weeks)
    await mailConfirmation(tx, call, entry, referral, { until, again: false })
  }
  return entry.number
}
