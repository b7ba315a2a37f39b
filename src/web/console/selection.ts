import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'

export type Selection = AnswerOf<Endpoints['showSelection']>

/** What a selection is of, by what is to be done: its list, and the right to do it. */
export const ofVerb = {
  anerkennen: { kind: 'reviews', page: 'ConsoleReviews', needs: ['decide', 'reviews'] },
  ablehnen: { kind: 'reviews', page: 'ConsoleReviews', needs: ['decide', 'reviews'] },
  freigeben: { kind: 'orders', page: 'ConsoleOrders', needs: ['update', 'orders'] },
  wiederholen: { kind: 'jobs', page: 'ConsoleOperations', needs: ['update', 'operations'] },
} as const satisfies Record<Selection['verb'], object>

/** Why nothing was selected, of a form with the intent `select`; null if something was. */
export function whyNone(answer: FormAnswer | undefined): string | null {
  if (answer?.values['intent'] !== 'select') return null
  const own = answer.errors['selected']
  return own && 'message' in own ? own.message : answer.message
}
