import { mailboxOf } from '../../domain/email.ts'
import { checkReward, type ReviewReason } from '../../domain/eligibility.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import type { Person } from '../referral/received-store.ts'
import { startOfYear } from '../referral/used-cap.ts'
import {
  countRewarded,
  listCustomers,
  listHouseholds,
  listReleasedBefore,
  type Home,
  type Rewarded,
} from './judge-store.ts'
import type { OrderFacts } from './release-store.ts'

/** Why an order's rewards are held for review; empty: not held. */
export type Holds = { referrer: ReviewReason[]; recipient: ReviewReason[] }

/** An order that is released, and what its person is known by. */
type Judged = { facts: OrderFacts; person: Person }

/** The holds of an order's rewards once it is known which orders were released before it, with a reward of their referrer. */
type Judge = (
  order: OrderFacts,
  rewarded: readonly Pick<OrderFacts, 'accountId' | 'referralNumber'>[],
) => Holds

/**
 * Reads what the tenant's soft rules (domain/eligibility.ts) ask about orders, none of them two of one person. A shared bank account shows only on
 * collection (collect-reward.ts). The number of the referrer's rewards does not concern the recipient.
 */
export async function readJudged(
  tx: Tx,
  tenant: Tenant,
  orders: readonly Judged[],
  today: Temporal.PlainDate,
): Promise<Judge> {
  const { code, eligibility: rules } = tenant
  const facts = orders.map((one) => one.facts)
  const months = rules.existingCustomerMonths
  const asked = orders.map(({ facts, person }) => ({ ...facts, ...person }))
  const [before, customers, households, rewarded] = await together([
    () => listReleasedBefore(tx, code, asked),
    () =>
      listCustomers(
        tx,
        code,
        months === null
          ? []
          : orders.map(({ facts: { contractOn }, person }) => ({
              ...person,
              from: Temporal.PlainDate.from(contractOn).subtract({ months }).toString(),
              before: contractOn,
            })),
      ),
    () =>
      rules.sameHousehold === 'hold'
        ? listHouseholds(
            tx,
            code,
            facts.map(({ accountEmail }) => accountEmail),
          )
        : new Map<string, Home[]>(),
    () => countRewarded(tx, code, facts, startOfYear(today.year)),
  ])
  const places = new Map(facts.map(({ number }, place) => [number, place]))
  return (order, since) => {
    const place = places.get(order.number)!
    const decision = checkReward(
      {
        sameEmail: mailboxOf(order.accountEmail) === mailboxOf(order.recipientEmail),
        sameBankAccount: false,
        sameHousehold: isHousehold(order, households.get(order.accountEmail)),
        contractBeforeAcceptance: order.contractOn < order.acceptedOn,
        existingCustomer: before.has(place) || customers.has(place),
        rewardedThisYear: countOthers(order, rewarded.get(order.accountId), since),
      },
      rules,
    )
    const reasons = decision.kind === 'held' ? decision.reasons : []
    return { referrer: reasons, recipient: reasons.filter((reason) => reason !== 'yearly-limit') }
  }
}

/** A referrer's rewarded referrals but the order's own, with those since. */
function countOthers(
  { accountId, referralNumber }: OrderFacts,
  counted: Rewarded = { count: 0, among: [] },
  since: readonly Pick<OrderFacts, 'accountId' | 'referralNumber'>[],
): number {
  const known = new Set(counted.among)
  const theirs = since.filter((one) => one.accountId === accountId)
  const fresh = new Set(theirs.map((one) => one.referralNumber)).difference(known)
  const isOwn = known.has(referralNumber) || fresh.has(referralNumber)
  return counted.count + fresh.size - (isOwn ? 1 : 0)
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
  const { accountEmail } = facts
  const households = await listHouseholds(tx, tenant, [accountEmail])
  return isHousehold(facts, households.get(accountEmail))
}

function isHousehold(facts: HouseholdFacts, known: readonly Home[] = []): boolean {
  const { street, houseNumber, zip } = facts
  if (!street || !houseNumber || !zip) return false
  // The same person is the previous rule.
  if (facts.accountEmail === facts.recipientEmail) return false
  const home = spellHome({ street, houseNumber, zip })
  return known.some((one) => spellHome(one) === home)
}

/** Normal form of a postal address: Birkenweg 3a = BIRKENWEG 3 A, Birkenstraße = Birkenstr. */
export function spellHome(address: Home): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]/gu, '')
  const street = plain(address.street.toLowerCase().replace(/(stra(ß|ss)e|str\.?)(?=\s|$)/u, 'str'))
  return [street, plain(address.houseNumber), plain(address.zip)].join('|')
}
