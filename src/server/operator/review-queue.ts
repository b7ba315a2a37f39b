import * as contract from '../../contract/betrieb-pruefungen.ts'
import type { QueryOf } from '../../contract/endpoint.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { corrections, correctionTexts } from '../../domain/correction.ts'
import { doubtsText, type Doubt } from '../../domain/doubt.ts'
import { reviewText, type ReviewReason } from '../../domain/eligibility.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { refusalText } from '../../domain/refusal.ts'
import { dueOf, snoozeDays } from '../../domain/review.ts'
import { daysToAnswer, questionReasons, questionTexts } from '../../domain/review-question.ts'
import { say } from '../../domain/say.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { isHeldByOwnCorrection } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { appealable } from '../reward/make-appeal.ts'
import { listQuestions } from '../reward/review-question-store.ts'
import { listHouseholds } from '../reward/judge-store.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { maskPeople } from './case-people.ts'
import { isOwnReward } from './own-case.ts'
import {
  countAlike,
  listCaseEvents,
  listCases,
  listSharing,
  readAccountsOfOrder,
  readCase,
  type CaseEvent,
  type CaseFacts,
  type ReviewFilter,
  type ReviewRow,
} from './review-queue-store.ts'
import { operatorsIn, sayEvents } from './say-events.ts'

const sides = { referrer: 'Empfehler', recipient: 'Empfaenger' } as const

export const viewOf = (
  row: ReviewRow,
  names: ReadonlyMap<string, string>,
  self: string,
  today: Temporal.PlainDate,
) => ({
  id: row.reward_id,
  orderNumber: row.order_number,
  beneficiary: sides[row.beneficiary],
  name: row.name,
  cents: row.cents,
  reasons: row.reasons,
  openedAt: row.opened_at.toString(),
  answerBy: row.answer_by,
  due: dueOf(row.answer_by, today),
  assignee: row.assigned_to ? (names.get(row.assigned_to) ?? row.assigned_to) : null,
  isMine: row.assigned_to === self,
  snoozedUntil: row.snoozed_until,
  outcome: row.outcome,
  closedAt: row.closed_at?.toString() ?? null,
  isAppeal: row.appeal_id !== null,
  version: row.version,
})

type Asked = QueryOf<typeof contract.showReviewsFile>

export function filterOf(asked: Asked, self: string, today: Temporal.PlainDate): ReviewFilter {
  const { assignee, search } = asked
  const [reasons, states] = [[asked.reason ?? []].flat(), [asked.state ?? []].flat()]
  const [dues, kinds] = [[asked.due ?? []].flat(), [asked.kind ?? []].flat()]
  return {
    ...(reasons.length > 0 ? { reasons } : {}),
    ...(assignee ? { assignee: assignee === 'mir' ? self : null } : {}),
    ...(kinds.length > 0 ? { kinds } : {}),
    ...(dues.length > 0 ? { dues } : {}),
    ...(search ? { search } : {}),
    states: states.length > 0 ? states : ['offen'],
    self,
    today: today.toString(),
  }
}

export const listReviews = serve(contract.listReviews, async (call) => {
  const { tenant, body, caller, today } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { page = 1, pageSize = 50, orderBy = 'AntwortBis', descending = false, filter = {} } = body
  return call.transaction(async (tx) => {
    const { rows, count, cents } = await listCases(tx, tenant.code, {
      filter: filterOf(filter, caller.operatorId, today),
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const names = await operatorNames(
      tx,
      tenant.code,
      rows.map((row) => row.assigned_to),
    )
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, names, caller.operatorId, today)),
      ...(cents === null ? {} : { sums: { cents } }),
    }
  })
})

export const showReview = serve(contract.showReview, async (call) => {
  const { tenant, params, caller, now, today, locale } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  return call.transaction(async (tx) => {
    const found = isUuid(params.id) ? await readCase(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const events = await eventsOf(tx, tenant.code, found)
    const questions = await listQuestions(tx, tenant.code, found.reward_id)
    const names = await operatorNames(tx, tenant.code, [
      found.assigned_to,
      found.changed_by,
      found.first_decided_by,
      found.appeal_entered_by,
      ...questions.map(({ asked_by }) => asked_by),
      ...operatorsIn(events),
    ])
    const alike = {
      reasons: found.reasons,
      except: found.reward_id,
      since: now.subtract({ hours: 24 * 365 }),
    }
    return {
      ...viewOf(found, names, caller.operatorId, today),
      language: found.language,
      externalNumber: found.external_number,
      referralNumber: found.referral_number,
      product: found.product,
      contractOn: found.contract_on,
      acceptedOn: found.accepted_on,
      evidence: (await evidenceOf(tx, tenant, found, events, locale)).map(maskEvidence),
      passed: inForce(tenant).filter((reason) => !found.reasons.includes(reason)),
      people: maskPeople(await peopleOf(tx, tenant.code, found)),
      alike: await countAlike(tx, tenant.code, { ...alike, by: 'all' }),
      alikeMain: await countAlike(tx, tenant.code, { ...alike, by: 'main' }),
      isOwnCase: await isOwnReward(tx, call.deps, tenant.code, caller.operatorId, found.reward_id),
      isOwnDoubt:
        [found.doubted_by, found.doubted_bringer].includes(caller.operatorId) ||
        (await isHeldByOwnCorrection(tx, tenant.code, found.reward_id, caller.operatorId)),
      appeal: appealOf(found, names, caller.operatorId),
      objectUntil: objectUntilOf(found, today),
      questions: questions.map((one) => ({
        question: one.question,
        by: names.get(one.asked_by) ?? null,
        at: one.asked_at.toString(),
        until: one.wait_until,
        answer: one.answer,
        answeredAt: one.answered_at?.toString() ?? null,
      })),
      snoozable: snoozeDays(today, found.answer_by),
      askUntil: today.add({ days: daysToAnswer }).toString(),
      askable: askableOf(tenant),
      changedBy: found.changed_by ? (names.get(found.changed_by) ?? found.changed_by) : null,
      changedAt: found.changed_at.toString(),
      events: sayEvents(events, names, call),
    }
  })
})

export const eventsOf = (tx: Tx, tenant: string, found: CaseFacts): Promise<CaseEvent[]> =>
  listCaseEvents(
    tx,
    tenant,
    [found.reward_id, found.order_number, found.referral_number].filter((one) => one !== null),
  )

/** Why somebody held it by hand, last, what speaks against its contract, and what support corrected. */
const noteOf = (events: readonly CaseEvent[], doubts: readonly Doubt[], locale: Locale) =>
  [
    events.find(({ action }) => action === 'reward-held-by-hand')?.reason ?? '',
    doubtsText(doubts, locale),
    ...corrections
      .filter((one) => events.some(({ because }) => because === one))
      .map((one) => correctionTexts[one][locale]),
  ]
    .filter((part) => part !== '')
    .join(' ') || null

/** The rules that every order of the tenant goes through; the network and the bank account are asked of some alone. */
function inForce({ eligibility: rules }: Tenant): ReviewReason[] {
  return [
    ...(rules.sameEmail === 'hold' ? (['same-email'] as const) : []),
    ...(rules.sameHousehold === 'hold' ? (['same-household'] as const) : []),
    'existing-customer',
    ...(rules.maxRewardedPerYear === null ? [] : (['yearly-limit'] as const)),
  ]
}

/** The first decision and the person's words. The reward keeps the reason of the first one. */
const appealOf = (found: CaseFacts, names: ReadonlyMap<string, string>, self: string) =>
  found.appeal_id === null || found.refusal_reason === null
    ? null
    : {
        message: found.appeal_message,
        at: found.opened_at.toString(),
        firstReason: refusalText({ reason: found.refusal_reason, note: found.refusal_note }, 'de'),
        firstBy:
          found.first_decided_by && (names.get(found.first_decided_by) ?? found.first_decided_by),
        firstAt: found.first_decided_at!.toString(),
        isFirst: found.first_decided_by === self,
        enteredBy:
          found.appeal_entered_by &&
          (names.get(found.appeal_entered_by) ?? found.appeal_entered_by),
        isEntered: found.appeal_entered_by === self,
      }

function objectUntilOf(found: CaseFacts, today: Temporal.PlainDate): string | null {
  const until = found.changed_by === null ? null : appealable(found, 'de')?.until
  return until && Temporal.PlainDate.compare(today, until) <= 0 ? until.toString() : null
}

/** The questions to choose from, as they are mailed. */
const askableOf = (tenant: Tenant) =>
  questionReasons.flatMap((question) =>
    question === 'own'
      ? []
      : [
          {
            question,
            de: say(questionTexts[question], { locale: 'de', tenant }),
            en: say(questionTexts[question], { locale: 'en', tenant }),
          },
        ],
  )

type Evidence = {
  reason: ReviewReason
  text: string
  referrer: string | null
  recipient: string | null
  note: string | null
}

/** Addresses are shown when asked for, which is in the log. */
const masks: Partial<Record<ReviewReason, (text: string) => string>> = {
  'same-email': maskEmail,
  'same-household': () => '•••',
}

function maskEvidence(one: Evidence): Evidence {
  const mask = masks[one.reason]
  const of = (text: string | null) => (text && mask ? mask(text) : text)
  return { ...one, referrer: of(one.referrer), recipient: of(one.recipient) }
}

/** What each reason was found by, side by side and in clear. */
export async function evidenceOf(
  tx: Tx,
  tenant: Tenant,
  found: CaseFacts,
  events: readonly CaseEvent[],
  locale: Locale,
): Promise<Evidence[]> {
  const accounts =
    found.order_number === null
      ? []
      : await readAccountsOfOrder(tx, tenant.code, found.order_number)
  const accountOf = (side: 'referrer' | 'recipient') =>
    accounts.find(({ beneficiary }) => beneficiary === side)?.account ?? null
  const email = found.account_email ?? ''
  const homes = found.reasons.includes('same-household')
    ? ((await listHouseholds(tx, tenant.code, [email])).get(email) ?? [])
    : []
  const shown: Record<ReviewReason, Pick<Evidence, 'referrer' | 'recipient'>> = {
    'same-email': { referrer: found.account_email, recipient: found.contact_email },
    'same-bank-account': { referrer: accountOf('referrer'), recipient: accountOf('recipient') },
    'same-household': {
      referrer:
        homes.map((one) => `${one.street} ${one.houseNumber}, ${one.zip}`).join('; ') || null,
      recipient: found.contact_home,
    },
    'existing-customer': { referrer: null, recipient: null },
    'yearly-limit': {
      referrer: String(tenant.eligibility.maxRewardedPerYear ?? ''),
      recipient: null,
    },
    'same-network': { referrer: null, recipient: null },
    'by-hand': { referrer: null, recipient: null },
  }
  return found.reasons.map((reason) => ({
    reason,
    text: reviewText(reason, found.customer_days)[locale],
    ...shown[reason],
    note: reason === 'by-hand' ? noteOf(events, found.doubts ?? [], locale) : null,
  }))
}

export async function peopleOf(tx: Tx, tenant: string, found: CaseFacts) {
  const { account_id, contact_number, order_number } = found
  const others = order_number === null ? [] : await listSharing(tx, tenant, order_number)
  return [
    ...(account_id
      ? [
          {
            kind: 'Empfehler' as const,
            id: account_id,
            name: found.account_name,
            email: found.account_email,
          },
        ]
      : []),
    ...(contact_number
      ? [
          {
            kind: 'Empfaenger' as const,
            id: contact_number,
            name: found.contact_name,
            email: found.contact_email,
          },
        ]
      : []),
    ...others
      .filter(({ id }) => id !== account_id)
      .map((one) => ({ kind: 'Andere' as const, ...one })),
  ]
}
