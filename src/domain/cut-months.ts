export type Days = { from: string; to: string } // ISO dates of one or more months, inclusive

/** The whole months between two days, and the days of partial months. */
export function cutMonths(days: Days): { whole: Days | null; edges: Days[] } {
  const from = Temporal.PlainDate.from(days.from)
  const to = Temporal.PlainDate.from(days.to)
  const first = from.day === 1 ? from : from.add({ months: 1 }).with({ day: 1 })
  const end = to.day === to.daysInMonth ? to : to.with({ day: 1 }).subtract({ days: 1 })
  const isBefore = (a: Temporal.PlainDate, b: Temporal.PlainDate) =>
    Temporal.PlainDate.compare(a, b) < 0
  const span = (since: Temporal.PlainDate, until: Temporal.PlainDate) => ({
    from: since.toString(),
    to: until.toString(),
  })
  if (isBefore(end, first) && from.toPlainYearMonth().equals(to.toPlainYearMonth()))
    return { whole: null, edges: [span(from, to)] }
  return {
    whole: isBefore(first, end) ? span(first, end) : null,
    edges: [
      ...(isBefore(from, first) ? [span(from, first.subtract({ days: 1 }))] : []),
      ...(isBefore(end, to) ? [span(end.add({ days: 1 }), to)] : []),
    ],
  }
}
