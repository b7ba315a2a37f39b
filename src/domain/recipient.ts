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

// Whether what somebody types on a device where an entry waits corrects that entry: the same address, or the same name with
// another one. Someone else on the same device (a couple, an agency's tablet) makes an entry of their own.
export function isCorrection(waiting: Named, typed: Named): boolean {
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('de')
  return (
    waiting.email === typed.email ||
    (plain(waiting.firstName) === plain(typed.firstName) &&
      plain(waiting.lastName) === plain(typed.lastName))
  )
}

// Whether somebody is so many years old on a local day. A year of life ends with the day before the birthday (BGB §§ 187 (2), 188), so
// that who was born on 29 February comes of age on 1 March.
export function isOldEnough(
  bornOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
  years: number,
): boolean {
  return Temporal.PlainDate.compare(today, bornOn.subtract({ days: 1 }).add({ years })) > 0
}

// The last local day on which a recipient can confirm: it counts to its end (domain.md section 3); `weeks` is the tenant's
// `unconfirmedWeeks`.
export function confirmBy(createdOn: Temporal.PlainDate, weeks: number): Temporal.PlainDate {
  return createdOn.add({ weeks })
}

// The first local day on which the data of a recipient who never confirmed must be gone (spec
// section 9).
export function deleteUnconfirmedOn(
  createdOn: Temporal.PlainDate,
  weeks: number,
): Temporal.PlainDate {
  return confirmBy(createdOn, weeks).add({ days: 1 })
}
