import { z } from 'zod'
import { flag, instant } from './fields.ts'

/** What is kept of a consent, as its person may see it. */
export const consentFields = {
  kind: ['Art', z.string()],
  given: ['Erteilt', flag],
  at: ['Zeitpunkt', instant],
  version: ['Fassung', z.string()],
} as const

/** The same with the words that were agreed to, for a file of one's own data. */
export const wordedConsentFields = { ...consentFields, text: ['Text', z.string()] } as const
