import type { z } from 'zod'
import type { rewardOption } from '../../contract/praemie.ts'
import {
  applyRecipientCap,
  formatCents,
  split,
  type Cents,
  type Split,
} from '../../domain/money.ts'
import { isActive, voucherCombination } from '../../domain/reward.ts'
import { isOrderable } from '../../domain/voucher-order.ts'
import { givenFrom } from '../../domain/voucher-pool.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'
import {
  listRewardOptions,
  listVoucherPools,
  type RewardOption,
  type VoucherPool,
} from './store.ts'

export type RewardOptionView = z.output<typeof rewardOption>

/** Today's options, before an amount is known. */
export type Offer = { options: RewardOption[]; pools: VoucherPool[]; hasProvider: boolean }

type Offering = Pick<Tenant, 'code' | 'voucherExpiryDays' | 'voucherProvider'>

export async function loadOffer(
  tx: Tx,
  { code: tenant, voucherExpiryDays, voucherProvider }: Offering,
  today: Temporal.PlainDate,
): Promise<Offer> {
  const [options, pools] = await together([
    () => listRewardOptions(tx, tenant),
    () => listVoucherPools(tx, tenant, givenFrom(today, voucherExpiryDays)),
  ])
  return {
    options: options.filter((option) => isActiveOption(option, today)),
    pools,
    hasProvider: voucherProvider !== null,
  }
}

/** Today's options, whatever their stock. */
export const listActiveOptions = async (tx: Tx, tenant: string, today: Temporal.PlainDate) =>
  (await listRewardOptions(tx, tenant)).filter((option) => isActiveOption(option, today))

/** Options that pay exactly `cents`: cash, and vouchers whose free codes make it up; none for zero. */
export function optionsOf(offer: Offer, cents: Cents, locale: Locale): RewardOptionView[] {
  if (cents <= 0) return []
  const known = made.get(offer) ?? new Map<string, RewardOptionView[]>()
  made.set(offer, known)
  const options =
    known.get(`${cents} ${locale}`) ??
    offer.options
      .filter((option) => option.kind === 'cash' || isPayable(offer, option, cents))
      .map((option) => optionView(option, cents, locale))
  known.set(`${cents} ${locale}`, options)
  return options
}

// Many products, few amounts: combinations are computed once per call.
const made = new WeakMap<Offer, Map<string, RewardOptionView[]>>()

/** The tenant's reward options today for an amount. */
export async function rewardOptionsFor(
  tx: Tx,
  tenant: Offering,
  cents: Cents,
  today: Temporal.PlainDate,
  locale: Locale,
): Promise<RewardOptionView[]> {
  return optionsOf(await loadOffer(tx, tenant, today), cents, locale)
}

export function optionView(option: RewardOption, cents: Cents, locale: Locale): RewardOptionView {
  return {
    id: option.option_id,
    title: option.title[locale],
    amount: formatCents(cents, locale),
    cents,
    startsOn: option.starts_on,
    endsOn: option.ends_on,
    displayEndsOn: option.display_ends_on,
    kind: option.kind,
    text: option.description[locale],
    picture: option.picture,
  }
}

/** The split of a commission, as advertised: after share and cap. */
export function rewardAmounts(
  tenant: Pick<Tenant, 'cap'>,
  commissionCents: Cents,
  share: number,
): Split {
  const { referrer, recipient } = applyRecipientCap({
    split: split(commissionCents, share),
    capCents: tenant.cap.cents,
    usedCents: 0,
    referrerShare: share,
    excessTo: tenant.cap.excess,
  })
  return { referrer, recipient }
}

function isPayable(offer: Offer, option: RewardOption, cents: Cents): boolean {
  const { option_id: optionId, voucher } = option
  if (voucher?.order) return offer.hasProvider && isOrderable(voucher.order, cents)
  const pool = offer.pools.filter(({ option_id }) => option_id === optionId)
  return voucherCombination(cents, pool) !== null
}

function isActiveOption(option: RewardOption, today: Temporal.PlainDate): boolean {
  const day = (text: string | null) => (text === null ? null : Temporal.PlainDate.from(text))
  return isActive(
    {
      startsOn: Temporal.PlainDate.from(option.starts_on),
      endsOn: day(option.ends_on),
      displayEndsOn: day(option.display_ends_on),
    },
    today,
  )
}
