import { textOf } from '../ui/form/rules.ts'

/** What a passkey answered, from a hidden field; an empty object for anything else. */
export function readAnswer(form: FormData): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(textOf(form, 'answer'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
