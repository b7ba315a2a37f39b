import { z } from 'zod'
import { mostNoteLetters, refusalReasons } from '../domain/refusal.ts'
import { approvalReasons } from '../domain/review.ts'
import { mostSelected, selectionStates } from '../domain/selection.ts'
import { orderFilter } from './betrieb-auftraege.ts'
import { reviewFilter } from './betrieb-pruefungen.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Bulk decisions in the console: a selection is stored, shown with what is in it, and carried out as it was shown.

const access = { caller: 'operator', console: 'any' } as const
// Which right it takes depends on what is in it, so the handlers ask for that (bulk-kinds.ts).
const some = ['read', 'today'] as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const

const reviewVerb = z.enum(['anerkennen', 'ablehnen'])
const chosen = z.array(z.string().max(40)).min(1).max(mostSelected).optional()
const answer = shape({ id: ['StapelId', z.string()] })
const selecting = ['session-missing', 'not-authorised', 'validation'] as const

export const selectReviews = endpoint({
  ...access,
  needs: ['decide', 'reviews'],
  name: 'selectReviews',
  method: 'PUT',
  path: '/betrieb/pruefungen/stapel',
  summary: 'Stores which open cases are to be decided together: these, or all that match a filter',
  body: shape({
    verb: ['Vorhaben', reviewVerb],
    ids: ['Ids', z.array(z.uuid()).min(1).max(mostSelected).optional()],
    filter: ['Filter', reviewFilter.optional()], // if no ids are given
  }),
  answer,
  errors: [...selecting],
})

export const selectOrders = endpoint({
  ...access,
  needs: ['update', 'orders'],
  name: 'selectOrders',
  method: 'PUT',
  path: '/betrieb/auftraege/stapel',
  summary:
    'Stores which confirmed orders are to be released together before their complaint period ends: these, or all that match a filter',
  body: shape({
    ids: ['Ids', chosen],
    filter: ['Filter', orderFilter.optional()], // if no ids are given
  }),
  answer,
  errors: [...selecting],
})

export const selectJobs = endpoint({
  ...access,
  needs: ['update', 'operations'],
  name: 'selectJobs',
  method: 'PUT',
  path: '/betrieb/vorgaenge/stapel',
  summary:
    'Stores which dead jobs of a kind are to run again together, the oldest first. The platform’s are those of all tenants',
  body: shape({ kind: ['Art', z.string().trim().min(1).max(80)] }),
  answer,
  errors: [...selecting],
})

const verb = z.enum([...reviewVerb.options, 'freigeben', 'wiederholen'])

const common = {
  id: ['StapelId', z.string()],
  verb: ['Vorhaben', verb],
  state: ['Stand', z.enum(selectionStates)],
  count: ['Anzahl', count],
  cents: ['WertCent', cents],
  madeBy: ['Von', z.string().nullable()],
  madeAt: ['Am', instant],
} as const

export const listSelections = endpoint({
  ...access,
  needs: some,
  name: 'listSelections',
  method: 'GET',
  path: '/betrieb/stapel',
  summary: 'Selections that run or wait for a second person, of what the caller may read',
  answer: shape({ selections: ['Stapel', z.array(shape(common))] }),
  errors: ['session-missing', 'not-authorised'],
})

export const showSelection = endpoint({
  ...access,
  needs: some,
  name: 'showSelection',
  method: 'GET',
  path: '/betrieb/stapel/:id',
  summary:
    'One selection: what is in it, by reason and one by one, 50 a page, and how far it is carried out',
  params: shape({ id: ['id', z.string().max(40)] }),
  query: shape({ page: ['Seite', z.coerce.number<string>().int().min(1).max(1_000).optional()] }),
  answer: shape({
    ...common,
    done: ['Erledigt', count],
    skipped: ['Uebersprungen', count],
    isMine: ['Eigener', flag],
    needsTwo: ['ZweitePerson', flag], // above what is left today of the limit of who made it
    mostCount: ['HoechstensAnzahl', count], // that whoever asks may still carry out alone today
    mostCents: ['HoechstensCent', cents],
    reason: ['Grund', z.string().nullable()],
    startedBy: ['AusgefuehrtVon', z.string().nullable()],
    startedAt: ['AusgefuehrtAm', instant.nullable()],
    endedAt: ['BeendetAm', instant.nullable()],
    stoppedBy: ['AngehaltenVon', z.string().nullable()], // null: nobody, or the system, as a right had ended
    stopReason: ['AngehaltenGrund', z.string().nullable()],
    groups: [
      'Gruppen',
      z.array(
        shape({
          reasons: ['Gruende', z.array(z.string())],
          count: ['Anzahl', count],
          cents: ['WertCent', cents],
        }),
      ),
    ],
    items: [
      'Posten', // of the page, in the order in which they are carried out
      z.array(
        shape({
          id: ['Id', z.string()],
          cents: ['WertCent', cents],
          name: ['Name', z.string().nullable()], // of cases: who gets the reward; null: erased
          orderNumber: ['Auftrag', z.string().nullable()],
        }),
      ),
    ],
    skippedItems: [
      'Ausgelassen',
      z.array(
        shape({
          id: ['Id', z.string()],
          why: ['Warum', z.enum(['changed', 'own-case', 'second-person', 'appeal', 'failed'])],
        }),
      ),
    ],
    version: ['Version', count],
  }),
  errors: [...errors],
})

export const startSelection = endpoint({
  ...access,
  needs: some,
  name: 'startSelection',
  method: 'PUT',
  path: '/betrieb/stapel/:id/ausfuehrung',
  summary:
    'Carries out a selection as it was shown. Above the limit of who made it, it is proposed with its reason, and a second person carries it out. Orders take a fresh proof, as one alone does',
  params: showSelection.params,
  body: shape({
    version: ['Version', count],
    reason: ['Grund', z.enum([...approvalReasons, ...refusalReasons]).optional()], // of cases; of a proposal: its own
    note: ['Notiz', z.string().trim().max(mostNoteLetters).optional()], // of orders and jobs: the reason
  }),
  errors: [...errors, 'changed-meanwhile', 'second-person', 'proof-needed'],
})

export const stopSelection = endpoint({
  ...access,
  needs: some,
  name: 'stopSelection',
  method: 'PUT',
  path: '/betrieb/stapel/:id/ende',
  summary: 'Stops a selection; what is decided stays decided',
  params: showSelection.params,
  body: shape({ reason: ['Grund', reason] }),
  errors: [...errors, 'changed-meanwhile'],
})
