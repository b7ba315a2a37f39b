import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import { locale } from './fields.ts'
import { shape } from './shape.ts'

type List = Pick<Endpoint, 'caller' | 'console' | 'needs' | 'path'>

const yesOrNo = z.enum(['true', 'false'])

/**
 * The CSV of a console's list: same right, filter and sort, all pages, the columns chosen on the page.
 * @param filter the list's filter without what names somebody, as this one stands in an address
 */
export const listFile = <
  const Sorts extends readonly [string, ...string[]],
  const Filter extends Record<string, readonly [string, z.ZodType]>,
>(
  { caller, console, needs, path }: List,
  asked: { name: string; summary: string; sorts: Sorts; filter: Filter },
) =>
  endpoint({
    caller,
    ...(console ? { console } : {}),
    ...(needs ? { needs } : {}),
    name: asked.name,
    method: 'GET',
    path: `${path}/csv`,
    summary: `${asked.summary} as CSV, all pages of the filter; that it was taken is in the log`,
    query: shape({
      ...asked.filter,
      orderBy: ['OrderBy', z.enum(asked.sorts).optional()],
      descending: ['Descending', yesOrNo.optional()],
      columns: ['Spalten', z.string().max(500).optional()], // with commas, as in the page’s address; all if not asked for
      language: ['Sprache', locale.optional()],
    }),
    file: 'text/csv',
    errors: ['session-missing', 'not-authorised', 'too-many-requests'],
  })
