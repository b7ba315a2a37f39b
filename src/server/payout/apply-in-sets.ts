import { monthOf } from '../../domain/invoice.ts'
import { paidAt } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { findContacts, lockRewards } from '../reward/store.ts'
import { linkOf } from './apply-line-word.ts'
import type { Applied } from './apply-word.ts'
import { lockClosedTo } from './bank-line-store.ts'
import { insertLinks, lockLinks } from './line-payout-store.ts'
import type { OwnAmong } from './own-payment.ts'
import type { BankWord } from './read-bank-file.ts'
import { settleRewards, type Arrived } from './settle-rewards.ts'
import { listPayoutsNamed, noteBankStatus } from './store.ts'

/** How many words are one transaction: their audit rows make the tenant's other writers wait (docs/decisions/money-and-payouts.md, 811). */
const perSet = 500

export type Told = { word: BankWord; lineId: string | null }
type Done = Applied | 'waiting'
type By = { actor: Actor; ownAmong: OwnAmong }

/**
 * Applies words in sets, each in one transaction: what settles, or is only on its way, and needs nobody's judgement. `one` applies each of
 * the others, in their order and in a transaction of its own. After a crash, or handed in twice, all can be applied again.
 */
export async function applyInSets<T extends Told>(
  deps: Deps,
  tenant: Tenant,
  told: readonly T[],
  by: By,
  one: (tx: Tx, told: T) => Promise<Done>,
  note: (told: T, done: Done) => void,
): Promise<void> {
  const inTransaction = <R>(work: (tx: Tx) => Promise<R>) =>
    retryConflict(() => withTenant(deps.db, tenant.code, work))
  for (let from = 0; from < told.length; from += perSet) {
    const some = told.slice(from, from + perSet)
    const simple = listSimple(some)
    const done =
      simple.length > 1
        ? await inTransaction((tx) => applySet(tx, deps, tenant, simple, by))
        : new Map<Told, Done>()
    for (const each of some)
      note(each, done.get(each) ?? (await inTransaction((tx) => one(tx, each))))
  }
}

/** Rewards that are paid or on their way, each by the first word about its payment. */
function listSimple<T extends Told>(told: readonly T[]): T[] {
  const seen = new Set<string>()
  return told.filter(({ word: { payout, says } }) => {
    const isFirst = !seen.has(payout.payout_id)
    seen.add(payout.payout_id)
    const isSimple = says === 'settled' || says === 'pending'
    return isFirst && isSimple && payout.reward_id !== null
  })
}

/** Locks in the order of applyWord(): what was said of a payment, then its reward. @returns what it did; nothing of the others */
async function applySet(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  told: readonly Told[],
  { actor, ownAmong }: By,
): Promise<Map<Told, Done>> {
  const { code } = tenant
  const payees = told.map(({ word }) => word.payout)
  const own = await ownAmong(tx, payees)
  const links = await lockLinks(
    tx,
    code,
    payees.map(({ payout_id: id }) => id),
  )
  const linked = new Set(links.map(({ payout_id: id }) => id))
  const locked = await lockRewards(
    tx,
    code,
    payees.flatMap(({ reward_id: id }) => id ?? []),
  )
  const rewards = new Map(locked.map((reward) => [reward.reward_id, reward]))
  const read = await listPayoutsNamed(
    tx,
    code,
    payees.map(({ end_to_end_id: id }) => id),
  )
  const payouts = new Map(read.map((payout) => [payout.payout_id, payout]))
  const now = deps.clock.now()
  const contacts = await findContacts(tx, code, [...rewards.keys()])
  const pending: Told[] = []
  const settled: (Arrived & { told: Told })[] = []
  for (const each of told) {
    const { word } = each
    const payout = payouts.get(word.payout.payout_id)
    const reward = rewards.get(word.payout.reward_id ?? '')
    const { payout_id: id } = word.payout
    if (!payout || !reward || payout.state !== 'in-transit') continue
    if (own.has(word.payout) || linked.has(id)) continue
    if (word.says === 'pending') pending.push(each)
    else if (reward.state === 'collected' && reward.claimed_back_at === null) {
      const bookedAt = paidAt(word.bookedOn, { sentAt: payout.created_at, now })
      const contact = contacts.get(reward.reward_id)
      settled.push({ told: each, payout, reward, contact, word, bookedAt })
    }
  }
  for (const [status, some] of Map.groupBy(pending, ({ word }) => word.bankStatus))
    await noteBankStatus(
      tx,
      code,
      some.map(({ word }) => word.payout.payout_id),
      status,
    )
  // No month is closed while something of it is being written.
  if (settled.some(({ bookedAt }) => monthOf(bookedAt) !== monthOf(now)))
    await lockClosedTo(tx, code, 'share')
  await settleRewards(tx, deps, tenant, settled, actor)
  await insertLinks(
    tx,
    code,
    settled.flatMap(({ told: { word, lineId } }) =>
      lineId === null ? [] : [{ ...linkOf({ ...word, says: 'settled' }, lineId), at: now }],
    ),
  )
  return new Map<Told, Done>([
    ...pending.map((each) => [each, 'pending'] as const),
    ...settled.map((each) => [each.told, 'settled'] as const),
  ])
}
