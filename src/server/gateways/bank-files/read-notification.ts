import { parseAmount } from './amount.ts'
import { all, codesOf, oneOf, parseBankXml, textOf } from './parse-bank-xml.ts'
import type { BankXml } from './parse-bank-xml.ts'

interface Movement {
  /** Hundredths of the currency, always positive; the direction is `creditDebit`. */
  cents: number
  currency: string
  creditDebit: 'CRDT' | 'DBIT'
  /** BOOK is final; PDNG and INFO move nothing yet. */
  status: string
}

export interface NotificationEntry extends Movement {
  endToEndId: string
  /**
   * The bank marks it as the return or reversal of an earlier payment. So a payout is settled by
   * DBIT, BOOK and not returned, and came back by CRDT, BOOK and returned; a credit that merely
   * carries the id of a payout is neither, because anybody can send one.
   */
  returned: boolean
  /** Why it came back, for example AC04; all codes that the bank gives. */
  reasonCodes: string[]
  /** What it says elsewhere of the same amount in the same currency, where that differs: without charges, or a contradiction. */
  otherCents?: number
}

/** One booking that may be for a whole payment file: the bank named no payment in it. */
export interface NotificationBatch extends Movement {
  /** What could be the MsgId or PmtInfId of a file of ours, the likeliest first. */
  ids: string[]
  count?: number
  /** The files that the bank names, where they are several. */
  files?: string[]
  reversal: boolean
  /** What to call it where no id is ours. */
  label: string
  /** Why it cannot be what it says. */
  problem?: string
}

export interface Notification {
  entries: NotificationEntry[]
  batches: NotificationBatch[]
  /** Movements that carry no id of a payment or file, described for an operator: charges, cash, returns without an id. */
  unidentified: string[]
  /** Bookings that contradict themselves and payments that cannot be read, described, with the reason. */
  refused: { id: string; reason: string }[]
}

/**
 * Reads a camt.054 of any version (.001.02 as the old German rules have it, .001.08, ...). A batch
 * booking gives one entry for each of its TxDtls, and none where one of them lacks amount, direction or status, or all of them are
 * not its sum or number: what was booked is then not known. Throws BankFileError for a file that is not a notification.
 */
export function readNotification(xml: string | Uint8Array): Notification {
  const message = parseBankXml(xml, 'camt.054', 'BkToCstmrDbtCdtNtfctn')
  const result: Notification = { entries: [], batches: [], unidentified: [], refused: [] }
  for (const booking of all(message, 'Ntfctn', 'Ntry')) readBooking(booking, result)
  return result
}

function readBooking(booking: BankXml, result: Notification): void {
  const details = all(booking, 'NtryDtls', 'TxDtls')
  const named = details.some(isIdentified)
  const problem = contradictionOf(booking, named)
  if (problem !== null && named) {
    const ids = details.flatMap((detail) => idOf(detail) ?? [])
    result.refused.push({ id: describe(booking, booking, ids), reason: problem })
  } else if (named) readPayments(booking, details, result)
  else readSummary(booking, details, problem, result)
}

function readPayments(booking: BankXml, details: BankXml[], result: Notification): void {
  const entries: NotificationEntry[] = []
  const unreadable: Notification['refused'] = []
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
      entries.push({
        endToEndId,
        ...movement,
        returned,
        reasonCodes,
        ...(otherCents !== undefined && { otherCents }),
      })
    }
  }
  result.unidentified.push(...unidentified)
  result.refused.push(...unreadable)
  if (unreadable.length === 0) result.entries.push(...entries)
  else
    for (const { endToEndId } of entries) {
      const reason = 'another payment of the same booking cannot be read'
      result.refused.push({ id: endToEndId, reason })
    }
}

const unreadableReason = 'its amount, direction or status cannot be read'

/**
 * Why the details or totals of a booking are not what it says they are; null where they are. Where no payment is named, details may be a
 * summary (one of the whole file, or none with an amount): then the sum of the file is the proof, not they.
 */
function contradictionOf(booking: BankXml, named: boolean): string | null {
  const groups = all(booking, 'NtryDtls')
  for (const group of groups) {
    const count = textOf(group, 'Btch', 'NbOfTxs')
    const found = all(group, 'TxDtls').length
    if (named && count !== undefined && Number(count) !== found)
      return `it says ${count} payments and lists ${found}`
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
    if (other) return `it is in ${booked.currency}, and payments in it are in ${other.currency}`
    const sum = sumIn(booked, movements)
    if (sum !== booked.cents)
      return `it books ${booked.cents} cents, and its payments come to ${sum}`
    const others = details.map((detail, at) => otherCentsOf(booking, detail, movements[at]!))
    const at = named ? -1 : others.findIndex((cents) => cents !== undefined)
    if (at !== -1) return `it gives a payment as ${movements[at]?.cents} and as ${others[at]} cents`
  }
  const totals: Movement[] = []
  for (const group of groups) {
    const [batch] = all(group, 'Btch')
    // A lone group is the whole booking, even with only a direction.
    const alone = groups.length === 1 ? oneOf(booking, 'Amt') : undefined
    const amount = oneOf(group, 'Btch', 'TtlAmt') ?? alone
    if (!batch || !amount) continue
    const total = readMovement(booking, batch, amount)
    if (total === null) return 'its total (TtlAmt) cannot be read'
    if (total.currency !== booked.currency)
      return `it is in ${booked.currency}, and its total in ${total.currency}`
    const found = sumIn(total, movementsOf(all(group, 'TxDtls')))
    if (isListed && found !== total.cents)
      return `it says ${total.cents} cents in total, and its payments come to ${found}`
    totals.push(total)
  }
  const total = sumIn(booked, totals)
  if (totals.length > 0 && totals.length === groups.length && total !== booked.cents)
    return `it books ${booked.cents} cents, and its total is ${total}`
  return null
}

function otherCentsOf(booking: BankXml, detail: BankXml, movement: Movement): number | undefined {
  const other = readMovement(booking, detail, oneOf(detail, 'AmtDtls', 'TxAmt', 'Amt'))
  const differs = other?.currency === movement.currency && other.cents !== movement.cents
  return differs ? other.cents : undefined
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
  result: Notification,
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
  const batch: NotificationBatch = { ...movement, ids: [...new Set(ids)], reversal, label }
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
function readMovement(
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
function isReturn(booking: BankXml, detail: BankXml): boolean {
  if (all(detail, 'RtrInf').length > 0 || isReversal(booking)) return true
  return [booking, detail].some((node) => {
    const family = textOf(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')
    const german = textOf(node, 'BkTxCd', 'Prtry', 'Cd') ?? ''
    return family === 'RRTN' || family === 'RPCR' || /(^|\+)159(\+|$)/.test(german)
  })
}
