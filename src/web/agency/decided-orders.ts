import type { FormAnswer } from '../ui/form/form-answer.ts'

export type Seen = { count: number; expectedCents: number; feeCents: number; inRowsCents: number }

/** The question before many are decided: which, and what they come to as the server knows them. */
export type Asked = {
  asked: string[] | null // null: all that match, on all pages
  seen: Seen
  what: 'release' | 'refuse'
  isChanged?: boolean // the list is not what was seen before
  problem?: FormAnswer
}
export type Results = {
  results: { number: string; outcome: string }[]
  chosen: boolean
  what: Asked['what'] | 'undo'
  until: string | null
  since: number | null // when the browser asked, by its own watch; null: with the page
}
