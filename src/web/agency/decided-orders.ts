import type { FormAnswer } from '../ui/form/form-answer.ts'

export type Seen = { count: number; expectedCents: number; feeCents: number; inRowsCents: number }

/** The question before a bulk decision, with the sum as the server knows it. */
export type Asked = {
  asked: string[] | null // null: all matches, on all pages
  seen: Seen
  what: 'release' | 'refuse'
  isChanged?: boolean // the list has changed since
  problem?: FormAnswer
}
export type Results = {
  results: { number: string; outcome: string }[]
  chosen: boolean
  what: Asked['what'] | 'undo'
  until: string | null
  since: number | null // when the browser asked, by performance.now(); null: with the page
}
