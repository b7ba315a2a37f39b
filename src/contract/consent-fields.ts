import { z } from 'zod'
import { flag, instant } from './fields.ts'

/** A consent as shown to its person. */
export const consentFields = {
  kind: ['Art', z.string()],
  given: ['Erteilt', flag],
  at: ['Zeitpunkt', instant],
  version: ['Fassung', z.string()],
} as const

/** With its text, for a data export. */
export const wordedConsentFields = { ...consentFields, text: ['Text', z.string()] } as const
