/** How long a session lasts, in real time: without a call, and at most. */
export type SessionLifetime = { idleMinutes: number; hours: number }

/**
 * Customers come from a phone of their own, for a minute, days apart. Who sees other people's data sits at desks that others pass, and
 * works there for a day.
 */
export const sessionLifetimes = {
  referrer: { idleMinutes: 24 * 60, hours: 14 * 24 },
  agency: { idleMinutes: 30, hours: 12 },
  'sales-partner': { idleMinutes: 30, hours: 12 },
  operator: { idleMinutes: 30, hours: 12 },
  // Of a mailed link, which opens again: long enough to look for an IBAN.
  recipient: { idleMinutes: 2 * 60, hours: 24 },
  reward: { idleMinutes: 2 * 60, hours: 24 },
} as const satisfies Record<string, SessionLifetime>
export type SessionOf = keyof typeof sessionLifetimes

/** Whether a session that was last used then still is one. */
export const isAwake = (
  seenAt: Temporal.Instant,
  now: Temporal.Instant,
  { idleMinutes }: SessionLifetime,
): boolean => Temporal.Instant.compare(seenAt.add({ minutes: idleMinutes }), now) > 0

/** Whether a use is to be written down: it need not be known more exactly than a thirtieth of the time that it buys. */
export const isWorthMarking = (
  seenAt: Temporal.Instant,
  now: Temporal.Instant,
  { idleMinutes }: SessionLifetime,
): boolean => Temporal.Instant.compare(now, seenAt.add({ minutes: idleMinutes / 30 })) > 0
