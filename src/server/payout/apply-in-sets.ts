import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { monthOf } from '../../domain/invoice.ts'
import { paidAt } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { isDatabaseAway } from '../answer-error.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { AppError } from '../errors.ts'
import { findContacts, lockRewards } from '../reward/store.ts'
import { linkOf } from './apply-line-word.ts'
import type { Applied } from './apply-word.ts'
import { lockClosedTo } from './bank-line-store.ts'
import { correctDays } from './correct-days.ts'
import { explainedAs, insertLinks, lockExplained, lockLinks } from './line-payout-store.ts'
import type { OwnAmong } from './own-payment.ts'
import type { BankWord } from './read-bank-file.ts'
import { settleRewards, type Arrived } from './settle-rewards.ts'
import { listPayoutsNamed, noteBankStatus, type Payout } from './store.ts'

/** How many words are one transaction: their audit rows make the tenant's other writers wait (docs/decisions/money-and-payouts.md, 811). */
const perSet = 500

export type Told = { word: BankWord; lineId: string | null }
type Done = Applied | 'waiting'
/** `begin`: what each transaction is begun with. `progress`: told of the words that are through, at first and after each set. */
type By = {
  actor: Actor
  ownAmong: OwnAmong
  begin?: (tx: Tx) => Promise<void>
  progress?: (done: number, all: number) => Promise<void>
}

/**
 * Applies words in sets, each in one transaction: what settles, did so before or is only on its way, and needs nobody's judgement. `one` applies each of
 * the others, in their order and in a transaction of its own, and all of a set that failed: what fails by itself is refused, and stops nothing else.
 * After a crash, or handed in twice, all can be applied again. Throws if the database is away, and what `begin` or a right refuses.
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
    retryConflict(() =>
      withTenant(deps.db, tenant.code, async (tx) => {
        await by.begin?.(tx)
        return work(tx)
      }),
    )
  for (let from = 0; from < told.length; from += perSet) {
    await by.progress?.(from, told.length)
    const some = told.slice(from, from + perSet)
    const simple = listSimple(some)
    const done =
      simple.length > 1
        ? await inTransaction((tx) => applySet(tx, deps, tenant, simple, by)).catch(goOn)
        : undefined
    for (const each of some) {
      const alone = () =>
        inTransaction((tx) => one(tx, each)).catch((error: unknown) => {
          goOn(error)
          const { message } = error as Error
          const { end_to_end_id: payment } = each.word.payout
          deps.log.error({ err: { message }, tenant: tenant.code, payment }, 'A payment failed')
          return failed
        })
      note(each, done?.get(each) ?? (await alone()))
    }
  }
  await by.progress?.(told.length, told.length)
}

function goOn(error: unknown): undefined {
  if (error instanceof AppError || isDatabaseAway(error)) throw error
}

const failed = { refused: bankFileReason('failed') }

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

/** Locks in the order of applyLineWord(): lines, what was said of a payment, then its reward. @returns what it did; nothing of the others */
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
  const explained = await lockExplained(
    tx,
    code,
    told.map(({ lineId }) => lineId),
  )
  const links = Map.groupBy(
    await lockLinks(
      tx,
      code,
      payees.map(({ payout_id: id }) => id),
    ),
    ({ payout_id: id }) => id,
  )
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
  const before: { told: Told; payout: Payout; bookedAt: Temporal.Instant }[] = []
  const linked: Told[] = []
  const refused: [Told, Done][] = []
  for (const each of told) {
    const { word, lineId } = each
    const payout = payouts.get(word.payout.payout_id)
    const reward = rewards.get(word.payout.reward_id ?? '')
    const said = links.get(word.payout.payout_id) ?? []
    const isOther = said.some(
      ({ says, line_id: id }) => says !== 'settled' || (lineId !== null && id !== lineId),
    )
    if (!payout || !reward || own.has(word.payout) || isOther) continue
    const kind = said.length === 0 && explained.get(lineId ?? '')
    if (kind) {
      refused.push([each, { refused: explainedAs(kind) }])
      continue
    }
    const bookedAt = paidAt(word.bookedOn, { sentAt: payout.created_at, now })
    if (payout.state === 'paid') before.push({ told: each, payout, bookedAt })
    else if (payout.state !== 'in-transit' || said.length > 0) continue
    else if (word.says === 'pending') pending.push(each)
    else if (reward.state === 'collected' && reward.claimed_back_at === null) {
      const contact = contacts.get(reward.reward_id)
      settled.push({ told: each, payout, reward, contact, word, bookedAt })
    } else continue
    if (word.says === 'settled' && lineId !== null && said.length === 0) linked.push(each)
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
  await correctDays(
    tx,
    code,
    before.filter(({ told: { word } }) => word.says === 'settled' && word.bookedOn),
    { actor, now },
  )
  await insertLinks(
    tx,
    code,
    linked.map(({ word, lineId }) => ({
      ...linkOf({ ...word, says: 'settled' }, lineId),
      at: now,
    })),
  )
  return new Map<Told, Done>([
    ...refused,
    ...pending.map((each) => [each, 'pending'] as const),
    ...settled.map((each) => [each.told, 'settled'] as const),
    ...before.map((each) => [each.told, 'alreadyDone'] as const),
  ])
}
