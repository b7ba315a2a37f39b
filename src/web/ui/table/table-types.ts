import type { ReactNode } from 'react'
import type { PageTarget } from '../../runtime/page-link.tsx'

export type ColumnKind = 'text' | 'person' | 'state' | 'date' | 'number' | 'money'

/** A table column; the first names the row and holds its link. */
export type TableColumn<Row> = {
  id: string
  title: string
  kind?: ColumnKind
  sort?: string // its name in the address
  priority?: 1 | 2 | 3 | 4 // 4 needs a wide screen; where room is short 3 goes first, then 2, unless the user chose the columns
  card?: 'amount' | 'state' | 'date' | 'fact' | 'acts' // place on a phone's card, which shows nothing else
  isNamed?: boolean // on a phone's card its title precedes it
  has?: (row: Row) => boolean // hidden if no row of the page has a value
  cell: (row: Row) => ReactNode
}

export type TableFilter =
  | { name: string; title: string; kind: 'choice'; choices: readonly Choice[] }
  | { name: string; title: string; kind: 'day'; chip: (day: string) => string }
export type Choice = { value: string; title: string }

export type Sums = { count: number; cents: number; inRows?: number } // sum of the rows' own amounts, if different

export type TableSelection<Row> = {
  form: string // id of the selection's form, beside the table since forms cannot nest
  field: string // the form field's name
  can: (row: Row) => boolean
  nameOf: (row: Row) => string // "Auftrag 4711 auswählen"
  centsOf?: (row: Row) => number // without it no sum is told
  sumIntent?: string // asks the page's action for the sum, if the rows do not add up to it
  differs?: (cents: number) => ReactNode // explains the difference
  isAsked?: boolean // the page is asking about the selection: offer nothing else
  most?: number // maximum to sum and decide at once
  verbs: ReactNode
  all: Sums | null // all matches on all pages are selected, with this sum
  offersAll: boolean // other pages may have more matches
}

export type RowLink<Row> = (row: Row) => PageTarget | null
