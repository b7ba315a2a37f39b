// TARGET's closing days from the end of 2026 to the beginning of 2028 that are no weekend, as the Eurosystem publishes them.
const closed = ['2026-12-25', '2027-01-01', '2027-03-26', '2027-03-29']

export function isBankDay(day: string): boolean {
  const { dayOfWeek } = Temporal.PlainDate.from(day)
  return dayOfWeek < 6 && !closed.includes(day)
}

/** So many days of banks later. */
export function daysLater(day: string, days: number): string {
  let at = Temporal.PlainDate.from(day)
  for (let left = days; left > 0; left--)
    do at = at.add({ days: 1 })
    while (!isBankDay(at.toString()))
  return at.toString()
}

export function isLastOfMonth(day: string): boolean {
  return isBankDay(day) && daysLater(day, 1).slice(0, 7) !== day.slice(0, 7)
}
