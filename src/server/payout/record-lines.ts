import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { createHash } from 'node:crypto'
import { isBookedAhead, numbersIn, openDayFor } from '../../domain/bank-line.ts'
import { maskIban } from '../../domain/iban.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { BankFileError } from '../gateways/bank-files/bank-file-error.ts'
import type { Booking } from '../gateways/bank-files/read-booking.ts'
import type { Statement, StatementLine } from '../gateways/bank-files/read-statements.ts'
import {
  listOpenOf,
  insertLines,
  lockClosedTo,
  matchLines,
  type NewLine,
} from './bank-line-store.ts'
import { guessPartners, listOurs, listUnguessed } from './likely-store.ts'
import { bankLinePlace } from './places.ts'
import { bookReturnFees } from './return-fee-store.ts'

/** `key` is its own in a file that may be of several accounts, `lineKey` in its account. */
export type KeyedLine = StatementLine & {
  key: string
  lineKey: string
  digest: string
  account: string
}

const keyIn = (account: string, lineKey: string) => `${account} ${lineKey}`

/**
 * The lines of a file, each once: reports of one day overlap. The key is the bank's reference with what it books, else a digest
 * with the line's number among the same ones of its day. References alone are not enough: some banks begin anew each day, or give one
 * to several bookings of a statement.
 */
export function keyLines(statements: readonly Statement[]): KeyedLine[] {
  const lines = new Map<string, KeyedLine>()
  let place = 0
  for (const { account: named, lines: own } of statements) {
    const account = named ?? ''
    const seen = new Map<string, number>()
    const firsts = new Map<string, string>()
    for (const line of own) {
      // Only what is booked is a line of the account; announcements are read each time.
      const booked = line.status === 'BOOK' && line.cents > 0
      const { reference, bookedOn, creditDebit, cents, currency, endToEndId, text } = line
      const moved = [bookedOn, creditDebit, cents, currency]
      const said = hashOf([...moved, endToEndId, text, ...idsOf(line)])
      const number = (seen.get(said) ?? 0) + 1
      seen.set(said, number)
      const digest = `${said}:${number}`
      const byReference = reference === null ? digest : hashOf([...moved, 'reference', reference])
      // Some banks give the single payments of one order the same reference.
      const isShared = booked && (firsts.get(byReference) ?? said) !== said
      if (booked && !isShared) firsts.set(byReference, said)
      const lineKey = isShared ? digest : byReference
      const key = keyIn(account, lineKey)
      const keyed = { ...line, key, lineKey, digest, account }
      lines.set(booked ? key : `${key}:${(place += 1)}`, keyed)
    }
  }
  return [...lines.values()]
}

const hashOf = (parts: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

/** What the file names it by. */
const idsOf = ({ booking }: StatementLine) => [
  ...booking.batches.flatMap(({ ids }) => ids),
  ...booking.entries.map(({ endToEndId }) => endToEndId),
]

/** The same, and what is named in bookings that contradict themselves. */
export const namesOf = (line: StatementLine) => [
  ...idsOf(line),
  ...line.booking.refused.flatMap(({ id }) => numbersIn(id)),
]

export const isLine = ({ status, cents }: StatementLine) => status === 'BOOK' && cents > 0

const isAhead = (line: StatementLine, today: Temporal.PlainDate) =>
  isLine(line) && line.bookedOn !== null && isBookedAhead(line.bookedOn, today)

/** @throws BankFileError if all that is booked in it is booked on a day to come, and nothing else in it can be read */
export function checkAhead(
  { kind, statements }: { kind: string; statements: readonly Statement[] },
  today: Temporal.PlainDate,
): void {
  const lines = statements.flatMap((statement) => statement.lines)
  const ahead = lines.filter((line) => isAhead(line, today))
  const isRest = ({ status }: StatementLine) => status !== 'unreadable'
  if (ahead.length === 0 || lines.some((line) => isRest(line) && !ahead.includes(line))) return
  const day = ahead[0]?.bookedOn
  throw new BankFileError(
    `not one entry of the ${kind} is understood: all are booked on days to come (${day})`,
    `in der ${kind} ist keine einzige Buchung verständlich: alle sind auf Tage gebucht, die noch kommen (${day})`,
  )
}

/**
 * A file's lines without those that are booked on a day to come: such a day is a typo or damage, so neither the line is kept nor what it says
 * applied, and each of its payments is named (834).
 */
export function withoutAhead(lines: readonly KeyedLine[], today: Temporal.PlainDate) {
  const refused: Booking['refused'] = []
  const kept = lines.filter((line) => {
    const { bookedOn, booking } = line
    if (bookedOn === null || !isAhead(line, today)) return true
    const reason = bankFileReason('ahead', bookedOn)
    const named = [
      ...booking.entries.map(({ endToEndId }) => endToEndId),
      ...booking.batches.map(({ label }) => label),
      ...booking.unidentified,
    ]
    refused.push(...named.map((id) => ({ id, reason })), ...booking.refused)
    return false
  })
  return { lines: kept, refused }
}

/**
 * Writes the booked lines, those that are known not again; their ids by key. `fees`: what the bank took of a return, by its
 * line's key: the return is booked in full, and the charge is a line of its own.
 */
export async function recordLines(
  tx: Tx,
  { keys, clock }: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  lines: readonly KeyedLine[],
  {
    fileHash,
    fees,
    cameBy,
  }: { fileHash: string; fees: ReadonlyMap<string, number>; cameBy: 'person' | 'folder' },
): Promise<Map<string, { lineId: string; isNew: boolean }>> {
  const now = clock.now()
  const closedTo = await lockClosedTo(tx, tenant, 'share')
  const coded = lines.filter((line) => isLine(line) && line.isCharge && !line.returned)
  // A file that a person brought could be made up: what names us in it is a charge by two people (835).
  const words = cameBy === 'folder' ? [] : coded.flatMap((line) => wordsOf(namedIn(line)))
  const ours = await listOurs(tx, tenant, words)
  const charges = new Set(
    coded.filter((line) => !wordsOf(namedIn(line)).some((word) => ours.has(word))),
  )
  const all = lines.filter(isLine).map((line): { row: NewLine; charge: NewLine | null } => {
    const lineId = uuidv7(now.epochMilliseconds)
    const bookedOn = line.bookedOn ?? clock.today().toString()
    const fee = fees.get(line.key) ?? 0
    const { name, iban } = line.party
    const words = JSON.stringify({ text: line.text, name, iban })
    const row: NewLine = {
      lineId,
      account: line.account,
      key: line.lineKey,
      digest: line.digest,
      fileHash,
      bookedOn,
      valueOn: line.valueOn,
      dayOn: openDayFor(bookedOn, closedTo),
      direction: line.creditDebit,
      cents: line.cents + fee,
      currency: line.currency,
      reference: line.reference,
      code: line.code,
      isReturn: line.returned,
      partyMask: iban && maskIban(iban),
      wordsEncrypted: keys.encrypt(words, bankLinePlace(tenant, lineId)),
      kind: charges.has(line) ? 'charge' : null,
    }
    if (fee === 0) return { row, charge: null }
    const charge: NewLine = {
      ...row,
      lineId: uuidv7(now.epochMilliseconds),
      key: `${line.lineKey}:fee`,
      digest: `${line.digest}:fee`,
      direction: 'DBIT',
      cents: fee,
      isReturn: false,
      partyMask: null,
      wordsEncrypted: null,
      kind: 'charge',
    }
    return { row, charge }
  })
  const found = new Map<string, { lineId: string; isNew: boolean }>()
  for (const [account, own] of Map.groupBy(all, ({ row }) => row.account)) {
    const rows = own.map(({ row }) => row)
    for (const [key, line] of await insertLines(tx, tenant, rows, now))
      found.set(keyIn(account, key), line)
    // Of a line that was there without its fee, the charge comes once it stands in full (return-fee-store.ts).
    const kept = own.flatMap(({ row, charge }) =>
      charge && found.get(keyIn(account, row.key))?.isNew ? charge : [],
    )
    await insertLines(tx, tenant, kept, now)
  }
  return found
}

type Named = { lineId: string; text: string; ids: readonly string[] }

/** Keeps whose open lines may be. @param among `ours`: which payments and files of ours they name, before anybody can call them something */
export async function guessLines(
  tx: Tx,
  tenant: string,
  lines: readonly Named[],
  among: 'ours' | 'all',
): Promise<void> {
  const ids = lines.map(({ lineId }) => lineId)
  const byId = new Map(lines.map((line) => [line.lineId, line]))
  const unguessed = await listUnguessed(tx, tenant, ids, among)
  const asked = unguessed.map(({ line_id: lineId, cents, party_mask: mask }) => ({
    lineId,
    words: wordsOf(byId.get(lineId)),
    cents,
    mask,
  }))
  await guessPartners(tx, tenant, asked, among)
}

const namedIn = (line: StatementLine) => ({ text: line.text, ids: namesOf(line) })
const wordsOf = (line: Omit<Named, 'lineId'> | undefined) => [
  ...(line?.ids ?? []),
  ...numbersIn(line?.text ?? ''),
]

/** Matches what the payments of a file explain, and guesses whose the rest may be. @returns those that are open items */
export async function explainLines(
  tx: Tx,
  tenant: string,
  lines: readonly Named[],
  at: Temporal.Instant,
): Promise<string[]> {
  await lockClosedTo(tx, tenant, 'share')
  const ids = lines.map(({ lineId }) => lineId)
  await bookReturnFees(tx, tenant, ids, at)
  await matchLines(tx, tenant, ids, at)
  await guessLines(tx, tenant, lines, 'all')
  return listOpenOf(tx, tenant, ids)
}
