import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { rewardAmounts } from '../catalogue/option-view.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { isMailQueued, queueMail } from '../mail/store.ts'
import { issueRecipientToken } from '../referral/issue-recipient-token.ts'
import { isCappedByYear } from '../referral/used-cap.ts'
import { listAlike } from './capped-store.ts'
import { findOrderSides } from './claim-store.ts'
import { previewRewards } from './price-reward.ts'
import type { OrderFacts } from './release-store.ts'

type Asking = Pick<Deps, 'clock' | 'keys'>
type Asked = Pick<OrderFacts, 'number' | 'commissionCents' | 'share'>

/**
 * What the yearly cap leaves the contact of an order, in cents; null if it is all that was promised. Without `cents` the order is
 * unreleased, and the person's earlier contracts for the product in the year of its release are released first.
 */
export async function cappedCents(
  tx: Tx,
  { keys, clock }: Asking,
  tenant: Tenant,
  order: Asked,
  cents?: number,
): Promise<number | null> {
  if (!isCappedByYear(tenant)) return null
  const { recipient: promised } = rewardAmounts(tenant, order.commissionCents, order.share)
  const left = cents ?? (await expected())
  return left < promised ? left : null

  async function expected() {
    const today = clock.today()
    const alike = await listAlike(tx, tenant.code, order.number)
    const own = alike.find(({ number }) => number === order.number)
    const due = own ? Temporal.PlainDate.from(own.releasableOn) : today
    const day = Temporal.PlainDate.compare(due, today) > 0 ? due : today
    const numbers = alike
      .filter(({ releasableOn }) => Temporal.PlainDate.from(releasableOn).year <= day.year)
      .map(({ number }) => number)
    const preview = await previewRewards(tx, keys, tenant, numbers, day)
    return preview([numbers]).get(order.number)?.recipient ?? promised
  }
}

/** Mails the contact that the contract earns less than promised, and why; once per amount. */
export async function mailIfCapped(
  tx: Tx,
  deps: Asking,
  tenant: Tenant,
  order: Asked & Pick<OrderFacts, 'recipientNumber'>,
  cents?: number,
): Promise<void> {
  const left = await cappedCents(tx, deps, tenant, order, cents)
  const dedupeKey = `reward-capped|${order.number}|${left}`
  if (left === null || (await isMailQueued(tx, tenant.code, dedupeKey))) return
  const sides = await findOrderSides(tx, tenant.code, order.number)
  const side = sides.find(({ beneficiary }) => beneficiary === 'recipient')
  if (!side?.productTitle) return
  const now = deps.clock.now()
  const { id } = await issueRecipientToken(tx, { deps, tenant, now }, order.recipientNumber, {
    mailed: true,
  })
  await queueMail(tx, tenant.code, {
    template: 'rewardCapped',
    to: side.email,
    locale: side.language,
    data: {
      firstName: side.firstName,
      productTitle: titleInMail(side.productTitle, side.inSentence, side.language),
      amount: left > 0 ? formatCents(left, side.language) : null,
      limit: formatCents(tenant.cap.cents ?? 0, side.language),
      link: { link: { page: 'RecipientArea', token: { id, as: 't' } } },
    },
    dedupeKey,
    now,
  })
}
