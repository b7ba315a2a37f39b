import { z } from 'zod'
import { mostNoteLetters } from '../domain/refusal.ts'
import { remark } from './fields.ts'
import { refusalWords } from './refusal-words.ts'

/** Why something is refused; `anderer` says it in its own words, the others may add some. */
export const refusalFields = {
  reason: ['Grund', z.enum(Object.values(refusalWords)).optional()],
  note: ['Begruendung', remark.max(mostNoteLetters).optional()],
} as const

/** A refusal as the person concerned reads it. */
export const refusedFields = {
  refusal: ['Grund', z.string().optional()],
  objectUntil: ['WiderspruchBis', z.iso.date().optional()],
} as const
