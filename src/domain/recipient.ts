import { changeState } from './state-change.ts'
import type { Change } from './state-change.ts'

export type RecipientState = 'accepted' | 'confirmed' | 'withdrawn'

export const recipientNext = {
  accepted: ['confirmed', 'withdrawn'],
  confirmed: ['withdrawn'],
  withdrawn: [],
} as const satisfies Record<RecipientState, readonly RecipientState[]>

const implied = {
  accepted: [],
  confirmed: ['accepted'],
  withdrawn: [],
} as const satisfies Record<RecipientState, readonly RecipientState[]>

export function changeRecipient(from: RecipientState, to: RecipientState): Change {
  return changeState<RecipientState>(recipientNext, from, to, implied)
}

type Named = { firstName: string; lastName: string; email: string }

/**
 * Whether input on a device with a waiting entry corrects that entry: same address, or same name with another address. Anybody
 * else on the device (a couple, an agency's tablet) gets a new entry.
 */
export function isCorrection(waiting: Named, typed: Named): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('de')
  return (
    waiting.email === typed.email ||
    (plain(waiting.firstName) === plain(typed.firstName) &&
      plain(waiting.lastName) === plain(typed.lastName))
  )
}

/**
 * Minimum age on a local day. A year of life ends the day before the birthday (BGB §§ 187 (2), 188), so somebody born on 29
 * February comes of age on 1 March.
 */
export function isOldEnough(
  bornOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
  years: number,
): boolean {
  return Temporal.PlainDate.compare(today, bornOn.subtract({ days: 1 }).add({ years })) > 0
}

/** The last local day to confirm, inclusive (domain.md section 3); `weeks` is the tenant's `unconfirmedWeeks`. */
export function confirmBy(createdOn: Temporal.PlainDate, weeks: number): Temporal.PlainDate {
  return createdOn.add({ weeks })
}

/** The first local day on which an unconfirmed recipient's data must be gone (spec section 9). */
export function deleteUnconfirmedOn(
  createdOn: Temporal.PlainDate,
  weeks: number,
): Temporal.PlainDate {
  return confirmBy(createdOn, weeks).add({ days: 1 })
}
