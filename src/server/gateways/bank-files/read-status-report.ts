import { reasonsFor } from '../../../domain/bank-reasons.ts'
import { tellsOfNone } from '../../../domain/payee-check.ts'
import { parseAmount } from './amount.ts'
import { BankFileError } from './bank-file-error.ts'
import { payeeOf, type CheckedPayee } from './checked-payee.ts'
import { all, codesOf, oneOf, parseBankXml, textOf } from './parse-bank-xml.ts'
import type { BankXml } from './parse-bank-xml.ts'

/** A bank's reasons: distinct ISO codes such as AC04 (or its own), and its text. */
export interface StatusReason {
  reasonCodes?: string[]
  reasonText?: string
}

/** Reasons are those of all levels. */
export interface TransactionStatus extends StatusReason {
  endToEndId: string
  /** The PmtInfId of its block. */
  paymentId: string
  /** ISO code as sent: ACSC, RJCT, PDNG, ...; interpreted by domain/payout.ts. */
  status: string
  /** Set if the status is its payment's or the group's. */
  inherited?: true
  /** Instructed and settled amount in the same currency, where repeated. */
  amounts?: { cents: number; currency: string }[]
  /** Of a check of payees. */
  payee?: CheckedPayee
}

/** Transactions per status of their own, where given. */
export interface StatusCounts {
  perStatus?: { status: string; count: number }[]
}

export interface PaymentStatus extends StatusReason, StatusCounts {
  /** The PmtInfId of the original file. */
  paymentId: string
  status?: string
  /** Original sum in cents, where repeated. */
  sumCents?: number
  /** Original number of transactions, where repeated. */
  count?: number
}

export interface StatusReport extends StatusCounts {
  originalMessageId: string
  /** For example pain.001.001.09. */
  originalMessageName?: string
  /** Of the whole file, if any. PART: see the transactions. */
  groupStatus?: string
  /** Sum of the whole file in cents, where repeated. */
  sumCents?: number
  /** Number of transactions in the whole file, where repeated. */
  count?: number
  groupReason: StatusReason
  paymentStatuses: PaymentStatus[]
  transactions: TransactionStatus[]
}

/**
 * Parses a pain.002 of any version (.001.03, .001.10, .001.14), with all three levels as sent; missing levels are absent, and a
 * rejected file may name no transaction. Only a transaction without status inherits its payment's, else the group's; reasons
 * come from all levels (reasonsFor). Throws BankFileError for other or ambiguous files.
 */
export function readStatusReport(xml: string | Uint8Array): StatusReport {
  const report = parseBankXml(xml, 'pain.002', 'CstmrPmtStsRpt')
  const groups = all(report, 'OrgnlGrpInfAndSts')
  const [group] = groups
  if (groups.length > 1) {
    // Several groups are ambiguous, and the schema allows one.
    const ids = groups.map((one) => textOf(one, 'OrgnlMsgId') ?? 'none').join(', ')
    throw new BankFileError(
      `the status report answers ${groups.length} messages (${ids}) instead of one, so nothing of it was applied`,
    )
  }
  const originalMessageId = group && textOf(group, 'OrgnlMsgId')
  if (group === undefined || originalMessageId === undefined) {
    throw new BankFileError('the status report does not name the message it answers (OrgnlMsgId)')
  }
  const originalMessageName = textOf(group, 'OrgnlMsgNmId')
  const groupStatus = statusOf(group, 'GrpSts')
  const payments = all(report, 'OrgnlPmtInfAndSts')
  const paymentStatuses = payments.map(readPayment)
  return {
    originalMessageId,
    ...(originalMessageName !== undefined && { originalMessageName }),
    ...(groupStatus !== undefined && { groupStatus }),
    ...sumOf(group),
    ...countOf(group),
    ...countsOf(group),
    groupReason: reasonOf(group),
    paymentStatuses,
    transactions: payments.flatMap((payment, at) => {
      const { paymentId, status = groupStatus } = paymentStatuses[at]!
      const levels = [
        ...paymentStatuses.filter((one) => one.paymentId === paymentId),
        { status: groupStatus, ...reasonOf(group) },
      ]
      return all(payment, 'TxInfAndSts').map((node) => ({
        ...readTransaction(node, status, levels),
        paymentId,
      }))
    }),
  }
}

function readPayment(node: BankXml): PaymentStatus {
  const paymentId = textOf(node, 'OrgnlPmtInfId')
  if (paymentId === undefined) {
    throw new BankFileError('the status report has a payment without OrgnlPmtInfId')
  }
  const status = statusOf(node, 'PmtInfSts')
  return {
    paymentId,
    ...(status !== undefined && { status }),
    ...sumOf(node),
    ...countOf(node),
    ...countsOf(node),
    ...reasonOf(node),
  }
}

function readTransaction(
  node: BankXml,
  inherited: string | undefined,
  levels: readonly (StatusReason & { status?: string | undefined })[],
): Omit<TransactionStatus, 'paymentId'> {
  const endToEndId = textOf(node, 'OrgnlEndToEndId')
  if (endToEndId === undefined) {
    throw new BankFileError('the status report has a transaction without OrgnlEndToEndId')
  }
  // PART means differing transactions, so none inherits it.
  const own = statusOf(node, 'TxSts')
  const isMixed = inherited === 'PART' || (inherited !== undefined && tellsOfNone(inherited))
  const status = own ?? (isMixed ? undefined : inherited)
  if (status === undefined) {
    throw new BankFileError('the status report has a transaction without a status (TxSts)')
  }
  const reason = reasonOf(node)
  const reasonCodes = reasonsFor(status, [{ status, ...reason }, ...levels])
  const reasonText =
    reason.reasonText ?? levels.find((level) => level.status === status)?.reasonText
  return {
    endToEndId,
    status,
    ...(own === undefined && { inherited: true }),
    ...amountsOf(node),
    ...payeeOf(node, status),
    ...(reasonCodes.length > 0 && { reasonCodes }),
    ...(reasonText !== undefined && { reasonText }),
  }
}

/** Instructed and interbank amount; one in another currency is no evidence. */
function amountsOf(node: BankXml): Pick<TransactionStatus, 'amounts'> {
  const given = [
    oneOf(node, 'OrgnlTxRef', 'Amt', 'InstdAmt') ?? [],
    oneOf(node, 'OrgnlTxRef', 'IntrBkSttlmAmt') ?? [],
  ].flat()
  const amounts = given.map(({ text, currency }) => {
    const cents = parseAmount(text)
    if (cents === undefined || currency === undefined) {
      throw new BankFileError('the status report has a transaction with an unreadable amount')
    }
    return { cents, currency }
  })
  const comparable = amounts.filter(({ currency }) => currency === amounts[0]?.currency)
  return comparable.length > 0 ? { amounts: comparable } : {}
}

function sumOf(node: BankXml): { sumCents?: number } {
  const text = textOf(node, 'OrgnlCtrlSum')
  if (text === undefined) return {}
  const sumCents = parseAmount(text)
  if (sumCents === undefined) {
    throw new BankFileError('the status report has an unreadable sum (OrgnlCtrlSum)')
  }
  return { sumCents }
}

function countOf(node: BankXml, name = 'OrgnlNbOfTxs'): { count?: number } {
  const text = textOf(node, name)
  if (text === undefined) return {}
  if (!/^[0-9]{1,15}$/.test(text)) {
    throw new BankFileError(`the status report has an unreadable number (${name})`)
  }
  return { count: Number(text) }
}

function countsOf(node: BankXml): StatusCounts {
  const perStatus = all(node, 'NbOfTxsPerSts').map((one) => {
    const status = statusOf(one, 'DtldSts')
    const { count } = countOf(one, 'DtldNbOfTxs')
    if (status === undefined || count === undefined) {
      throw new BankFileError('the status report has a NbOfTxsPerSts without status or number')
    }
    return { status, count }
  })
  return perStatus.length > 0 ? { perStatus } : {}
}

function statusOf(node: BankXml, name: string): string | undefined {
  const status = textOf(node, name)
  if (status !== undefined && !/^[A-Z0-9]{1,4}$/.test(status)) {
    throw new BankFileError(`the status report has a ${name} that is not a status code`)
  }
  return status
}

/** All codes count; the text is kept up to 500 characters. */
function reasonOf(node: BankXml): StatusReason {
  const reasonCodes = codesOf(node, 'StsRsnInf')
  const words = all(node, 'StsRsnInf', 'AddtlInf').map((info) => info.text)
  const text = words.join(' ').trim().slice(0, 500)
  return {
    ...(reasonCodes.length > 0 && { reasonCodes }),
    ...(text !== '' && { reasonText: text }),
  }
}
