import { z } from 'zod'
import { consolePages, type ConsolePage } from './console-pages.ts'
import { endpoint } from './endpoint.ts'
import { undoSeconds } from './betrieb-rueckgaengig.ts'
import { shape } from './shape.ts'

// Views of the console's lists, kept under a name; nobody sees another person's.

const own = { caller: 'operator', console: 'platform' } as const
const pages = Object.keys(consolePages) as ConsolePage[]
const list = {
  place: ['Mandant', z.string().min(1).max(40)],
  page: ['Seite', z.enum(pages)],
} as const
const viewName = z.string().trim().min(1).max(40)
/** As in the list's address, without the `?`. Searches are not kept, as their term may be a name. */
const query = z
  .string()
  .max(1000)
  .regex(/^(?!(.*&)?suche=)[\w.%+~=&*-]*$/)

export const mostViews = 20

export const listViews = endpoint({
  ...own,
  name: 'listViews',
  method: 'PUT',
  path: '/betrieb/ansichten',
  summary: 'The own views of a list, by name',
  body: shape(list),
  answer: shape({
    views: [
      'Ansichten',
      z.array(
        shape({ id: ['Id', z.string()], name: ['Name', viewName], query: ['Ansicht', z.string()] }),
      ),
    ],
  }),
  errors: ['session-missing'],
})

export const saveView = endpoint({
  ...own,
  name: 'saveView',
  method: 'POST',
  path: '/betrieb/ansichten',
  summary: `Keeps a view of a list under a name, or changes the one of this name; ${mostViews} a list at most`,
  body: shape({ ...list, name: ['Name', viewName], query: ['Ansicht', query] }),
  answer: shape({}),
  errors: ['session-missing', 'not-authorised', 'validation'],
})

export const endView = endpoint({
  ...own,
  name: 'endView',
  method: 'DELETE',
  path: '/betrieb/ansichten/:id',
  summary: 'Forgets an own view',
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({}),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const undoEndView = endpoint({
  ...own,
  name: 'undoEndView',
  method: 'PUT',
  path: '/betrieb/ansichten/:id/rueckgaengig',
  summary: `Brings back an own view that was forgotten, within ${undoSeconds} seconds`,
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({}),
  errors: ['session-missing', 'not-authorised', 'undo-over'],
})
