import { BERLIN } from '../../domain/dates.ts'
import { mailboxOf } from '../../domain/email.ts'
import { personText } from '../../domain/known-again.ts'
import { releasableOn } from '../../domain/order.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { rewardAmounts } from '../catalogue/option-view.ts'
import type { Call, Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { sumRecipientRewards, type Person } from './received-store.ts'
import type { ReferralOffer } from './recipient-store.ts'

export const isCappedByYear = ({ cap }: Pick<Tenant, 'cap'>) =>
  cap.cents !== null && cap.per === 'policy-and-year'

export function personOf(keys: Deps['keys'], tenant: Tenant, email: string): Person {
  const mailbox = mailboxOf(email)
  return { mailbox, hashes: keys.lookups(personText(tenant.code, mailbox)) }
}

/**
 * Used part of the cap per policy and calendar year. The year is the reward's, the policy the product's: two of one kind share
 * the cap, the careful reading of the law.
 */
export async function readUsedCents(
  tx: Tx,
  tenant: Tenant,
  asked: readonly (Person & { productId: string })[],
  today: Temporal.PlainDate,
): Promise<number[]> {
  if (!isCappedByYear(tenant)) return []
  return sumRecipientRewards(tx, tenant.code, asked, {
    from: startOfYear(today.year),
    until: startOfYear(today.year + 1),
  })
}

/** The contact's share of a contract concluded today: as promised, and what the cap leaves of it in the year of its release. */
export async function shareToday(
  tx: Tx,
  { deps, tenant, today }: Pick<Call, 'deps' | 'tenant' | 'today'>,
  email: string,
  referral: Pick<ReferralOffer, 'product_id' | 'commission_cents' | 'share'>,
): Promise<{ promised: number; cents: number }> {
  const { recipient: promised } = rewardAmounts(tenant, referral.commission_cents, referral.share)
  if (!isCappedByYear(tenant)) return { promised, cents: promised }
  const asked = { ...personOf(deps.keys, tenant, email), productId: referral.product_id }
  const day = releasableOn(today, tenant.complaintDays)
  const [used = 0] = await readUsedCents(tx, tenant, [asked], day)
  const left = Math.max(0, (tenant.cap.cents ?? 0) - used)
  return { promised, cents: Math.min(promised, left) }
}

export function startOfYear(year: number): Temporal.Instant {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(BERLIN).toInstant()
}
