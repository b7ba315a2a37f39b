import { mailboxOf } from '../../domain/email.ts'
import { checkReward, type ReviewReason } from '../../domain/eligibility.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { Person } from '../referral/received-store.ts'
import { startOfYear } from '../referral/used-cap.ts'
import {
  countRewarded,
  hasReleasedBefore,
  listHouseholds,
  wasCustomer,
  type OrderFacts,
} from './release-store.ts'

/** Why an order's rewards are held for review; empty: not held. */
export type Holds = { referrer: ReviewReason[]; recipient: ReviewReason[] }

/**
 * Applies the tenant's soft rules (domain/eligibility.ts). A shared bank account shows only on collection (collect-reward.ts).
 * The number of the referrer's rewards does not concern the recipient.
 */
export async function judgeReward(
  tx: Tx,
  tenant: Tenant,
  facts: OrderFacts,
  person: Person,
  today: Temporal.PlainDate,
): Promise<Holds> {
  const rules = tenant.eligibility
  const decision = checkReward(
    {
      sameEmail: mailboxOf(facts.accountEmail) === mailboxOf(facts.recipientEmail),
      sameBankAccount: false,
      sameHousehold:
        rules.sameHousehold === 'hold' && (await isSameHousehold(tx, tenant.code, facts)),
      contractBeforeAcceptance: facts.contractOn < facts.acceptedOn,
      existingCustomer:
        (await hasReleasedBefore(tx, tenant.code, facts, person)) ||
        (await isExistingCustomer(tx, tenant, facts, person)),
      rewardedThisYear: await countRewarded(tx, tenant.code, {
        accountId: facts.accountId,
        except: facts.referralNumber,
        from: startOfYear(today.year),
      }),
    },
    rules,
  )
  const reasons = decision.kind === 'held' ? decision.reasons : []
  return { referrer: reasons, recipient: reasons.filter((reason) => reason !== 'yearly-limit') }
}

export type HouseholdFacts = Pick<
  OrderFacts,
  'street' | 'houseNumber' | 'zip' | 'accountEmail' | 'recipientEmail'
>

export async function isSameHousehold(
  tx: Tx,
  tenant: string,
  facts: HouseholdFacts,
): Promise<boolean> {
  const { street, houseNumber, zip } = facts
  if (!street || !houseNumber || !zip) return false
  // The same person is the previous rule.
  if (facts.accountEmail === facts.recipientEmail) return false
  const home = spellHome({ street, houseNumber, zip })
  const known = await listHouseholds(tx, tenant, facts.accountEmail)
  return known.some((one) => spellHome(one) === home)
}

/** Normal form of a postal address: Birkenweg 3a = BIRKENWEG 3 A, Birkenstraße = Birkenstr. */
export function spellHome(address: { street: string; houseNumber: string; zip: string }): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]/gu, '')
  const street = plain(address.street.toLowerCase().replace(/(stra(ß|ss)e|str\.?)(?=\s|$)/u, 'str'))
  return [street, plain(address.houseNumber), plain(address.zip)].join('|')
}

async function isExistingCustomer(
  tx: Tx,
  tenant: Tenant,
  facts: OrderFacts,
  person: Person,
): Promise<boolean> {
  const months = tenant.eligibility.existingCustomerMonths
  if (months === null) return false
  const from = Temporal.PlainDate.from(facts.contractOn).subtract({ months }).toString()
  return wasCustomer(tx, tenant.code, {
    ...person,
    from,
    before: facts.contractOn,
  })
}
