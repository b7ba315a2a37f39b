import type { ReactNode } from 'react'
import type { PageTarget } from '../../runtime/page-link.tsx'

export type ColumnKind = 'text' | 'person' | 'state' | 'date' | 'number' | 'money'

/** The first column of a table names the row, and holds its link. */
export type TableColumn<Row> = {
  id: string
  title: string
  kind?: ColumnKind
  sort?: string // what the address calls it
  priority?: 1 | 2 | 3 | 4 // those of 4 need a wide screen; those of 3 leave first where room is short, then those of 2, unless somebody chose the columns
  card?: 'amount' | 'state' | 'date' | 'fact' | 'acts' // its place on a phone's card, which has no more than these
  isNamed?: boolean // on a phone's card, where no head says what it is, its title stands before it
  has?: (row: Row) => boolean // where no row of the page has anything in it, it takes no room
  cell: (row: Row) => ReactNode
}

export type TableFilter =
  | { name: string; title: string; kind: 'choice'; choices: readonly Choice[] }
  | { name: string; title: string; kind: 'day'; chip: (day: string) => string }
export type Choice = { value: string; title: string }

export type Sums = { count: number; cents: number; inRows?: number } // what the rows come to one by one, where that is another

/** What can be done with several rows at once. */
export type TableSelection<Row> = {
  form: string // the id of the form that the choice belongs to; it stands beside the table, as forms cannot hold forms
  field: string // the name of the form's field
  can: (row: Row) => boolean
  nameOf: (row: Row) => string // "Auftrag 4711 auswählen"
  centsOf: (row: Row) => number
  sumIntent?: string // asks the page's action what is chosen comes to, where that is not what the rows say
  differs?: (cents: number) => ReactNode // why it comes to so much more, or less
  isAsked?: boolean // the page asks about the choice just now: nothing else is offered beside that
  most?: number // how many can be summed and decided at once
  verbs: ReactNode
  all: Sums | null // all that match on all pages are chosen, and come to this
  offersAll: boolean // there may be more that match on other pages
}

export type RowLink<Row> = (row: Row) => PageTarget | null
