import { bankFileReason } from '../../../domain/bank-file-reasons.ts'
import { parseAmount } from './amount.ts'
import { all, codesOf, oneOf, textOf } from './parse-bank-xml.ts'
import type { BankXml } from './parse-bank-xml.ts'

export interface Movement {
  /** Hundredths, always positive; `creditDebit` is the direction. */
  cents: number
  currency: string
  creditDebit: 'CRDT' | 'DBIT'
  /** BOOK is final; PDNG and INFO move nothing. */
  status: string
}

export interface BookingEntry extends Movement {
  endToEndId: string
  /**
   * Marked as return or reversal. A payout is settled by DBIT, BOOK and not returned, and returned by CRDT, BOOK and returned; a
   * mere credit with a payout's id is neither, because anybody can send one.
   */
  returned: boolean
  /** Reasons of a return, e.g. AC04; all of the bank's codes. */
  reasonCodes: string[]
  /** A different amount given elsewhere in the same currency: without charges, or a contradiction. */
  otherCents?: number
  /** What the banks took of it, where they say so. */
  chargeCents?: number
}

/** A booking without named payments, possibly for a whole file. */
export interface BookingBatch extends Movement {
  /** Possible MsgIds or PmtInfIds of our files, likeliest first. */
  ids: string[]
  count?: number
  /** The named files, if several. */
  files?: string[]
  reversal: boolean
  /** Its name if no id is ours. */
  label: string
  /** Why it is contradictory. */
  problem?: string
}

export interface Booking {
  entries: BookingEntry[]
  batches: BookingBatch[]
  /** Descriptions of movements without an id of payment or file: charges, cash, returns. */
  unidentified: string[]
  /** Descriptions of contradictory bookings and unreadable payments, with the reason. */
  refused: { id: string; reason: string }[]
}

/**
 * The payments and files in one booking (`Ntry`), of any kind and version of camt. A batch booking gives an entry per TxDtls; none
 * if one lacks amount, direction or status, or they do not match its sum or number.
 */
export function readBooking(booking: BankXml): Booking {
  const result: Booking = { entries: [], batches: [], unidentified: [], refused: [] }
  const details = all(booking, 'NtryDtls', 'TxDtls')
  const named = details.some(isIdentified)
  const problem = contradictionOf(booking, named)
  if (problem !== null && named) {
    const ids = details.flatMap((detail) => idOf(detail) ?? [])
    result.refused.push({ id: describe(booking, booking, ids), reason: problem })
  } else if (named) readPayments(booking, details, result)
  else readSummary(booking, details, problem, result)
  return result
}

function readPayments(booking: BankXml, details: BankXml[], result: Booking): void {
  const entries: BookingEntry[] = []
  const unreadable: Booking['refused'] = []
  const unidentified: string[] = []
  for (const detail of details) {
    const endToEndId = idOf(detail)
    const movement = readMovement(booking, detail, detailAmount(booking, detail))
    if (movement === null) {
      const ids = endToEndId === undefined ? [] : [endToEndId]
      unreadable.push({ id: describe(booking, detail, ids), reason: unreadableReason })
    } else if (endToEndId === undefined) unidentified.push(describe(booking, detail))
    else {
      const returned = isReturn(booking, detail)
      const reasonCodes = codesOf(detail, 'RtrInf')
      const otherCents = otherCentsOf(booking, detail, movement)
      const chargeCents = chargesOf(booking, detail, movement)
      entries.push({
        endToEndId,
        ...movement,
        returned,
        reasonCodes,
        ...(otherCents !== undefined && { otherCents }),
        ...(chargeCents > 0 && { chargeCents }),
      })
    }
  }
  result.unidentified.push(...unidentified)
  result.refused.push(...unreadable)
  if (unreadable.length === 0) result.entries.push(...entries)
  else
    for (const { endToEndId } of entries) {
      const reason = bankFileReason('other-unreadable')
      result.refused.push({ id: endToEndId, reason })
    }
}

const unreadableReason = bankFileReason('unreadable')

/**
 * Why a booking's details or totals contradict it, or null. Without named payments, details may be a summary; then the file's
 * sum is the proof.
 */
function contradictionOf(booking: BankXml, named: boolean): string | null {
  const groups = all(booking, 'NtryDtls')
  for (const group of groups) {
    const count = textOf(group, 'Btch', 'NbOfTxs')
    const found = all(group, 'TxDtls').length
    if (named && count !== undefined && Number(count) !== found)
      return bankFileReason('lists-others', count, found)
  }
  const details = all(booking, 'NtryDtls', 'TxDtls')
  const booked = readMovement(booking, booking, oneOf(booking, 'Amt'))
  const movementsOf = (some: BankXml[]) =>
    some.flatMap((detail) => readMovement(booking, detail, detailAmount(booking, detail)) ?? [])
  const movements = movementsOf(details)
  const isListed = details.length > 0 && movements.length === details.length
  // Unreadable payments are named one by one.
  if (named && !isListed) return null
  if (booked === null) return named ? unreadableReason : null
  if (isListed) {
    const other = movements.find(({ currency }) => currency !== booked.currency)
    if (other) return bankFileReason('two-currencies', booked.currency, other.currency)
    const sum = sumIn(booked, movements)
    // A return is given in full, and booked without what the banks took of it.
    const charges = details.length === 1 ? chargesOf(booking, details[0]!, booked) : 0
    if (sum !== booked.cents && !(isReturn(booking, details[0]!) && sum === booked.cents + charges))
      return bankFileReason('books-other', booked.cents, sum)
    const others = details.map((detail, at) => otherCentsOf(booking, detail, movements[at]!))
    const at = named ? -1 : others.findIndex((cents) => cents !== undefined)
    if (at !== -1) return bankFileReason('two-amounts', movements[at]?.cents, others[at])
  }
  const totals: Movement[] = []
  for (const group of groups) {
    const [batch] = all(group, 'Btch')
    // A lone group is the whole booking, even with only a direction.
    const alone = groups.length === 1 ? oneOf(booking, 'Amt') : undefined
    const amount = oneOf(group, 'Btch', 'TtlAmt') ?? alone
    if (!batch || !amount) continue
    const total = readMovement(booking, batch, amount)
    if (total === null) return bankFileReason('no-total')
    if (total.currency !== booked.currency)
      return bankFileReason('total-currency', booked.currency, total.currency)
    const found = sumIn(total, movementsOf(all(group, 'TxDtls')))
    if (isListed && found !== total.cents) return bankFileReason('other-total', total.cents, found)
    totals.push(total)
  }
  const total = sumIn(booked, totals)
  if (totals.length > 0 && totals.length === groups.length && total !== booked.cents)
    return bankFileReason('books-other-total', booked.cents, total)
  return null
}

function otherCentsOf(booking: BankXml, detail: BankXml, movement: Movement): number | undefined {
  const other = readMovement(booking, detail, oneOf(detail, 'AmtDtls', 'TxAmt', 'Amt'))
  const differs = other?.currency === movement.currency && other.cents !== movement.cents
  return differs ? other.cents : undefined
}

/** Charges in the movement's currency; a booking's own are those of its only payment. */
export function chargesOf(booking: BankXml, detail: BankXml, { currency }: Movement): number {
  const alone = all(booking, 'NtryDtls', 'TxDtls').length <= 1
  const nodes = [
    ...all(detail, 'Chrgs'),
    ...(alone && detail !== booking ? all(booking, 'Chrgs') : []),
  ]
  const sums = nodes.map((node) => {
    const records = all(node, 'Rcrd')
    const parts = records.length > 0 ? records : [node]
    return parts.reduce((total, part) => {
      const amount = oneOf(part, 'Amt') ?? oneOf(part, 'TtlChrgsAndTaxAmt')
      const cents = amount?.currency === currency ? (parseAmount(amount.text) ?? 0) : 0
      return total + (textOf(part, 'CdtDbtInd') === 'CRDT' ? -cents : cents)
    }, 0)
  })
  // Banks repeat them on both levels.
  return Math.max(0, ...sums)
}

const sumIn = ({ creditDebit: direction }: Movement, movements: readonly Movement[]) =>
  movements.reduce(
    (total, { cents, creditDebit }) => total + (creditDebit === direction ? cents : -cents),
    0,
  )

// Banks write NOTPROVIDED for a missing or hidden id.
function idOf(detail: BankXml): string | undefined {
  const id = textOf(detail, 'Refs', 'EndToEndId')
  return id === 'NOTPROVIDED' ? undefined : id
}

const isIdentified = (detail: BankXml) => idOf(detail) !== undefined

/**
 * A booking without named payments: our file by one of its ids, wherever the bank puts it, or a foreign one. A return concerns
 * one payment, so without its id it is ambiguous, even with the file's.
 */
function readSummary(
  booking: BankXml,
  details: BankXml[],
  problem: string | null,
  result: Booking,
): void {
  const reversal = isReversal(booking)
  if (!reversal && details.some((detail) => isReturn(booking, detail))) {
    result.unidentified.push(...details.map((detail) => describe(booking, detail)))
    return
  }
  const ids = [
    ...all(booking, 'NtryDtls', 'Btch', 'MsgId').map(({ text }) => text),
    ...all(booking, 'NtryDtls', 'Btch', 'PmtInfId').map(({ text }) => text),
    ...same(details, 'MsgId'),
    ...same(details, 'PmtInfId'),
    textOf(booking, 'NtryRef'),
  ].flatMap(given)
  const label = describe(booking, booking)
  const movement = ids.length > 0 ? readMovement(booking, booking, oneOf(booking, 'Amt')) : null
  if (movement === null) {
    result.unidentified.push(label)
    return
  }
  const batch: BookingBatch = { ...movement, ids: [...new Set(ids)], reversal, label }
  if (problem !== null) batch.problem = problem
  const groups = all(booking, 'NtryDtls', 'Btch')
  const counts = groups.flatMap((group) => textOf(group, 'NbOfTxs') ?? [])
  const count = counts.reduce((total, each) => total + Number(each), 0)
  if (counts.length > 0 && Number.isSafeInteger(count)) batch.count = count
  const files = new Set(
    groups.flatMap((group) => given(textOf(group, 'MsgId') ?? textOf(group, 'PmtInfId'))),
  )
  if (files.size > 1) batch.files = [...files]
  result.batches.push(batch)
}

const given = (id: string | undefined) =>
  id === undefined || id === '' || id === 'NOTPROVIDED' ? [] : [id]

/** The reference shared by all details, or none. */
function same(details: readonly BankXml[], name: string): (string | undefined)[] {
  const found = new Set(details.map((detail) => textOf(detail, 'Refs', name)))
  return found.size === 1 ? [...found] : []
}

const mostNamed = 4

/** A line of the statement for an operator, with its payments; no names, as it goes to a terminal. */
function describe(booking: BankXml, node: BankXml, ids: string[] = []): string {
  const amount =
    all(node, 'Amt')[0] ?? all(node, 'AmtDtls', 'TxAmt', 'Amt')[0] ?? all(booking, 'Amt')[0]
  const direction = textOf(node, 'CdtDbtInd') ?? textOf(booking, 'CdtDbtInd') ?? '?'
  const reference =
    textOf(node, 'Refs', 'AcctSvcrRef') ??
    textOf(booking, 'AcctSvcrRef') ??
    textOf(booking, 'NtryRef')
  const day = textOf(booking, 'BookgDt', 'Dt') ?? textOf(booking, 'BookgDt', 'DtTm')?.slice(0, 10)
  const reasons = codesOf(node, 'RtrInf')
  return [
    `${direction} ${amount?.text ?? '?'} ${amount?.currency ?? ''}`.trim(),
    ...(day === undefined ? [] : [`booked ${day}`]),
    ...(reasons.length > 0 ? [`returned: ${reasons.slice(0, mostNamed).join(', ')}`] : []),
    ...(reference === undefined ? [] : [`reference ${reference}`]),
    ...ids.slice(0, mostNamed).map((id) => `id ${id}`),
    ...(ids.length > mostNamed ? [`and ${ids.length - mostNamed} more`] : []),
  ].join(', ')
}

/** Banks put the amount in different places; the booking's own fits only a single payment. */
function detailAmount(booking: BankXml, detail: BankXml): BankXml | undefined {
  const alone = all(booking, 'NtryDtls', 'TxDtls').length === 1
  return (
    oneOf(detail, 'Amt') ??
    oneOf(detail, 'AmtDtls', 'TxAmt', 'Amt') ??
    oneOf(detail, 'AmtDtls', 'InstdAmt', 'Amt') ??
    (alone ? oneOf(booking, 'Amt') : undefined)
  )
}

/** Many are not ours, so an unreadable one is null and does not stop the others. */
export function readMovement(
  booking: BankXml,
  detail: BankXml,
  amount: BankXml | undefined,
): Movement | null {
  const cents = parseAmount(amount?.text)
  const currency = amount?.currency
  const creditDebit = textOf(detail, 'CdtDbtInd') ?? textOf(booking, 'CdtDbtInd')
  // A plain code up to version 04, then a choice of Cd and Prtry.
  const status =
    textOf(booking, 'Sts') ?? textOf(booking, 'Sts', 'Cd') ?? textOf(booking, 'Sts', 'Prtry')
  if (cents === undefined || currency === undefined || status === undefined) return null
  if (creditDebit !== 'CRDT' && creditDebit !== 'DBIT') return null
  return { cents, currency, creditDebit, status }
}

// An XML boolean has two spellings.
const isReversal = (booking: BankXml) => ['true', '1'].includes(textOf(booking, 'RvslInd') ?? '')

/**
 * A return is marked by return information, a reversal flag, the ISO booking code (RRTN return, RPCR recall) or the German one
 * (159, returned SEPA transfer).
 */
export function isReturn(booking: BankXml, detail: BankXml): boolean {
  if (all(detail, 'RtrInf').length > 0 || isReversal(booking)) return true
  return [booking, detail].some((node) => {
    const family = textOf(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')
    const german = textOf(node, 'BkTxCd', 'Prtry', 'Cd') ?? ''
    return family === 'RRTN' || family === 'RPCR' || /(^|\+)159(\+|$)/.test(german)
  })
}
