import { z } from 'zod'
import { mostNoteLetters } from '../domain/refusal.ts'
import { remark } from './fields.ts'
import { refusalWords } from './refusal-words.ts'

/** A refusal's reason; `anderer` needs a note, others allow one. */
export const refusalFields = {
  reason: ['Grund', z.enum(Object.values(refusalWords)).optional()],
  note: ['Begruendung', remark.max(mostNoteLetters).optional()],
} as const

/** A refusal for the person concerned. */
export const refusedFields = {
  refusal: ['Grund', z.string().optional()],
  objectUntil: ['WiderspruchBis', z.iso.date().optional()],
  appealedOn: ['WidersprochenAm', z.iso.date().optional()], // then nobody can once more
} as const
