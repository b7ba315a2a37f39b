import { BERLIN } from '../../domain/dates.ts'
import { mailboxOf } from '../../domain/email.ts'
import { personText } from '../../domain/known-again.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { sumRecipientRewards, type Person } from './received-store.ts'

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

export function startOfYear(year: number): Temporal.Instant {
  return Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(BERLIN).toInstant()
}
