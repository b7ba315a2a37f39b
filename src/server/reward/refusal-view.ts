import { localDate } from '../../domain/dates.ts'
import { objectUntil, refusalText, type RefusalReason } from '../../domain/refusal.ts'
import type { Locale } from '../../domain/tenant.ts'

export type Refusable = {
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  cancelled_at: Temporal.Instant | null
  appealed_on?: string | null
}

/** The first refusal's reason, and the last day to object or the day of the appeal; empty: none. */
export function refusalView(
  locale: Locale,
  ...rows: readonly (Refusable | undefined)[]
): { refusal?: string; objectUntil?: string; appealedOn?: string } {
  const row = rows.find((one) => one !== undefined && one.refusal_reason !== null)
  if (!row?.refusal_reason || !row.cancelled_at) return {}
  return {
    refusal: refusalText({ reason: row.refusal_reason, note: row.refusal_note }, locale),
    ...(row.appealed_on
      ? { appealedOn: row.appealed_on }
      : { objectUntil: objectUntil(localDate(row.cancelled_at)).toString() }),
  }
}
