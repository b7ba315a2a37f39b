import { z } from 'zod'
import { mostNoteLetters, refusalReasons } from '../domain/refusal.ts'
import { approvalReasons } from '../domain/review.ts'
import { mostSelected, selectionStates } from '../domain/selection.ts'
import { reviewFilter } from './betrieb-pruefungen.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Bulk decisions in the console: a selection is stored, shown with what is in it, and carried out as it was shown.

const access = { caller: 'operator', console: 'any' } as const
const reads = ['read', 'reviews'] as const
const decides = ['decide', 'reviews'] as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const

const verb = z.enum(['anerkennen', 'ablehnen'])

export const selectReviews = endpoint({
  ...access,
  needs: decides,
  name: 'selectReviews',
  method: 'PUT',
  path: '/betrieb/pruefungen/stapel',
  summary: 'Stores which open cases are to be decided together: these, or all that match a filter',
  body: shape({
    verb: ['Vorhaben', verb],
    ids: ['Ids', z.array(z.uuid()).min(1).max(mostSelected).optional()],
    filter: ['Filter', reviewFilter.optional()], // if no ids are given
  }),
  answer: shape({ id: ['StapelId', z.string()] }),
  errors: ['session-missing', 'not-authorised', 'validation'],
})

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
  needs: reads,
  name: 'listSelections',
  method: 'GET',
  path: '/betrieb/stapel',
  summary: 'Selections of cases that run or wait for a second person',
  answer: shape({ selections: ['Stapel', z.array(shape(common))] }),
  errors: ['session-missing', 'not-authorised'],
})

export const showSelection = endpoint({
  ...access,
  needs: reads,
  name: 'showSelection',
  method: 'GET',
  path: '/betrieb/stapel/:id',
  summary: 'One selection: what is in it, by reason, and how far it is carried out',
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({
    ...common,
    done: ['Erledigt', count],
    skipped: ['Uebersprungen', count],
    isMine: ['Eigener', flag],
    needsTwo: ['ZweitePerson', flag], // above the limit of who made it
    mostCount: ['HoechstensAnzahl', count], // that whoever asks carries out alone
    mostCents: ['HoechstensCent', cents],
    reason: ['Grund', z.string().nullable()],
    startedBy: ['AusgefuehrtVon', z.string().nullable()],
    startedAt: ['AusgefuehrtAm', instant.nullable()],
    endedAt: ['BeendetAm', instant.nullable()],
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
    skippedItems: [
      'Ausgelassen',
      z.array(
        shape({
          id: ['Id', z.string()],
          why: ['Warum', z.enum(['changed', 'own-case', 'appeal', 'failed'])],
        }),
      ),
    ],
    version: ['Version', count],
  }),
  errors: [...errors],
})

export const startSelection = endpoint({
  ...access,
  needs: decides,
  name: 'startSelection',
  method: 'PUT',
  path: '/betrieb/stapel/:id/ausfuehrung',
  summary:
    'Carries out a selection as it was shown. Above the limit of who made it, it is proposed with its reason, and a second person carries it out',
  params: showSelection.params,
  body: shape({
    version: ['Version', count],
    reason: ['Grund', z.enum([...approvalReasons, ...refusalReasons]).optional()], // of a proposal: its own
    note: ['Notiz', z.string().trim().max(mostNoteLetters).optional()],
  }),
  errors: [...errors, 'changed-meanwhile', 'second-person'],
})

export const stopSelection = endpoint({
  ...access,
  needs: decides,
  name: 'stopSelection',
  method: 'PUT',
  path: '/betrieb/stapel/:id/ende',
  summary: 'Stops a selection; what is decided stays decided',
  params: showSelection.params,
  errors: [...errors, 'changed-meanwhile'],
})
