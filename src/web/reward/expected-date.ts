import { localDayOf } from '../ui/format-date.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The ISO date so many days after the local day of an instant, as the server counts it (domain/reward.ts, dueOn). */
export function expectedDate(nowInstant: string, days: number): string {
  const today = Date.parse(`${localDayOf(nowInstant)}T00:00:00Z`)
  return new Date(today + days * dayMs).toISOString().slice(0, 10)
}
