import { parseAmount } from './amount.ts'
import { BankFileError } from './bank-file-error.ts'
import { all, parseBankXml, textOf } from './parse-bank-xml.ts'
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
  /** Why it came back, for example AC04. */
  reasonCode?: string
}

/** One booking for a whole payment file, of which the bank did not name the single payments. */
export interface NotificationBatch extends Movement {
  messageId?: string
  paymentId?: string
  count?: number
  reversal: boolean
}

export interface Notification {
  entries: NotificationEntry[]
  batches: NotificationBatch[]
  /** Movements that carry no id of a payment: charges, cash, other people's credits. */
  unidentified: number
}

/**
 * Reads a camt.054 of any version (.001.02 as the old German rules have it, .001.08, ...). A batch
 * booking gives one entry for each of its TxDtls. Throws BankFileError for a file that is not a
 * notification, or whose identified movements lack amount, direction or status.
 */
export function readNotification(xml: string | Uint8Array): Notification {
  const message = parseBankXml(xml, 'camt.054', 'BkToCstmrDbtCdtNtfctn')
  const result: Notification = { entries: [], batches: [], unidentified: 0 }
  for (const booking of all(message, 'Ntfctn', 'Ntry')) readBooking(booking, result)
  return result
}

function readBooking(booking: BankXml, result: Notification): void {
  const details = all(booking, 'NtryDtls', 'TxDtls')
  for (const detail of details) {
    const endToEndId = textOf(detail, 'Refs', 'EndToEndId')
    if (endToEndId === undefined || endToEndId === 'NOTPROVIDED') {
      result.unidentified += 1
    } else {
      const alone = details.length === 1
      const movement = readMovement(booking, detail, detailAmount(booking, detail, alone))
      const reasonCode =
        textOf(detail, 'RtrInf', 'Rsn', 'Cd') ?? textOf(detail, 'RtrInf', 'Rsn', 'Prtry')
      const entry = { endToEndId, ...movement, returned: isReturn(booking, detail) }
      result.entries.push(reasonCode === undefined ? entry : { ...entry, reasonCode })
    }
  }
  if (details.length === 0) readSummary(booking, result)
}

/** A booking without details: our file by its ids, or something that is not ours. */
function readSummary(booking: BankXml, result: Notification): void {
  const messageId = textOf(booking, 'NtryDtls', 'Btch', 'MsgId')
  const paymentId = textOf(booking, 'NtryDtls', 'Btch', 'PmtInfId')
  if (messageId === undefined && paymentId === undefined) {
    result.unidentified += 1
    return
  }
  const batch: NotificationBatch = {
    ...readMovement(booking, booking, all(booking, 'Amt')[0]),
    reversal: textOf(booking, 'RvslInd') === 'true',
  }
  if (messageId !== undefined) batch.messageId = messageId
  if (paymentId !== undefined) batch.paymentId = paymentId
  const count = Number(textOf(booking, 'NtryDtls', 'Btch', 'NbOfTxs') ?? Number.NaN)
  if (Number.isSafeInteger(count)) batch.count = count
  result.batches.push(batch)
}

/** Banks put the amount in different places; the booking's own only fits a single payment. */
function detailAmount(booking: BankXml, detail: BankXml, alone: boolean): BankXml | undefined {
  return (
    all(detail, 'Amt')[0] ??
    all(detail, 'AmtDtls', 'TxAmt', 'Amt')[0] ??
    all(detail, 'AmtDtls', 'InstdAmt', 'Amt')[0] ??
    (alone ? all(booking, 'Amt')[0] : undefined)
  )
}

function readMovement(booking: BankXml, detail: BankXml, amount: BankXml | undefined): Movement {
  const cents = parseAmount(amount?.text)
  const currency = amount?.currency
  if (cents === undefined || currency === undefined) {
    throw new BankFileError('the notification has a movement without a readable amount')
  }
  const creditDebit = textOf(detail, 'CdtDbtInd') ?? textOf(booking, 'CdtDbtInd')
  if (creditDebit !== 'CRDT' && creditDebit !== 'DBIT') {
    throw new BankFileError('the notification has a movement that is neither CRDT nor DBIT')
  }
  // A plain code up to version 04, a choice of Cd and Prtry since.
  const status =
    textOf(booking, 'Sts') ?? textOf(booking, 'Sts', 'Cd') ?? textOf(booking, 'Sts', 'Prtry')
  if (status === undefined) throw new BankFileError('the notification has an entry without Sts')
  return { cents, currency, creditDebit, status }
}

/**
 * Banks mark a return in one of four ways: return information, a reversal flag, the ISO booking
 * code (RRTN return, RPCR recall) or the German one (159, a returned SEPA credit transfer).
 */
function isReturn(booking: BankXml, detail: BankXml): boolean {
  if (all(detail, 'RtrInf').length > 0 || textOf(booking, 'RvslInd') === 'true') return true
  return [booking, detail].some((node) => {
    const family = textOf(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd')
    const german = textOf(node, 'BkTxCd', 'Prtry', 'Cd') ?? ''
    return family === 'RRTN' || family === 'RPCR' || /(^|\+)159(\+|$)/.test(german)
  })
}
