import { z } from 'zod'
import { count, flag } from './fields.ts'
import { shape } from './shape.ts'

// The lists of the agency area (spec section 7.7): each is asked for one page in an order, and answers how many there are.

/** One of the first 1,000 pages. `orderBy` are the wire names of what a list can be sorted by, `filter` its own fields. */
export const listRequest = <const O extends readonly [string, ...string[]], F extends z.ZodType>(
  orderBy: O,
  filter: F,
) =>
  shape({
    orderBy: ['OrderBy', z.enum(orderBy).optional()],
    descending: ['Descending', flag.optional()],
    pageSize: ['Pagesize', z.int().min(1).max(100).optional()],
    pageNumber: ['Pagenumber', z.int().min(1).max(1000).optional()],
    filter: ['Filter', filter.optional()],
  })

export const listAnswer = <R extends z.ZodType>(row: R) =>
  shape({
    content: ['Content', z.array(row)],
    hasNext: ['HasNext', flag],
    pageCount: ['PageCount', count],
    totalCount: ['TotalCount', count],
  })
