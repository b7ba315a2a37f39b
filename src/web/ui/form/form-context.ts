import { createContext, use } from 'react'
import type { FieldErrors } from './rules.ts'

export type FormState = {
  id: string
  labels: Record<string, string>
  values: Record<string, string>
  errors: FieldErrors
  required: (name: string) => boolean
  messageOf: (name: string) => string | null
  /** Tells whoever cannot see it that a field has an error, or none any more, by a region of the form. */
  say: (name: string, message: string | null) => void
  working: boolean
}

export const FormContext = createContext<FormState | null>(null)

/** Where forms post to; undefined: the page's address. */
export const FormPlace = createContext<string | undefined>(undefined)

export function useForm(): FormState {
  const form = use(FormContext)
  if (!form) throw new Error('a field outside of PageForm')
  return form
}

export const fieldId = (form: string, name: string) => `${form}-${name}`
