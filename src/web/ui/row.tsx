import { createContext, use, type ComponentType } from 'react'

/** Stand-ins for what a row only shows: each is to be shown as it is, and nothing may depend on it but what is said here. */
export type Words = {
  text: (word: string) => string // the same one for the same word
  code: (word: string) => string // of letters, digits and hyphens; also in addresses
  date: (isoDate: string) => string // by formatDate; before today, or not
  day: (isoDate: string) => string // by formatDay
  search: (search: string) => string // of the page, in an address whose other parameters it has not
  cents: (cents: number) => number // by formatCents or Money; above zero, or not
}

/** A row's properties without its words; null: it is drawn as it is, as every row that draws an id by useId. */
export type Emptied<P> = (row: P, words: Words) => P | null

/** A row without words, such as a menu. */
export const asItIs = <P,>(row: P): P => row

/** The row's place in the page, where the server has it drawn already. */
export type DrawRow = <P extends object>(
  Row: ComponentType<P>,
  row: P,
  emptied: Emptied<P>,
) => string | null

const RowsContext = /* @__PURE__ */ createContext<DrawRow | null>(null)
export const RowsProvider = RowsContext.Provider

/**
 * A row of a long list, or what else stands in many pages, beside nothing but rows and elements. The server draws it once for all rows that
 * differ by their words alone (row-shapes.tsx). It may ask the page for its tenant, language and day, and for nothing of its visitor or its
 * address.
 */
export function Row<P extends object>({
  as: As,
  of,
  emptied,
}: {
  as: ComponentType<P>
  of: P
  emptied: Emptied<P>
}) {
  const place = import.meta.env.SSR ? use(RowsContext)?.(As, of, emptied) : null
  return place ?? <As {...of} />
}
