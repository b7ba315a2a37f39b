// Lines of the bank's statement: what each is, and what waits to be explained.

/** What a line is; null where nobody knows yet. `other`: not ours, or explained by a person. */
export const bankLineKinds = [
  'payout',
  'batch',
  'return',
  'charge',
  'repayment',
  'invoice',
  'reversal', // the bank took back what had paid an invoice
  'other',
] as const
export type BankLineKind = (typeof bankLineKinds)[number]

/** What a person can say that a line is; payments are matched by the bank's ids alone. */
export const assignableKinds = ['charge', 'reversal', 'repayment', 'invoice', 'other'] as const
export type AssignableKind = (typeof assignableKinds)[number]

/** Money that came in can be a repayment or an invoice that was paid; money that left an invoice's payment that was taken back. Charges are refunded, too. */
export const fitsDirection = (kind: AssignableKind, direction: 'CRDT' | 'DBIT'): boolean =>
  kind === 'other' || kind === 'charge' || (kind === 'reversal') === (direction === 'DBIT')

/** What is known of a line before somebody calls it something. */
export type LineNames = {
  likelyKind: string | null
  payments: number // that the bank's file says it is of
  isOwnFile: boolean // whoever calls it so brought the file that it is from
}

/** Whether a line names a payment or file of ours, or is of some. */
export const isOfOurs = ({ likelyKind, payments }: Omit<LineNames, 'isOwnFile'>): boolean =>
  payments > 0 || likelyKind === 'payout' || likelyKind === 'batch'

/**
 * Whether a second person has to call a line the same: anything but a payment that names a payment or file of ours may be money that left
 * twice, or somebody else's; and who made a file up that names nothing would call its lines what they like.
 */
export const needsSecond = (kind: AssignableKind, line: LineNames): boolean =>
  isOfOurs(line) || (line.isOwnFile && isExplainedAlone(kind))

/** Whether somebody's word about a line can be taken back, and whether by whoever gave it; null: it cannot. */
export function canReopen(
  line: Omit<LineNames, 'isOwnFile'> & {
    kind: string | null
    decidedBy: string | null
    isClosed: boolean
  },
  by: string,
): 'moeglich' | 'eigene' | null {
  const isWord = line.decidedBy !== null && (line.kind === 'charge' || line.kind === 'other')
  if (!isWord || line.isClosed) return null
  return isOfOurs(line) && line.decidedBy === by ? 'eigene' : 'moeglich'
}

/** That is surely no payment to a person or from one: its name and text are what the books know of it. */
export const isBookedByWords = (line: {
  kind: string | null
  likelyKind: string | null
}): boolean =>
  ['charge', 'invoice', 'reversal'].includes(line.kind ?? '') &&
  line.likelyKind !== 'payout' &&
  line.likelyKind !== 'batch'

/** By nothing but somebody's word. */
export const isExplainedAlone = (kind: AssignableKind): boolean =>
  kind === 'charge' || kind === 'other'

const mostWords = 50

/** Words of a text that may be somebody's number: what stands between spaces and commas, with a digit in it. */
export function numbersIn(text: string): string[] {
  const words = text.split(/[\s,;:]+/).map((word) => word.replace(/^[.()/-]+|[.()/-]+$/g, ''))
  const numbers = words.filter((word) => word.length >= 4 && word.length <= 60 && /\d/.test(word))
  return [...new Set(numbers)].slice(0, mostWords)
}

/**
 * Which of these numbers a transfer's text names. Banks wrap texts, and people type: case, a space within a number, and what stands between
 * its parts, do not matter, but each part is whole, and the number is no part of a longer one.
 */
export function namedIn(text: string, numbers: readonly string[]): string[] {
  return numbers.filter((number) => {
    const parts = number.split('-').map((part) => [...part].map(RegExp.escape).join('\\s?'))
    return new RegExp(
      `(?<![\\p{L}\\p{N}])(?<!\\p{N}[./–-])${parts.join('[\\s./–-]{1,3}')}(?![\\p{L}\\p{N}])(?![./–-]\\p{N})`,
      'iu',
    ).test(text)
  })
}

type Moved = { account: string; cents: number; bookedOn: string; reference: string | null }

/**
 * The credits that a debit can take back, of those that paid an invoice; only a single one is sure. What the bank marks as a reversal needs the
 * invoice's number or the bank's reference of the credit, anything else both: a transfer of ours may name the number, too.
 */
export const reversedBy = <T extends Moved & { number: string }>(
  debit: Moved & { isReturn: boolean; text: string },
  credits: readonly T[],
): T[] =>
  credits.filter((credit) => {
    if (credit.account !== debit.account || credit.cents !== debit.cents) return false
    if (credit.bookedOn > debit.bookedOn) return false
    const isSame = debit.reference !== null && credit.reference === debit.reference
    const isNamed = namedIn(debit.text, [credit.number]).length > 0
    return debit.isReturn ? isSame || isNamed : isSame && isNamed
  })

/** The day that a line counts for: its booking day, or the first one that is not closed. ISO days. */
export function openDayFor(bookedOn: string, closedTo: string | null): string {
  if (closedTo === null || bookedOn > closedTo) return bookedOn
  return Temporal.PlainDate.from(closedTo).add({ days: 1 }).toString()
}

/** Clocks differ, and banks are handed what is dated after the holidays. */
const mostDaysAhead = 5

/** Whether a booked entry's booking day is one that cannot be yet: value dates may lie ahead, booking days do not. */
export const isBookedAhead = (bookedOn: string, today: Temporal.PlainDate): boolean =>
  today.until(bookedOn).days > mostDaysAhead

/** Banks take a few euros for a return. What is less by more is another payment, or another story. */
export const largestReturnFeeCents = 1_500

/** What a bank may have kept of a payment's return without saying so; null: this is no return of it less a fee. */
export function returnFee(paymentCents: number, lineCents: number): number | null {
  const fee = paymentCents - lineCents
  return lineCents > 0 && fee > 0 && fee <= largestReturnFeeCents ? fee : null
}

/** `wartet`: for a second person: money that came back, or what somebody calls it. */
export const bankLineStates = ['offen', 'wartet', 'zugeordnet'] as const
export type BankLineState = (typeof bankLineStates)[number]

/** Bytes of a file in the console; larger ones come by folder or command line. */
export const largestBankFile = 8_000_000

/** How a line of the statement names itself on what it paid (`referenceOf` in payout/bank-line-store.ts). */
export const lineReference = (bookedOn: string, lineId: string): string =>
  `${bookedOn} ${lineId.slice(-12)}`
