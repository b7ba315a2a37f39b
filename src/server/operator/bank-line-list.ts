import * as contract from '../../contract/betrieb-kontoauszuege.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { canReopen, isBookedByWords, isOfOurs, returnFee } from '../../domain/bank-line.ts'
import { bankReasonWords } from '../../domain/bank-reasons.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { lostBefore } from '../../domain/payout.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { closableDay } from '../payout/close-days.ts'
import { listUnbooked, readClosedTo, readDays, readInTransit } from '../payout/open-item-store.ts'
import { openLineWords } from '../payout/line-words.ts'
import { findOtherLine } from '../payout/reversal-store.ts'
import { findPayoutById } from '../payout/store.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import * as store from './bank-line-list-store.ts'
import { operatorOf } from './reward-list.ts'

const stateOf = ({ kind, waits }: store.BankLineRow) =>
  kind !== null ? ('zugeordnet' as const) : waits ? ('wartet' as const) : ('offen' as const)

const daysSince = (day: string, today: Temporal.PlainDate) =>
  Math.max(0, Temporal.PlainDate.from(day).until(today).days)

const mostLetters = 60

/**
 * Whoever says what an open line is has to read it, and whoever proposes what one is that names us. What is booked by its words alone is read by
 * all who read the books (839); payments to people and from them are not.
 */
function mayRead(row: store.BankLineRow, caller: Seen['caller']): boolean {
  const { roles, seesPeople } = operatorOf(caller)
  const able = operatorAbilities(roles)
  if (seesPeople || row.kind !== null)
    return seesPeople || isBookedByWords({ kind: row.kind, likelyKind: row.likely_kind })
  const isOurs = isOfOurs({ likelyKind: row.likely_kind, payments: 0 })
  return able.can('approve', 'payouts') || (isOurs && able.can('update', 'payouts'))
}

/** What tells lines apart that look alike. */
function wordsOf(row: store.BankLineRow, { deps, tenant, caller }: Seen): string | null {
  if (!mayRead(row, caller)) return row.reference
  const { name, text } = openLineWords(deps, tenant.code, row)
  const words = [name, text].filter(Boolean).join(', ')
  if (words === '') return row.reference
  return words.length > mostLetters ? `${words.slice(0, mostLetters).trimEnd()}…` : words
}

type Seen = Pick<Call, 'deps' | 'tenant' | 'caller' | 'today'>

const viewOf = (row: store.BankLineRow, seen: Seen) => ({
  id: row.line_id,
  day: row.day_on,
  bookedOn: row.booked_on,
  state: stateOf(row),
  kind: row.kind,
  isCredit: row.direction === 'CRDT',
  cents: row.cents,
  currency: row.currency,
  party: row.party_mask,
  words: wordsOf(row, seen),
  likelyKind: row.likely_kind,
  likelyId: row.likely_id,
  ageDays: daysSince(row.booked_on, seen.today),
  version: row.version,
})

export const listBankLines = serve(contract.listBankLines, (call) =>
  call.transaction(async (tx) => {
    const { tenant, body } = call
    const { page = 1, pageSize = 50, orderBy = 'Tag', descending = false, filter = {} } = body
    const states = [filter.state ?? []].flat()
    const kinds = [filter.kind ?? []].flat()
    const asked = kinds.length > 0 ? (['zugeordnet'] as const) : (['offen', 'wartet'] as const)
    const { rows, count, cents } = await store.listBankLineRows(tx, tenant.code, {
      states: states.length > 0 ? states : asked,
      kinds,
      day: filter.day ?? null,
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, call)),
      sums: { cents },
    }
  }),
)

const mostShown = 50
const mostFiles = 10

export const showBankBooks = serve(contract.showBankBooks, (call) =>
  call.transaction(async (tx) => {
    const { code } = call.tenant
    const { today, locale } = call
    const { operatorId } = operatorOf(call.caller)
    const inTransit = await readInTransit(tx, code, lostBefore(today).toString())
    const { openLines } = await readDays(tx, code)
    const unbooked = await listUnbooked(tx, code, { today: today.toString(), limit: mostShown })
    const files = await store.listBankFiles(tx, code, mostFiles)
    const rejections = await store.listRejectionFiles(tx, code, { operatorId, limit: mostFiles })
    const names = await operatorNames(tx, code, [
      ...files.map(({ brought_by: by }) => by),
      ...rejections.flatMap(({ by }) => by),
    ])
    return {
      ...inTransit,
      openLines,
      closedTo: await readClosedTo(tx, code),
      canCloseTo: await closableDay(tx, code, today),
      rejections: rejections.map((file) => ({
        id: file.file_hash,
        batch: file.batch_id,
        at: file.at.toString(),
        by: file.by.flatMap((by) => names.get(by) ?? []).join(', '),
        reasons: file.reasons
          .flatMap((reasons) => bankReasonWords(reasons, locale) || [])
          .join(' '),
        cents: file.cents,
        count: file.others,
        isOwn: file.others === 0,
      })),
      unbooked: unbooked.rows.map((one) => ({
        endToEndId: one.end_to_end_id,
        batch: one.batch_id,
        cents: one.cents,
        state: one.state,
        executionOn: one.execution_on,
        ageDays: daysSince(one.execution_on, today),
      })),
      unbookedCount: unbooked.count,
      files: files.map((file) => ({
        kind: file.kind,
        at: file.brought_at.toString(),
        lines: file.lines,
        isFolder: file.came_by === 'folder',
        by: names.get(file.brought_by) ?? null,
      })),
    }
  }),
)

const mostPayments = 200

export const showBankLine = serve(contract.showBankLine, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, locale } = call
    const { code } = tenant
    const { operatorId } = operatorOf(call.caller)
    const found = isUuid(params.id) ? await store.readBankLine(tx, code, params.id) : undefined
    if (!found) throw fail('not-found')
    const payments = await store.listLinePayments(tx, code, params.id, mostPayments)
    const names = await operatorNames(tx, code, [
      found.decided_by,
      found.named_by,
      ...payments.rows.flatMap((one) => [one.proposed_by, one.decided_by]),
    ])
    const words = mayRead(found, call.caller) ? openLineWords(deps, code, found) : null
    const ours = await store.readLikelyOurs(tx, code, found)
    const other = await findOtherLine(tx, code, params.id)
    const closedTo = await readClosedTo(tx, code)
    const isClosed = closedTo !== null && found.day_on <= closedTo
    const named = { likelyKind: found.likely_kind, payments: payments.count }
    const said = { ...named, kind: found.kind, decidedBy: found.decided_by, isClosed }
    return {
      ...viewOf(found, call),
      valueOn: found.value_on,
      reference: found.reference,
      code: found.code,
      text: words?.text || null,
      name: words?.name ?? null,
      subject: found.subject,
      otherLine: other ? { id: other.lineId, day: other.bookedOn, invoice: other.number } : null,
      likelyOurs: ours
        ? {
            reward: ours.reward_id,
            endToEndId: ours.end_to_end_id,
            payout: ours.proposal_id,
            cents: ours.cents,
          }
        : null,
      named: namedOf(found, names, operatorId),
      reason: found.reason,
      decidedBy: decidersOf(found, payments.rows, names),
      decidedAt: found.decided_at?.toString() ?? null,
      isClosed,
      reopens: canReopen(said, operatorId),
      payments: payments.rows.map((one) => ({
        id: one.payout_id,
        endToEndId: one.end_to_end_id,
        batch: one.batch_id,
        reward: one.reward_id,
        cents: one.cents,
        isReturn: one.says === 'returned',
        reasons: one.reasons && bankReasonWords(one.reasons, locale),
        feeCents: one.fee_cents,
        waits: one.applied_at === null,
        proposedBy: one.proposed_by && (names.get(one.proposed_by) ?? null),
        proposedAt: one.proposed_at?.toString() ?? null,
        proposedReason: one.proposed_reason,
        decidedBy: one.decided_by && (names.get(one.decided_by) ?? null),
        decidedAt: one.decided_by && one.applied_at!.toString(),
        decidedReason: one.decided_reason,
        isOwn: one.proposed_by === operatorId,
      })),
      paymentCount: payments.count,
      isReturn: found.is_return,
      isOwnFile: found.brought_by === operatorId,
      lessFee: await likelyReturn(tx, code, found),
    }
  }),
)

/** Of a return whoever confirmed its payments; null: nobody. */
function decidersOf(
  line: store.BankLineRow,
  payments: readonly store.LinePayment[],
  names: ReadonlyMap<string, string>,
): string | null {
  const ids = line.kind === 'return' ? payments.map(({ decided_by: by }) => by) : [line.decided_by]
  const found = new Set(ids.flatMap((id) => (id && names.get(id)) || []))
  return found.size > 0 ? [...found].join(', ') : null
}

const namedOf = (line: store.BankLineRow, names: ReadonlyMap<string, string>, operatorId: string) =>
  line.named_kind && {
    kind: line.named_kind,
    subject: line.named_subject,
    by: names.get(line.named_by!) ?? null,
    at: line.named_at!.toString(),
    reason: line.named_reason!,
    isOwn: line.named_by === operatorId,
  }

/** The payment whose id the line names, if a fee explains the difference. */
async function likelyReturn(tx: Tx, tenant: string, line: store.BankLineRow) {
  if (!line.is_return || line.likely_kind !== 'payout' || !isUuid(line.likely_id ?? '')) return null
  const payout = await findPayoutById(tx, tenant, line.likely_id!)
  const feeCents = payout ? returnFee(payout.cents, line.cents) : null
  return payout && feeCents !== null
    ? { endToEndId: payout.end_to_end_id, cents: payout.cents, feeCents }
    : null
}
