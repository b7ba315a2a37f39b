import { z } from 'zod'
import { cents, count, flag } from './fields.ts'
import { shape, wireNames, type Shape } from './shape.ts'

// The shape of all lists that are sorted, filtered and paged by the server (domain.md section 5): asked for with OrderBy,
// Descending, Pagesize, Pagenumber and Filter, answered with Content, HasNext, PageCount and TotalCount. Page 1 is the first.

export const mostOnPage = 100
const mostValues = 50

/** One value of a filter, or several of which a row has one. In an address it is named again for each. */
export const anyOf = <T extends z.ZodType>(value: T) =>
  z.union([value, z.array(value).max(mostValues)])

/** @param columns what OrderBy may be  @param filter the shape of Filter, every field of it optional */
export const listRequest = <const C extends readonly [string, ...string[]], F>(
  columns: C,
  filter: Shape<F>,
) =>
  shape({
    orderBy: ['OrderBy', z.enum(columns).optional()],
    descending: ['Descending', flag.optional()],
    pageSize: ['Pagesize', z.int().min(1).max(mostOnPage).optional()],
    page: ['Pagenumber', z.int().min(1).max(1_000_000).optional()],
    // As a text where the list has a search.
    filter: [
      'Filter',
      (wireNames(filter)?.['search'] ? z.union([filter, textFilter<F>()]) : filter).optional(),
    ],
  })

// A text alone is a name or a number to look for, as the field `Suche` of the filter.
const textFilter = <F>() =>
  z.codec(z.string().trim().max(80), z.custom<F>(), {
    decode: (search) => (search === '' ? {} : { search }) as F,
    encode: (filter) => (filter as { search?: string }).search ?? '',
  })

/** What every page says of the pages around it. */
export const pageFields = {
  hasNext: ['HasNext', flag],
  pageCount: ['PageCount', count],
  totalCount: ['TotalCount', count],
} as const

/** `sums` is there where the rows have an amount: of all rows that the filter lets through, not of the page alone. */
export const listAnswer = <R>(row: Shape<R>) =>
  shape({
    rows: ['Content', z.array(row)],
    ...pageFields,
    sums: ['Summen', shape({ cents: ['WertCent', cents] }).optional()],
  })

/** What a list answers beside its rows. */
export const pagesOf = (totalCount: number, page: number, pageSize: number) => ({
  hasNext: page * pageSize < totalCount,
  pageCount: Math.ceil(totalCount / pageSize),
  totalCount,
})
