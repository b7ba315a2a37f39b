import * as contract from '../../contract/betrieb-praemien.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { payoutReason } from '../../domain/bank-reasons.ts'
import { startOfLocalDay } from '../../domain/dates.ts'
import { initialsOf } from '../../domain/initials.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { rewardLabels } from '../../domain/reward.ts'
import { cannotHold, extendableUntil } from '../../domain/reward-acts.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { whyReward } from '../../domain/why-reward.ts'
import { isUuid } from '../base/uuid.ts'
import type { Caller } from '../context.ts'
import { fail } from '../errors.ts'
import { payoutPlace } from '../payout/places.ts'
import { rewardPlace } from '../reward/check-bank-data.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { isClaimedBack } from '../reward/reward-view.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { isOwnReward } from './own-case.ts'
import { voucherOf } from './voucher-codes.ts'
import { openRewardOf, waitView } from './person-promises.ts'
import { listCaseEvents } from './review-queue-store.ts'
import {
  listPaymentsOf,
  listPostings,
  listRewardRows,
  readRewardFacts,
  type ListedReward,
  type RewardFilter,
} from './reward-list-store.ts'
import { sayEvents } from './say-events.ts'

export const sides = { referrer: 'Empfehler', recipient: 'Empfaenger' } as const
type Label = 'Offen' | 'Bereitgestellt' | 'Abgeholt' | 'Ausgezahlt' | 'Storniert' | 'Abgelaufen'

type Seen = { tenant: Tenant; today: Temporal.PlainDate; locale: Locale; seesPeople: boolean }

export function operatorOf(caller: Caller) {
  if (caller.kind !== 'operator') throw fail('session-missing')
  return { ...caller, seesPeople: operatorAbilities(caller.roles).can('read', 'people') }
}

export function viewOf(row: ListedReward, { tenant, today, locale, seesPeople }: Seen) {
  const { unclaimedDays, rewardMonths, setsOffByItself, accountsBlockedOn } = tenant
  const blockedOn = row.blocked_on ?? (row.account_id && accountsBlockedOn?.toString()) ?? null
  const wait = whyReward(openRewardOf(row), {
    today,
    blockedOn,
    unclaimedDays,
    rewardMonths,
    setsOffByItself,
  })
  return {
    id: row.reward_id,
    state: rewardLabels[row.state] as Label,
    isHeld: row.review === 'held' && ['open', 'provided', 'collected'].includes(row.state),
    isClaimedBack: isClaimedBack(row),
    side: sides[row.beneficiary],
    person: seesPeople && row.name !== null ? personOf(row) : null,
    name: row.name === null || seesPeople ? row.name : initialsOf(row.name),
    cents: row.cents,
    createdAt: row.created_at.toString(),
    dueOn: row.due_on,
    expiresOn: row.state === 'provided' ? row.expires_on : null,
    wait: waitView(locale)(wait),
    orderNumber: row.order_number,
  }
}

const personOf = (row: ListedReward) =>
  row.beneficiary === 'recipient' ? row.recipient_number : row.account_id

const startOf = (day: string, later = 0) =>
  startOfLocalDay(Temporal.PlainDate.from(day).add({ days: later }))

type Asked = Exclude<BodyOf<typeof contract.listRewards>['filter'], undefined>

export function filterOf(
  { state, side, from, to, atLeast, payableOn, search }: Asked,
  tenant: Tenant,
  today: Temporal.PlainDate,
): RewardFilter {
  return {
    states: [state ?? []].flat(),
    today,
    allBlocked: isAllBlocked(tenant),
    ...(payableOn ? { payableOn: Temporal.PlainDate.from(payableOn) } : {}),
    ...(side ? { side: side === 'Empfehler' ? 'referrer' : 'recipient' } : {}),
    ...(from ? { from: startOf(from) } : {}),
    ...(to ? { before: startOf(to, 1) } : {}),
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(search ? { search } : {}),
  }
}

export const listRewards = serve(contract.listRewards, async (call) => {
  const { tenant, body, today, locale } = call
  const { seesPeople } = operatorOf(call.caller)
  const { page = 1, pageSize = 50, orderBy = 'Angelegt', descending = true, filter = {} } = body
  return call.transaction(async (tx) => {
    const { rows, count, cents } = await listRewardRows(tx, tenant.code, {
      filter: filterOf(filter, tenant, today),
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, { tenant, today, locale, seesPeople })),
      ...(cents === null ? {} : { sums: { cents } }),
    }
  })
})

export const showRewardRecord = serve(contract.showRewardRecord, (call) =>
  call.transaction(async (tx) => {
    const { deps, params, today, locale } = call
    const { tenant } = call
    const { operatorId, seesPeople } = operatorOf(call.caller)
    const endOf = (sealed: string, place: string) => deps.keys.decrypt(sealed, place).slice(-4)
    const found = isUuid(params.id) ? await readRewardFacts(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const postings = await listPostings(tx, tenant.code, params.id)
    const payments = await listPaymentsOf(tx, tenant.code, params.id)
    const events = await listCaseEvents(tx, tenant.code, [
      params.id,
      ...payments.map(({ end_to_end_id }) => end_to_end_id),
    ])
    const voucher =
      found.taken_as === 'voucher'
        ? await voucherOf(tx, { ...call, caller: operatorOf(call.caller) }, params.id)
        : null
    const names = await operatorNames(
      tx,
      tenant.code,
      events.map(({ actor_id }) => actor_id),
    )
    const expiresOn = found.expires_on === null ? null : Temporal.PlainDate.from(found.expires_on)
    const isExtended = found.extended_on !== null
    return {
      ...viewOf(found, { tenant, today, locale, seesPeople }),
      version: found.version,
      hasClawback: found.has_clawback,
      product: found.product?.[locale] ?? null,
      externalNumber: found.external_number,
      referralNumber: found.referral_number,
      takenAs: found.taken_as,
      voucher,
      providedAt: found.provided_at?.toString() ?? null,
      collectedAt: found.collected_at?.toString() ?? null,
      paidAt: found.paid_at?.toString() ?? null,
      setOffCents: found.set_off_cents,
      extendedOn: found.extended_on,
      ibanEnd:
        found.iban_encrypted && endOf(found.iban_encrypted, rewardPlace(tenant.code, params.id)),
      rule: found.rule,
      postings: postings.map(({ at, ...posting }) => ({ ...posting, at: at.toString() })),
      payments: payments.map((one) => ({
        endToEndId: one.end_to_end_id,
        batch: one.batch_id,
        executionOn: one.execution_on,
        cents: one.cents,
        ibanEnd: endOf(one.iban_encrypted, payoutPlace(tenant.code, one.payout_id)),
        state: one.state,
        bankStatus: one.bank_status,
        bankReason: one.reason && payoutReason(one.reason, locale),
        createdAt: one.created_at.toString(),
        settledAt: one.settled_at?.toString() ?? null,
      })),
      events: sayEvents(events, names, call),
      isOwnCase: await isOwnReward(tx, deps, tenant.code, operatorId, params.id),
      cannotHold: cannotHold({ ...found, isInBatch: found.payout_id !== null }),
      extendableUntil:
        extendableUntil(
          { state: found.state, expiresOn, isExtended },
          today,
          tenant.rewardMonths,
        )?.toString() ?? null,
    }
  }),
)
