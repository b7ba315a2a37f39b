import type { ReactNode } from 'react'
import type { PageTarget } from '../../page-link.tsx'

export type ColumnKind = 'text' | 'person' | 'state' | 'date' | 'number' | 'money'

/** The first column of a table names the row, and holds its link. */
export type TableColumn<Row> = {
  id: string
  title: string
  kind?: ColumnKind
  sort?: string // what the address calls it
  priority?: 1 | 2 | 3 | 4 // those of 4 need a wide screen; those of 3 leave first where room is short, then those of 2, unless somebody chose the columns
  card?: 'amount' | 'state' | 'date' | 'fact' | 'acts' // its place on a phone's card, which has no more than these
  cell: (row: Row) => ReactNode
}

export type TableFilter =
  | { name: string; title: string; kind: 'choice'; choices: readonly Choice[] }
  | { name: string; title: string; kind: 'day'; chip: (day: string) => string }
export type Choice = { value: string; title: string }

export type Sums = { count: number; cents: number }

/** What can be done with several rows at once. */
export type TableSelection<Row> = {
  form: string // the id of the form that the choice belongs to; it stands beside the table, as forms cannot hold forms
  field: string // the name of the form's field
  can: (row: Row) => boolean
  nameOf: (row: Row) => string // "Auftrag 4711 auswählen"
  centsOf: (row: Row) => number
  sumLater?: string // said in place of the sum of several, where only the server knows what they come to together
  verbs: ReactNode
  all: Sums | null // all that match on all pages are chosen, and come to this
  offersAll: boolean // there may be more that match on other pages
}

export type RowLink<Row> = (row: Row) => PageTarget | null
