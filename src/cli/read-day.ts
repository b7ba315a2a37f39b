import { UsageError } from './command.ts'

/** A day given to an option. */
export function readDay(text: string, option = '--on'): Temporal.PlainDate {
  const wrong = new UsageError(`${option} is a day like 2026-11-22`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw wrong
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    throw wrong
  }
}
