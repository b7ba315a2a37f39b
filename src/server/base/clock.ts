import { localDate } from '../../domain/dates.ts'

/** The app's clock. In demo mode it is ahead by an offset in the database, which demo/advance-clock.ts moves. */
export type Clock = {
  now: () => Temporal.Instant
  today: () => Temporal.PlainDate // in Europe/Berlin
  realNow: () => Temporal.Instant // sessions and captchas
  setOffsetSeconds: (seconds: number) => void
}

export function makeClock(realNow: () => Temporal.Instant = () => Temporal.Now.instant()): Clock {
  let offset = 0
  const now = () => realNow().add({ seconds: offset })
  return {
    now,
    today: () => localDate(now()),
    realNow,
    setOffsetSeconds(seconds) {
      offset = seconds
    },
  }
}

/** A clock stopped at that time. */
export const stoppedClock = (clock: Clock, at: Temporal.Instant): Clock => ({
  ...clock,
  now: () => at,
  today: () => localDate(at),
})
