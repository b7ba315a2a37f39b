import { z } from 'zod'
import { largestOrderFile, orderFileStates } from '../domain/order-file.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { count, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Files of orders in the console: checked before anything is written, then carried out by a job.

const access = { caller: 'operator', console: 'any' } as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const
const ofFile = shape({ id: ['id', z.string().max(40)] })

const counts = shape({
  created: ['Neu', count],
  kept: ['Unveraendert', count],
  cancelled: ['Storniert', count],
  failed: ['Fehler', count],
})

const fileFields = {
  id: ['Id', z.string()],
  name: ['Name', z.string()],
  state: ['Stand', z.enum(orderFileStates)],
  lines: ['Zeilen', count],
  done: ['Erledigt', count], // of the check, then of the import
  madeBy: ['Von', z.string().nullable()],
  madeAt: ['Am', instant],
  found: ['Pruefung', counts],
  result: ['Ergebnis', counts],
} as const

export const checkOrderFile = endpoint({
  ...access,
  needs: ['create', 'orders'],
  name: 'checkOrderFile',
  method: 'POST',
  path: '/betrieb/auftraege/einlesungen',
  summary:
    'Takes a CSV file of the provider in base64, at most 8 MB and 100,000 lines, and checks it: nothing of it is written',
  body: shape({
    name: ['Name', z.string().trim().min(1).max(120)],
    file: ['Datei', z.string().max(Math.ceil(largestOrderFile / 3) * 4)],
  }),
  answer: shape({ id: ['Id', z.string()] }),
  errors: ['session-missing', 'not-authorised', 'validation', 'too-many-requests'],
})

export const listOrderFiles = endpoint({
  ...access,
  needs: ['read', 'orders'],
  name: 'listOrderFiles',
  method: 'GET',
  path: '/betrieb/auftraege/einlesungen',
  summary: 'The last files of orders',
  answer: shape({ files: ['Dateien', z.array(shape(fileFields))] }),
  errors: ['session-missing', 'not-authorised'],
})

export const showOrderFile = endpoint({
  ...access,
  needs: ['read', 'orders'],
  name: 'showOrderFile',
  method: 'GET',
  path: '/betrieb/auftraege/einlesungen/:id',
  summary: 'A file of orders: how far it is, what was found, and the first lines with an error',
  params: ofFile,
  answer: shape({
    ...fileFields,
    version: ['Version', count],
    startedBy: ['BegonnenVon', z.string().nullable()],
    startedAt: ['BegonnenAm', instant.nullable()],
    endedAt: ['BeendetAm', instant.nullable()],
    reason: ['Grund', z.string().nullable()],
    isKept: ['DateiDa', flag], // not yet carried out or deleted
    errors: [
      'Fehlerzeilen', // the first ones, of the import where it has begun
      z.array(
        shape({
          line: ['Zeile', count],
          externalNumber: ['ExterneAuftragsnummer', z.string().nullable()],
          message: ['Meldung', z.string()],
        }),
      ),
    ],
  }),
  errors: [...errors],
})

const changing = { ...access, needs: ['create', 'orders'], method: 'PUT', params: ofFile } as const
const conflicts = [...errors, 'changed-meanwhile'] as const

export const startOrderFile = endpoint({
  ...changing,
  asksProof: true,
  name: 'startOrderFile',
  path: '/betrieb/auftraege/einlesungen/:id/ausfuehrung',
  summary: 'Imports a checked file, by a job that goes on after any interruption',
  body: shape({ version: ['Version', count], reason: ['Grund', reason] }),
  errors: [...conflicts, 'proof-needed'],
})

export const stopOrderFile = endpoint({
  ...changing,
  name: 'stopOrderFile',
  path: '/betrieb/auftraege/einlesungen/:id/ende',
  summary: 'Ends a check or an import where it is, or gives a checked file up; what is in stays',
  errors: [...conflicts],
})

export const showOrderFileErrors = endpoint({
  ...access,
  needs: ['read', 'orders'],
  name: 'showOrderFileErrors',
  method: 'GET',
  path: '/betrieb/auftraege/einlesungen/:id/fehler',
  summary: 'All lines with an error as CSV',
  params: ofFile,
  file: 'text/csv',
  errors: [...errors],
})
