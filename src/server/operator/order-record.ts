import * as contract from '../../contract/betrieb-auftraege.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { localDate } from '../../domain/dates.ts'
import { refusalText, type RefusalReason } from '../../domain/refusal.ts'
import { keptDays } from '../../domain/retention.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findDecision } from '../order/decision-store.ts'
import { highestCentsOf, previewRewards } from '../reward/price-reward.ts'
import { listOrderRewards, type Reward } from '../reward/store.ts'
import { withdrawalOf } from '../reward/withdraw-rewards.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { isUnnamed, readLeftToAttach } from './attach-contract.ts'
import { sayName, shown } from './order-list.ts'
import {
  readOrder,
  readPartnerOrder,
  readUnmatched,
  type OrderRecord,
  type PartnerOrderRecord,
  type UnmatchedRecord,
} from './order-record-store.ts'
import { isOwnCase } from './own-case.ts'
import { listCaseEvents } from './review-queue-store.ts'
import { operatorOf } from './reward-list.ts'
import { operatorsIn, sayEvents } from './say-events.ts'

type Shown = AnswerOf<typeof contract.showTenantOrder>

export const showTenantOrder = serve(contract.showTenantOrder, async (call) => {
  const { tenant, params } = call
  return call.transaction(async (tx) => {
    if (isUuid(params.id)) {
      const line = await readUnmatched(tx, tenant.code, params.id)
      if (!line) throw fail('not-found')
      const { operatorId } = operatorOf(call.caller)
      return sayLine(
        line,
        isUnnamed(line) ? await readLeftToAttach(tx, tenant.code, operatorId, call.now) : null,
      )
    }
    const order = await readOrder(tx, tenant.code, params.id)
    if (order) return sayOrder(tx, call, order)
    const ofPartner = await readPartnerOrder(tx, tenant.code, params.id)
    if (!ofPartner) throw fail('not-found')
    return sayPartnerOrder(tx, call, ofPartner)
  })
})

const ofNobody = {
  number: null,
  releasableOn: null,
  name: null,
  cents: null,
  seller: null,
  sellerKind: null,
  sellerId: null,
  commission: null,
  referralNumber: null,
  referrer: null,
  contact: null,
  confirmedAt: null,
  releasedAt: null,
  cancelledAt: null,
  refusal: null,
  decision: null,
  rewards: [],
  expected: null,
  cancelled: 0,
  clawedBack: 0,
  isOwnCase: false,
  events: [],
} as const

const sayLine = (line: UnmatchedRecord, leftCents: number | null): Shown => ({
  ...ofNobody,
  rewards: [],
  events: [],
  id: line.line_id,
  externalNumber: line.external_number,
  product: line.product,
  contractOn: line.contract_on,
  state: shown.unmatched,
  version: line.version,
  leftCents,
  source: line.source,
  reportedAt: line.seen_at.toString(),
  keptUntil: localDate(line.seen_at).add({ days: keptDays.unmatchedOrder }).toString(),
})

async function sayPartnerOrder(tx: Tx, call: Call, order: PartnerOrderRecord): Promise<Shown> {
  const say = sayName(call)
  return {
    ...ofNobody,
    rewards: [],
    id: order.number,
    number: order.number,
    externalNumber: order.external_number,
    product: order.product,
    contractOn: order.contract_on,
    state: shown[order.shown_as],
    releasableOn: order.releasable_on,
    version: 0,
    seller: say.name(order.partner_name),
    sellerKind: 'sales-partner',
    sellerId: say.id(order.partner_id),
    commission: {
      cents: order.commission_cents,
      state: order.commission_state,
      note: order.note_number,
    },
    source: order.source,
    reportedAt: order.confirmed_at.toString(),
    confirmedAt: order.confirmed_at.toString(),
    releasedAt: order.released_at?.toString() ?? null,
    cancelledAt: order.cancelled_at?.toString() ?? null,
    keptUntil: null,
    leftCents: null,
    events: await eventsOf(tx, call, [order.number]),
  }
}

async function eventsOf(tx: Tx, call: Call, subjects: string[]): Promise<Shown['events']> {
  const events = await listCaseEvents(tx, call.tenant.code, subjects)
  const names = await operatorNames(tx, call.tenant.code, operatorsIn(events))
  return sayEvents(events, names, call)
}

async function sayOrder(tx: Tx, call: Call, order: OrderRecord): Promise<Shown> {
  const { tenant, deps, today, caller } = call
  const say = sayName(call)
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { number } = order
  const rewards = await listOrderRewards(tx, tenant.code, number)
  const decision = await findDecision(tx, tenant.code, number)
  const subjects = [number, ...rewards.map(({ reward_id }) => reward_id)]
  const { account_id, account_name, contact_name } = order
  const refusal = order.refusal_reason
    ? {
        reason: order.refusal_reason as RefusalReason,
        note: order.refusal_note,
      }
    : null
  return {
    id: number,
    number,
    externalNumber: order.external_number,
    product: order.product,
    contractOn: order.contract_on,
    state: shown[order.shown_as],
    releasableOn: order.releasable_on,
    name: contact_name && say.name(contact_name),
    cents: order.reward_cents,
    version: order.version,
    seller: order.agency_name,
    sellerKind: order.agency_id ? 'agency' : null,
    sellerId: order.agency_id && say.id(order.agency_id),
    commission: null,
    referralNumber: order.referral_number,
    referrer:
      account_id && account_name ? { id: say.id(account_id), name: say.name(account_name) } : null,
    contact: contact_name
      ? { id: say.id(order.contact_number), name: say.name(contact_name) }
      : null,
    source: order.source,
    reportedAt: order.reported_at.toString(),
    confirmedAt: order.confirmed_at?.toString() ?? null,
    releasedAt: order.released_at?.toString() ?? null,
    cancelledAt: order.cancelled_at?.toString() ?? null,
    keptUntil: null,
    leftCents: null,
    refusal: refusal && {
      de: refusalText(refusal, 'de'),
      en: refusalText(refusal, 'en'),
    },
    decision: decision
      ? {
          action: decision.refusal ? ('refuse' as const) : ('release' as const),
          at: decision.dueAt.toString(),
        }
      : null,
    rewards: rewards.map(sayReward),
    expected: await expectedOf(tx, { deps, tenant, today }, order),
    ...effectOf(rewards),
    isOwnCase: await isOwnCase(tx, deps, tenant.code, caller.operatorId, concernedBy(order)),
    events: await eventsOf(tx, call, subjects),
  }
}

export const concernedBy = ({ account_id, agency_id, contact_number }: OrderRecord) => ({
  accounts: account_id ? [account_id] : [],
  recipients: [contact_number],
  agencies: agency_id ? [agency_id] : [],
})

/** What a cancellation does with the rewards as they are. */
export function effectOf(rewards: readonly Reward[]): {
  cancelled: number
  clawedBack: number
} {
  const sumOf = (...what: (string | null)[]) =>
    rewards.reduce((sum, one) => sum + (what.includes(withdrawalOf(one)) ? one.cents : 0), 0)
  return {
    cancelled: sumOf('cancelled'),
    clawedBack: sumOf('claimed', 'waiting'),
  }
}

async function expectedOf(
  tx: Tx,
  { deps, tenant, today }: Pick<Call, 'deps' | 'tenant' | 'today'>,
  { number, shown_as }: OrderRecord,
): Promise<Shown['expected']> {
  if (shown_as !== 'reported' && shown_as !== 'confirmed') return null
  const preview = await previewRewards(tx, deps.keys, tenant, [number], today)
  const { referrer = 0, recipient = 0 } = preview([[number]]).get(number) ?? {}
  return { referrer, contact: recipient, most: await highestCentsOf(tx, tenant, number) }
}

const sides = { referrer: 'Empfehler', recipient: 'Empfaenger' } as const

const sayReward = (reward: Reward): Shown['rewards'][number] => ({
  id: reward.reward_id,
  beneficiary: sides[reward.beneficiary],
  cents: reward.cents,
  state: reward.state,
  isHeld: reward.review === 'held',
  isClaimedBack: reward.claimed_back_at !== null,
  dueOn: reward.due_on,
  expiresOn: reward.expires_on,
})
