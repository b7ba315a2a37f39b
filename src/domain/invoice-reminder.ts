// Reminders of an agency's unpaid invoice, in up to three steps.

export const mostReminders = 3

type Words = { de: string; en: string }

/** Days after the due day, ascending; none: nobody is reminded. `texts`: a tenant's own words by step, blank for ours. */
export type InvoiceReminders = { days: number[]; texts: Words[] }

export const defaultReminderDays = [7, 21, 35]

/** What a tenant file says, with what it leaves out. */
export function readInvoiceReminders({
  days = defaultReminderDays,
  texts = [],
}: {
  days?: number[] | undefined
  texts?: Words[] | undefined
}): InvoiceReminders {
  const blank = { de: '', en: '' }
  return { days, texts: Array.from({ length: mostReminders }, (_, at) => texts[at] ?? blank) }
}

export type SentReminder = { step: number; on: string } // ISO day

/**
 * The step that is due today, from 1; null: none. Steps come one after the other, and a late one does not bring the next closer: each
 * keeps its distance from the one before. What the bank took back is waited for anew from that day.
 */
export function reminderDue(
  {
    dueOn,
    sent,
    openAgainOn = null,
  }: { dueOn: string; sent: readonly SentReminder[]; openAgainOn?: string | null },
  days: readonly number[],
  today: Temporal.PlainDate,
): number | null {
  const last = sent.reduce<SentReminder | null>(
    (most, one) => (most === null || one.step > most.step ? one : most),
    null,
  )
  const step = (last?.step ?? 0) + 1
  const after = days[step - 1]
  if (after === undefined || step > mostReminders) return null
  const distance = last ? after - (days[step - 2] ?? 0) : after
  const from = [
    Temporal.PlainDate.from(dueOn).add({ days: after }),
    ...[last?.on, openAgainOn].flatMap((day) =>
      day ? [Temporal.PlainDate.from(day).add({ days: distance })] : [],
    ),
  ]
  return from.every((day) => Temporal.PlainDate.compare(today, day) >= 0) ? step : null
}
