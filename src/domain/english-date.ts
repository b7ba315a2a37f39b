// Apart from dates.ts, which every page loads.

// Lazy: loading a browser's language data takes tens of ms, and few pages show a date.
let english: Intl.DateTimeFormat | undefined

/** An ISO date as 6 Dec 2026, with three-letter months. */
export function formatEnglishDate(isoDate: string): string {
  english ??= new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return english.format(new Date(`${isoDate}T00:00:00Z`)).replace('Sept', 'Sep')
}
