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

// The last local day on which a recipient can confirm: it counts to its end (domain.md section 3,
// "12 weeks likewise").
export function confirmBy(createdOn: Temporal.PlainDate, weeks = 12): Temporal.PlainDate {
  return createdOn.add({ weeks })
}

// The first local day on which the data of a recipient who never confirmed must be gone (spec
// section 9).
export function deleteUnconfirmedOn(createdOn: Temporal.PlainDate, weeks = 12): Temporal.PlainDate {
  return confirmBy(createdOn, weeks).add({ days: 1 })
}
