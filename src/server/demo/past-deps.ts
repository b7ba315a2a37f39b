import { BERLIN } from '../../domain/dates.ts'
import type { Deps } from '../context.ts'

/** The same deps at another time. */
export const pastDeps = (deps: Deps, now: Temporal.Instant): Deps => ({
  ...deps,
  clock: {
    ...deps.clock,
    now: () => now,
    today: () => now.toZonedDateTimeISO(BERLIN).toPlainDate(),
  },
})
