import { formatCents } from '../../../domain/money.ts'
import { BankFileError } from './bank-file-error.ts'
import { parseAmount } from './amount.ts'
import { all, oneOf, parseOneOf, textOf } from './parse-bank-xml.ts'
import type { BankXml } from './parse-bank-xml.ts'
import { chargesOf, isReturn, readBooking, readMovement } from './read-booking.ts'
import type { Booking, Movement } from './read-booking.ts'

const reports = {
  'camt.052': 'BkToCstmrAcctRpt',
  'camt.053': 'BkToCstmrStmt',
  'camt.054': 'BkToCstmrDbtCdtNtfctn',
} as const
const parts = { 'camt.052': 'Rpt', 'camt.053': 'Stmt', 'camt.054': 'Ntfctn' } as const

export type StatementKind = keyof typeof reports

/** One booking of the account as the bank has it. Names, IBANs and texts are personal data. */
export interface StatementLine extends Movement {
  /** ISO days. */
  bookedOn: string | null
  valueOn: string | null
  /** The bank's own (AcctSvcrRef). */
  reference: string | null
  /** German (NTRF+166) or ISO (PMNT-ICDT-ESCT). */
  code: string | null
  text: string
  party: { name: string | null; iban: string | null }
  returned: boolean
  isCharge: boolean
  chargeCents: number
  /** Ids of its only payment, and of the file. */
  endToEndId: string | null
  booking: Booking
}

export interface Statement {
  id: string
  /** Electronic, else legal sequence number. */
  sequence: string | null
  createdAt: string | null
  from: string | null
  to: string | null
  /** An IBAN, or what the bank calls the account. */
  account: string | null
  /** Cents, negative if overdrawn, with the bank's code: OPBD, CLBD, ... */
  balances: { code: string; cents: number; currency: string; on: string | null }[]
  lines: StatementLine[]
}

/**
 * Parses a camt.052, camt.053 or camt.054 of any version (.001.02, .001.08, ...). Throws BankFileError for other files, for
 * statements whose bookings do not lead from one balance to the other, and where not one booking can be read.
 */
export function readStatements(xml: string | Uint8Array): {
  kind: StatementKind
  statements: Statement[]
} {
  const { message: kind, content } = parseOneOf(xml, reports)
  const statements = all(content, parts[kind]).map(readStatement)
  if (statements.every(({ lines }) => lines.length === 0))
    throw new BankFileError(
      `the ${kind} has not one booking that can be read: there is none in it`,
      `in der ${kind} steht keine einzige Buchung`,
    )
  if (statements.every(({ lines }) => lines.every(({ status }) => status === unreadable.status)))
    throw new BankFileError(
      `the ${kind} has not one booking that can be read`,
      `in der ${kind} ist keine einzige Buchung lesbar`,
    )
  return { kind, statements }
}

function readStatement(node: BankXml): Statement {
  const statement: Statement = {
    id: textOf(node, 'Id') ?? '',
    sequence: textOf(node, 'ElctrncSeqNb') ?? textOf(node, 'LglSeqNb') ?? null,
    createdAt: textOf(node, 'CreDtTm') ?? null,
    from: dayOf(oneOf(node, 'FrToDt'), 'FrDtTm'),
    to: dayOf(oneOf(node, 'FrToDt'), 'ToDtTm'),
    account: accountOf(node),
    balances: all(node, 'Bal').flatMap(readBalance),
    lines: all(node, 'Ntry').map(readLine),
  }
  checkBalances(node, statement)
  return statement
}

/** An IBAN is one account, however it is written. */
const accountOf = (node: BankXml): string | null =>
  textOf(node, 'Acct', 'Id', 'IBAN')?.replaceAll(/\s/g, '').toUpperCase() ??
  textOf(node, 'Acct', 'Id', 'Othr', 'Id') ??
  null

function readBalance(node: BankXml): Statement['balances'] {
  const amount = oneOf(node, 'Amt')
  const cents = parseAmount(amount?.text)
  const code = textOf(node, 'Tp', 'CdOrPrtry', 'Cd') ?? textOf(node, 'Tp', 'CdOrPrtry', 'Prtry')
  if (cents === undefined || code === undefined) return []
  const isDebt = textOf(node, 'CdtDbtInd') === 'DBIT'
  const on = dayIn(oneOf(node, 'Dt'))
  return [{ code, cents: isDebt ? -cents : cents, currency: amount?.currency ?? '', on }]
}

/** Only whole statements have both balances; pages of one, and reports within a day, need not. */
function checkBalances(node: BankXml, { id, balances, lines }: Statement): void {
  const opening = balances.filter(({ code }) => code === 'OPBD' || code === 'PRCD')
  const closing = balances.filter(({ code }) => code === 'CLBD')
  const [first] = opening
  const [last] = closing
  const isPage = textOf(node, 'StmtPgntn', 'LastPgInd') === 'false'
  if (!first || !last || isPage) return
  if (new Set(opening.map(({ cents }) => cents)).size > 1 || closing.length > 1) return
  const booked = lines.filter(({ status }) => status === 'BOOK')
  const sum = booked.reduce(
    (total, { cents, creditDebit }) => total + (creditDebit === 'CRDT' ? cents : -cents),
    0,
  )
  const moved = last.cents - first.cents
  // A booking that cannot be read is named by itself.
  const isWhole = lines.every(({ status }) => status !== unreadable.status)
  if (isWhole && sum !== moved)
    throw new BankFileError(
      `the bookings of statement ${JSON.stringify(id.slice(0, 35))} come to ${sum} cents, and its balances differ by ${moved}, so nothing of it was applied`,
      `die Buchungen des Auszugs „${id.slice(0, 35)}“ ergeben ${formatCents(sum, 'de')}, seine Salden aber ${formatCents(moved, 'de')}`,
    )
}

function readLine(node: BankXml): StatementLine {
  const movement = readMovement(node, node, oneOf(node, 'Amt'))
  const details = all(node, 'NtryDtls', 'TxDtls')
  const [only] = details.length === 1 ? details : []
  const at = only ?? node
  const id = only && textOf(only, 'Refs', 'EndToEndId')
  const reference = textOf(node, 'AcctSvcrRef') ?? (only && textOf(only, 'Refs', 'AcctSvcrRef'))
  return {
    ...(movement ?? unreadable),
    bookedOn: dayIn(oneOf(node, 'BookgDt')),
    valueOn: dayIn(oneOf(node, 'ValDt')),
    reference: given(reference),
    code: codeOf(node) ?? codeOf(at) ?? null,
    text: textsOf(node, details),
    party: partyOf(at, movement?.creditDebit ?? 'DBIT', details.length > 1),
    returned: [at, ...details].some((one) => isReturn(node, one)),
    isCharge: [node, at].some(isCharge),
    chargeCents: movement ? chargesOf(node, at, movement) : 0,
    endToEndId: given(id),
    booking: readBooking(node),
  }
}

/** No movement of the account: its payments are named among what was refused or has no id. */
const unreadable: Movement = { cents: 0, currency: '', creditDebit: 'DBIT', status: 'unreadable' }

// What banks write where they have nothing.
const given = (id: string | undefined): string | null =>
  id === undefined || ['NOTPROVIDED', 'NONREF', 'NOREF'].includes(id.toUpperCase())
    ? null
    : id.slice(0, 100)

const dayIn = (node: BankXml | undefined): string | null =>
  node === undefined ? null : (dayOf(node, 'Dt') ?? dayOf(node, 'DtTm'))

function dayOf(node: BankXml | undefined, name: string): string | null {
  const day = node && textOf(node, name)?.slice(0, 10)
  if (day === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return null
  try {
    return Temporal.PlainDate.from(day).toString()
  } catch {
    return null
  }
}

function codeOf(node: BankXml): string | undefined {
  const family = [
    textOf(node, 'BkTxCd', 'Domn', 'Cd'),
    textOf(node, 'BkTxCd', 'Domn', 'Fmly', 'Cd'),
    textOf(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd'),
  ].filter((part) => part !== undefined)
  return textOf(node, 'BkTxCd', 'Prtry', 'Cd') ?? (family.length > 0 ? family.join('-') : undefined)
}

/** ISO: CHRG, COMM, FEES; German: 808 (charges), 805 (closing of the account), 809 (commission). */
function isCharge(node: BankXml): boolean {
  const family = textOf(node, 'BkTxCd', 'Domn', 'Fmly', 'SubFmlyCd') ?? ''
  const german = textOf(node, 'BkTxCd', 'Prtry', 'Cd') ?? ''
  return ['CHRG', 'COMM', 'FEES'].includes(family) || /(^|\+)(805|808|809)(\+|$)/.test(german)
}

const mostText = 1000

function textsOf(node: BankXml, details: readonly BankXml[]): string {
  const one = details.length === 1 ? details : []
  const texts = [
    ...one.flatMap((detail) => all(detail, 'RmtInf', 'Ustrd')),
    ...one.flatMap((detail) => all(detail, 'RmtInf', 'Strd', 'CdtrRefInf', 'Ref')),
    ...one.flatMap((detail) => all(detail, 'AddtlTxInf')),
    ...all(node, 'AddtlNtryInf'),
  ]
  const words = texts.map(({ text }) => text).filter((text) => text !== '')
  return [...new Set(words)].join(' ').slice(0, mostText)
}

/** Whoever is on the other side; nobody for a booking of several payments. Names stand in `Pty` from version 04 on. */
function partyOf(
  node: BankXml,
  direction: Movement['creditDebit'],
  isSeveral: boolean,
): StatementLine['party'] {
  if (isSeveral) return { name: null, iban: null }
  const role = direction === 'CRDT' ? 'Dbtr' : 'Cdtr'
  const name = textOf(node, 'RltdPties', role, 'Nm') ?? textOf(node, 'RltdPties', role, 'Pty', 'Nm')
  const iban = textOf(node, 'RltdPties', `${role}Acct`, 'Id', 'IBAN')
  return { name: name?.slice(0, 140) ?? null, iban: iban?.replaceAll(' ', '') ?? null }
}
