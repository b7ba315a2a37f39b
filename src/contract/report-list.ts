import { z } from 'zod'
import { cents, count, flag } from './fields.ts'
import { shape, wireNames, type Shape } from './shape.ts'

// Lists sorted, filtered and paged by the server (domain.md section 5): OrderBy, Descending, Pagesize, Pagenumber and Filter in,
// Content, HasNext, PageCount and TotalCount out. Pages count from 1.

export const mostOnPage = 100
const mostValues = 50

/** One filter value or several alternatives, repeated in URLs. */
export const anyOf = <T extends z.ZodType>(value: T) =>
  z.union([value, z.array(value).max(mostValues)])

/** @param columns allowed OrderBy @param filter shape of Filter, all fields optional */
export const listRequest = <const C extends readonly [string, ...string[]], F>(
  columns: C,
  filter: Shape<F>,
) =>
  shape({
    orderBy: ['OrderBy', z.enum(columns).optional()],
    descending: ['Descending', flag.optional()],
    pageSize: ['Pagesize', z.int().min(1).max(mostOnPage).optional()],
    page: ['Pagenumber', z.int().min(1).max(1_000_000).optional()],
    // A string if the list has a search.
    filter: [
      'Filter',
      (wireNames(filter)?.['search'] ? z.union([filter, textFilter<F>()]) : filter).optional(),
    ],
  })

// A bare string is a search, as the filter's `Suche`.
const textFilter = <F>() =>
  z.codec(z.string().trim().max(80), z.custom<F>(), {
    decode: (search) => (search === '' ? {} : { search }) as F,
    encode: (filter) => (filter as { search?: string }).search ?? '',
  })

/** Paging fields of every list. */
export const pageFields = {
  hasNext: ['HasNext', flag],
  pageCount: ['PageCount', count],
  totalCount: ['TotalCount', count],
} as const

/** `sums`: only for rows with amounts, over the whole filter. */
export const listAnswer = <R>(row: Shape<R>) =>
  shape({
    rows: ['Content', z.array(row)],
    ...pageFields,
    sums: ['Summen', shape({ cents: ['WertCent', cents] }).optional()],
  })

/** A list's paging fields. */
export const pagesOf = (totalCount: number, page: number, pageSize: number) => ({
  hasNext: page * pageSize < totalCount,
  pageCount: Math.ceil(totalCount / pageSize),
  totalCount,
})
