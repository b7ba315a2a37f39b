import * as contract from '../../contract/betrieb-geldwege.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { bankReasonWords } from '../../domain/bank-reasons.ts'
import { earningsByYear } from '../../domain/earnings.ts'
import {
  bankAnswerOf,
  differencesOf,
  isTakenBack,
  restsOf,
  takenBy,
} from '../../domain/money-way.ts'
import { isUuid } from '../base/uuid.ts'
import { bookedLinesOf } from '../books/booked-lines.ts'
import { listClosedMonths } from '../books/month-store.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { payoutPlace } from '../payout/places.ts'
import { listReceivedOf } from '../reward/earnings-store.ts'
import { listRepayments } from '../reward/repayment-store.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import * as store from './money-way-store.ts'
import { operatorOf, viewOf } from './reward-list.ts'
import { readRewardFacts } from './reward-list-store.ts'

type Way = AnswerOf<typeof contract.showMoneyWay>
type Names = ReadonlyMap<string, string>

const nameOf = (names: Names, id: string | null) => (id === null ? null : (names.get(id) ?? null))

/** From the order to the statement and back; each kind of step is read once. */
export const showMoneyWay = serve(contract.showMoneyWay, (call) =>
  call.transaction(async (tx): Promise<Way> => {
    const { tenant, params, today, locale } = call
    const { code } = tenant
    const { seesPeople } = operatorOf(call.caller)
    const found = isUuid(params.id) ? await readRewardFacts(tx, code, params.id) : undefined
    if (!found) throw fail('not-found')
    const id = found.reward_id
    const order =
      found.order_number === null
        ? undefined
        : await store.readWayOrder(tx, code, found.order_number)
    const postings = await store.listWayPostings(tx, code, id)
    const payments = await store.listWayPayments(tx, code, id)
    const approvals = await store.listWayApprovals(
      tx,
      code,
      payments.flatMap(({ proposal_id }) => proposal_id ?? []),
    )
    const documents = await store.listWayDocuments(tx, code, id)
    const lines = await store.listWayLines(tx, code, {
      payouts: payments.map(({ payout_id }) => payout_id),
      subjects: [id, ...documents.map(({ number }) => number)],
    })
    const clawback = await store.readWayClawback(tx, code, id)
    const repayments = clawback ? await listRepayments(tx, code, id) : []
    const voucher = found.taken_as === 'voucher' ? await store.readWayVoucher(tx, code, id) : null
    const closed = (await listClosedMonths(tx, code)).toReversed()
    const monthOf = (posting: store.WayPosting) =>
      takenBy(
        closed.map(({ month, rewards_until: until }) => ({ month, until })),
        { id: posting.posting_id, month: posting.month },
      )
    const moved = postings.filter(({ cents }) => cents > 0)
    const months = [...new Set(moved.flatMap((one) => monthOf(one) ?? []))].toSorted()
    const names = await operatorNames(tx, code, [
      ...payments.flatMap((one) => [one.proposed_by, one.cancel_by, one.cancelled_by]),
      ...approvals.map(({ approved_by: by }) => by),
      ...repayments.map(({ booked_by: by }) => by),
    ])
    const row = viewOf(found, { tenant, today, locale, seesPeople })
    const plain = postings.map((one) => ({ ...one, id: one.posting_id, at: one.at.toString() }))
    const isBooked = ({ payout_id }: store.WayPayment) =>
      lines.some((line) => line.payout_id === payout_id && line.direction === 'DBIT')
    return {
      id,
      side: row.side,
      person: row.person,
      name: row.name,
      cents: moved.reduce((sum, { event, cents }) => sum + (event === 'created' ? cents : 0), 0),
      createdAt: row.createdAt,
      rests: restsOf(plain),
      differences: differencesOf(
        plain,
        payments.map((one) => ({ ...one, isBooked: isBooked(one) })),
      ),
      referral: order ? { number: order.referral_number, at: order.referred_at.toString() } : null,
      order: order ? sayOrder(order, call) : null,
      rule: found.rule,
      postings: moved.map((one) => ({
        at: one.at.toString(),
        event: one.event,
        from: accountBefore(one, postings),
        to: one.account,
        cents: one.cents,
        other: otherOf(one.event_key),
        answer: answerAt(one, payments),
        month: monthOf(one),
      })),
      earnings: earningsByYear(await listReceivedOf(tx, code, id)).map(({ year, cents }) => ({
        year,
        cents,
      })),
      voucher:
        voucher && (voucher.codes > 0 || voucher.order_id !== null)
          ? sayVoucher(voucher, call)
          : null,
      payments: payments.map((one) => sayPayment(one, { call, approvals, lines, names })),
      booked: await bookedLinesOf(tx, code, months, id),
      clawback: clawback
        ? {
            cents: clawback.cents,
            leftCents: clawback.left_cents,
            openedAt: clawback.opened_at.toString(),
            closedAt: clawback.closed_at?.toString() ?? null,
            repayments: repayments.map((one) => ({
              cents: one.cents,
              paidOn: one.paid_on,
              by: nameOf(names, one.booked_by),
              isUndone: one.undone_at !== null,
            })),
            lines: linesOf(lines, id, call),
          }
        : null,
      documents: documents.map((one) => ({
        number: one.number,
        kind: one.kind,
        issuedOn: one.issued_on,
        dueOn: one.due_on,
        rewardCents: one.reward_cents,
        feeCents: one.fee_cents,
        totalCents: one.total_cents,
        paidOn: one.paid_on,
        lines: linesOf(lines, one.number, call),
      })),
    }
  }),
)

/** The other side of a pair of postings. */
const accountBefore = (one: store.WayPosting, all: readonly store.WayPosting[]): string =>
  all.find(({ event_key, cents }) => event_key === one.event_key && cents < 0)?.account ?? ''

/** `set-off:<reward>:<version>`: of the reward on the other side. */
const otherOf = (key: string): string | null =>
  /^set-off(?:-undone)?:([0-9a-f-]{36})/.exec(key)?.[1] ?? null

const answerOf = ({ state, bank_status: status, check_result: check }: store.WayPayment) =>
  bankAnswerOf({ state, status, isChecked: check !== null })

/** `payout:<payment>:rejected`: what became of it. */
const answerAt = (
  { event, event_key }: store.WayPosting,
  payments: readonly store.WayPayment[],
) => {
  if (event !== 'rejected') return null
  const payment = payments.find(({ payout_id }) => event_key.includes(payout_id))
  return payment ? answerOf(payment) : null
}

const sayVoucher = (one: store.WayVoucher, { locale }: Pick<Call, 'locale'>): Way['voucher'] => ({
  codes: one.codes,
  cents: one.cents,
  at: one.at?.toString() ?? null,
  brand: one.brand?.[locale] ?? null,
  order:
    one.order_id === null
      ? null
      : {
          id: one.order_id,
          state: one.state,
          since: one.changed_at.toString(),
          madeAt: one.made_at.toString(),
          reason: one.reason,
          reference: one.reference,
        },
  shownAt: one.shown_at?.toString() ?? null,
  remindOn: one.remind_on,
  remindedAt: one.reminded_at?.toString() ?? null,
  expiresOn: one.expires ?? [],
})

const sayTakenBack = (one: store.WayPayment, names: Names): Way['payments'][number]['takenBack'] =>
  one.cancelled_at && {
    by: [...new Set([one.cancel_by, one.cancelled_by])].flatMap((id) =>
      id === null ? [] : [nameOf(names, id)],
    ),
    at: one.cancelled_at.toString(),
    reason: one.cancel_reason,
    alone: one.cancelled_alone,
  }

const sayOrder = (order: store.WayOrder, { locale }: Pick<Call, 'locale'>): Way['order'] => ({
  number: order.number,
  externalNumber: order.external_number,
  product: order.product?.[locale] ?? null,
  contractOn: order.contract_on,
  source: order.source,
  reportedAt: order.reported_at.toString(),
  confirmedAt: order.confirmed_at?.toString() ?? null,
  releasedAt: order.released_at?.toString() ?? null,
  cancelledAt: order.cancelled_at?.toString() ?? null,
  cents: order.reward_cents,
  agency: order.agency,
  file: order.file_id === null ? null : { id: order.file_id, name: order.file_name },
})

function sayPayment(
  one: store.WayPayment,
  {
    call,
    approvals,
    lines,
    names,
  }: {
    call: Pick<Call, 'deps' | 'tenant' | 'locale'>
    approvals: readonly store.WayApproval[]
    lines: readonly store.WayLine[]
    names: Names
  },
): Way['payments'][number] {
  const { deps, tenant, locale } = call
  const place = payoutPlace(tenant.code, one.payout_id)
  const answer = answerOf(one)
  return {
    endToEndId: one.end_to_end_id,
    cents: one.cents,
    ibanEnd: deps.keys.decrypt(one.iban_encrypted, place).slice(-4),
    state: one.state,
    createdAt: one.created_at.toString(),
    settledAt: one.settled_at?.toString() ?? null,
    bankStatus: one.bank_status,
    bankReason: one.reason && !isTakenBack(answer) ? bankReasonWords(one.reason, locale) : null,
    answer,
    check: one.check_result,
    takenBack: sayTakenBack(one, names),
    batch: one.batch_id,
    messageId: one.message_id,
    fileHash: one.file_hash,
    executionOn: one.execution_on,
    proposal: one.proposal_id,
    proposedBy: nameOf(names, one.proposed_by),
    isScheduled: one.proposed_by === 'schedule',
    proposedAt: one.proposed_at?.toString() ?? null,
    approvals: approvals
      .filter(({ proposal_id }) => proposal_id === one.proposal_id)
      .map((approval) => ({
        by: nameOf(names, approval.approved_by),
        at: approval.approved_at.toString(),
        hash: approval.content_hash,
        alone: approval.alone_reason,
      })),
    lines: lines
      .filter(({ payout_id }) => payout_id === one.payout_id)
      .map((line) => sayLine(line, one.cents, call)),
  }
}

/** Lines that somebody gave to a clawback or document, or that took back a document's payment. */
const linesOf = (
  lines: readonly store.WayLine[],
  subject: string,
  call: Pick<Call, 'locale'>,
): Way['documents'][number]['lines'] =>
  lines
    .filter((line) => line.payout_id === null && line.subject === subject)
    .map((line) => sayLine(line, line.cents, call))

const sayLine = (
  line: store.WayLine,
  cents: number,
  { locale }: Pick<Call, 'locale'>,
): Way['documents'][number]['lines'][number] => ({
  id: line.line_id,
  bookedOn: line.booked_on,
  cents,
  lineCents: line.cents,
  isCredit: line.direction === 'CRDT',
  isReversal: line.kind === 'reversal',
  account: line.account.slice(-4),
  reference: line.reference,
  source: line.source,
  reasons: line.reasons && bankReasonWords(line.reasons, locale),
  feeCents: line.fee_cents,
  waits: line.waits,
  isClosed: line.is_closed,
})
