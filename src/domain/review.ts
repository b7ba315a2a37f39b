import type { Localised } from './tenant.ts'

// The decision about a held reward (domain.md section 3). A refusal's reasons are in refusal.ts: the person reads them. These are for the
// log alone.

export const approvalReasons = ['different-people', 'evidence', 'rule-exception'] as const
export type ApprovalReason = (typeof approvalReasons)[number]

export const approvalTexts: Record<ApprovalReason, Localised> = {
  'different-people': {
    de: 'Es sind verschiedene Personen.',
    en: 'These are different people.',
  },
  evidence: {
    de: 'Nachweise liegen vor und stimmen.',
    en: 'Evidence was given and is right.',
  },
  'rule-exception': {
    de: 'Die Regel trifft zu; eine Ausnahme ist vertretbar.',
    en: 'The rule applies; an exception is fair.',
  },
}

/** How far ahead a case may be put off. */
export const mostSnoozedDays = 90

/** How soon a case's answer is due; the queue is grouped by it. */
export type Due = 'overdue' | 'today' | 'week' | 'later'

/** @param answerBy ISO day that the tenant promised */
export function dueOf(answerBy: string, today: Temporal.PlainDate): Due {
  const day = Temporal.PlainDate.from(answerBy)
  const order = Temporal.PlainDate.compare(day, today)
  if (order < 0) return 'overdue'
  if (order === 0) return 'today'
  return Temporal.PlainDate.compare(day, today.add({ days: 7 })) <= 0 ? 'week' : 'later'
}

/** The day by which the owner of a held reward is promised an answer; `days` is the tenant's `reviewDays`. */
export const answerBy = (heldOn: Temporal.PlainDate, days: number): Temporal.PlainDate =>
  heldOn.add({ days })
