import { z } from 'zod'
import { largestOrderFile, orderFileStates } from '../domain/order-file.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Files of orders in the console: checked before anything is written, then carried out by a job.

const access = { caller: 'operator', console: 'any' } as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const
const ofFile = shape({ id: ['id', z.string().max(40)] })

const counts = shape({
  created: ['Neu', count],
  kept: ['Unveraendert', count],
  cancelled: ['Storniert', count],
  waiting: ['OhnePerson', count], // kept until their person is known
  failed: ['Fehler', count],
  lostCents: ['StornoCent', cents], // what its cancellations take back of released contracts
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
  cents: ['WertCent', cents], // what its new contracts earn at most
  isAsked: ['WartetAufZweite', flag], // checked, and a second person has to start it
  isRefused: ['Abgelehnt', flag], // by somebody who was asked to start it
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
    name: [
      'Name',
      z
        .string()
        .trim()
        .min(1)
        .max(120)
        .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u),
    ], // one line
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
  summary: 'The last files of orders, or all that wait for a second person',
  query: shape({ state: ['Stand', z.enum(['wartet']).optional()] }),
  answer: shape({ files: ['Dateien', z.array(shape(fileFields))] }),
  errors: ['session-missing', 'not-authorised', 'validation'],
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
    endedBy: ['BeendetVon', z.string().nullable()], // null: it came to its end, or the system ended it
    endReason: ['EndeGrund', z.string().nullable()],
    reason: ['Grund', z.string().nullable()],
    askedAt: ['VorgelegtAm', instant.nullable()], // to a second person, by whoever brought it
    askReason: ['VorgelegtGrund', z.string().nullable()],
    isOwn: ['Eigene', flag], // whoever asks has brought it
    isAboveOwn: ['UeberEigenerGrenze', flag], // brought by whoever asks, and starting it takes a second person
    leftCents: ['AlleinCent', cents.nullable()], // of what whoever asks starts alone; null: no file of theirs to start
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
  summary:
    'Imports a checked file, by a job that goes on after any interruption; above a sum a day of what it earns and takes back, whoever brought it asks a second person instead',
  body: shape({ version: ['Version', count], reason: ['Grund', reason] }),
  answer: shape({ done: ['Ergebnis', z.enum(['begonnen', 'vorgelegt'])] }),
  errors: [...conflicts, 'proof-needed', 'second-person'],
})

export const approveOrderFile = endpoint({
  ...changing,
  needs: ['approve', 'orders'],
  asksProof: true,
  name: 'approveOrderFile',
  path: '/betrieb/auftraege/einlesungen/:id/freigabe',
  summary: 'Imports a file whose bringer asked a second person to start it',
  body: shape({ version: ['Version', count], reason: ['Grund', reason] }),
  errors: [...conflicts, 'proof-needed', 'second-person'],
})

export const stopOrderFile = endpoint({
  ...changing,
  needs: ['approve', 'orders'],
  name: 'stopOrderFile',
  path: '/betrieb/auftraege/einlesungen/:id/ende',
  summary:
    'Refuses a file that waits for a second person; whoever may import also ends a check or an import where it is, or gives a checked file up. What is in stays, and its bringer is mailed why',
  body: shape({ version: ['Version', count], reason: ['Grund', reason] }),
  errors: [...conflicts],
})

export const showOrderFileContent = endpoint({
  ...access,
  needs: ['approve', 'orders'],
  name: 'showOrderFileContent',
  method: 'GET',
  path: '/betrieb/auftraege/einlesungen/:id/datei',
  summary:
    'The file itself while it is kept, for whoever starts it as the second person; the log says who fetched it',
  params: ofFile,
  file: 'text/csv',
  errors: [...errors],
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
