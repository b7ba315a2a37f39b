import type { Way } from '../../domain/campaign-name.ts'
import { goalOf, type TrackedEvent } from '../../domain/tracking-goals.ts'
import type { Locale } from '../../domain/tenant.ts'

/** A visitor who agreed to statistics elsewhere (consent/analytics-consent.ts), and what of the request may be told. */
export type Analytics = { consentId: string; locale: Locale; userAgent: string }

/** What the queue keeps of a goal until it is sent: no number, no address, nobody's name. */
export type GoalJob = Analytics & Way & { goal: number; at: string }

export const goalJob = 'send-goal'

/** The job for an event; null where nobody may be told, or where the event reaches no goal. */
export function makeGoalJob(
  event: TrackedEvent,
  way: Way,
  analytics: Analytics | null,
  at: Temporal.Instant,
): GoalJob | null {
  const goal = goalOf(event)
  return goal && analytics ? { ...analytics, ...way, goal: goal.id, at: at.toString() } : null
}
