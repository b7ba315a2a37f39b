import type { Way } from '../../domain/campaign-name.ts'
import { goalOf, type TrackedEvent } from '../../domain/tracking-goals.ts'
import type { Locale } from '../../domain/tenant.ts'

/** A consenting visitor (consent/analytics-consent.ts), with what may be told. */
export type Analytics = { consentId: string; locale: Locale; userAgent: string }

/** A queued goal: no number, address or name. */
export type GoalJob = Analytics & Way & { goal: number; at: string }

export const goalJob = 'send-goal'

/** An event's job; null without consent or goal. */
export function makeGoalJob(
  event: TrackedEvent,
  way: Way,
  analytics: Analytics | null,
  at: Temporal.Instant,
): GoalJob | null {
  const goal = goalOf(event)
  return goal && analytics ? { ...analytics, ...way, goal: goal.id, at: at.toString() } : null
}
