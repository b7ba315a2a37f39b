import { accountNumber, yearStartOf, type Accounting } from '../../../domain/accounting.ts'
import { documentNumber, type BookingLine } from '../../../domain/bookings.ts'
import { datevColumns, textColumns } from './datev-columns.ts'

/** Of one file, as DATEV takes them. */
export const mostDatevLines = 99_999

export type Batch = {
  accounting: Accounting
  month: string // yyyy-mm
  lastDay: string // of it, ISO
  isLocked: boolean
  createdAt: Temporal.PlainDateTime
  part: number // from 1
}

/** A booking batch in DATEV's format: header version 700, format version 13. */
export function writeDatev(batch: Batch, lines: readonly BookingLine[]): Buffer {
  if (lines.length > mostDatevLines) throw new RangeError(`${lines.length} lines in one file`)
  const { accounting, isLocked } = batch
  const all = [
    headerOf(batch),
    datevColumns.join(';'),
    ...lines.map((line) => recordOf(line, accounting, isLocked)),
  ]
  const text = `${all.join('\r\n')}\r\n`
  return accounting.encoding === 'utf-8' ? Buffer.from(`\ufeff${text}`) : toWindows1252(text)
}

const bare = (day: string) => day.replaceAll('-', '')

/** Without control characters; quotes doubled. */
export const datevText = (text: string, most: number): string =>
  `"${[...text.replaceAll(/\p{C}+/gu, ' ').trim()].slice(0, most).join('').replaceAll('"', '""')}"`

function headerOf({ accounting, month, lastDay, isLocked, createdAt, part }: Batch): string {
  const stamp = createdAt.toString({ smallestUnit: 'millisecond' }).replaceAll(/\D/g, '')
  const { consultant, client, yearStart, accountLength, chart } = accounting
  return [
    '"EXTF"',
    700,
    21,
    '"Buchungsstapel"',
    13,
    stamp,
    '',
    '"RE"',
    '""',
    '""',
    consultant,
    client,
    bare(yearStartOf(month, yearStart)),
    accountLength,
    bare(`${month}-01`),
    bare(lastDay),
    datevText(`Zuspruch ${month}${part > 1 ? ` Teil ${part}` : ''}`, 30),
    '""',
    1, // financial accounting
    0,
    isLocked ? 1 : 0,
    '"EUR"',
    '',
    '""',
    '',
    '',
    `"${chart.slice(3)}"`,
    '',
    '',
    '""',
    '""',
  ].join(';')
}

const empty: readonly string[] = datevColumns.map((_, at) => (textColumns.has(at + 1) ? '""' : ''))
const placeOf = (column: string) => datevColumns.indexOf(column)
const places = {
  amount: placeOf('Umsatz (ohne Soll/Haben-Kz)'),
  side: placeOf('Soll/Haben-Kennzeichen'),
  currency: placeOf('WKZ Umsatz'),
  account: placeOf('Konto'),
  contra: placeOf('Gegenkonto (ohne BU-Schlüssel)'),
  day: placeOf('Belegdatum'),
  number: placeOf('Belegfeld 1'),
  text: placeOf('Buchungstext'),
  locked: placeOf('Festschreibung'),
}

function recordOf(line: BookingLine, accounting: Accounting, isLocked: boolean): string {
  if (!Number.isSafeInteger(line.cents) || line.cents <= 0)
    throw new RangeError(`no amount to book: ${line.cents}`)
  const cells = [...empty]
  cells[places.amount] =
    `${Math.floor(line.cents / 100)},${String(line.cents % 100).padStart(2, '0')}`
  cells[places.side] = '"S"'
  cells[places.currency] = '"EUR"'
  cells[places.account] = accountNumber(line.debit, accounting)
  cells[places.contra] = accountNumber(line.credit, accounting)
  cells[places.day] = `${line.day.slice(8, 10)}${line.day.slice(5, 7)}`
  cells[places.number] = `"${documentNumber(line.number)}"`
  cells[places.text] = datevText(line.text.replace(/^[=+\-@]+/, ''), 60)
  cells[places.locked] = isLocked ? '1' : '0'
  return cells.join(';')
}

const decoder = new TextDecoder('windows-1252')
const bytes = new Map(
  Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
)

/** What the code page lacks becomes a question mark. */
export const toWindows1252 = (text: string): Buffer =>
  Buffer.from(Array.from(text, (character) => bytes.get(character) ?? 0x3f))
