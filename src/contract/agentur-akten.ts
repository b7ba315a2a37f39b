import { z } from 'zod'
import { reportNames, reportRow } from './agentur-berichte.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// A row of an agency's list with what happened to it, when and by whom. Ours; the specification has lists alone.

export const recordSteps = [
  'eingeladen',
  'registriert',
  'erstellt',
  'angenommen',
  'gemeldet',
  'bestaetigt',
  'freigabe-vorgemerkt',
  'ablehnung-vorgemerkt',
  'zurueckgenommen',
  'freigegeben',
  'gehalten',
  'geprueft',
  'bereitgestellt',
  'abgeholt',
  'ausgezahlt',
  'abgelehnt',
  'storniert',
  'abgelaufen',
  'zurueckgefordert',
  'zurueckgezahlt',
] as const

export const recordActors = [
  'Mitarbeiter',
  'Empfehler',
  'Empfaenger',
  'Anbieter',
  'Betreiber',
  'System',
] as const

const recordEvent = shape({
  at: ['Am', instant],
  step: ['Schritt', z.enum(recordSteps)],
  list: ['Liste', z.enum(reportNames)], // whose row it happened to
  id: ['Id', z.string()],
  name: ['Nummer', z.string().nullable()], // the number of an order or a referral, initials of a contact
  cents: ['WertCent', cents.nullable()],
  beneficiary: ['Beguenstigter', z.enum(['Empfehler', 'Empfaenger']).nullable()],
  by: [
    'Von',
    shape({
      kind: ['Art', z.enum(recordActors)],
      name: ['Name', z.string().nullable()], // of the own agency's people alone
    }).nullable(),
  ],
  reason: ['Grund', z.string().nullable()],
})

export const mostRelated = 50

export const showAgencyRecord = endpoint({
  name: 'showAgencyRecord',
  method: 'GET',
  path: '/agentur-konto/akten/:list/:id',
  summary:
    'A row of a list of the own agency (an employee’s: of their own referrers) with what happened, newest first, and the rows that belong to it',
  caller: 'agency',
  needs: ['read', 'administration'],
  params: shape({
    list: ['list', z.enum(reportNames)],
    id: ['id', z.string().max(40)],
  }),
  answer: shape({
    row: ['Zeile', reportRow],
    clicks: ['Klicks', count.nullable()], // of a referral
    releasableOn: ['FreigebbarAb', date.nullable()], // of an order that waits: when it is released by itself
    validUntil: ['GueltigBis', date.nullable()], // of a referral that is open
    dueOn: ['FaelligAm', date.nullable()], // of a reward that was collected
    expiresOn: ['VerfaelltAm', date.nullable()], // of a reward that waits to be collected
    events: ['Verlauf', z.array(recordEvent)],
    isCut: ['Gekuerzt', flag], // there is more than the newest events
    related: [
      'Verknuepft',
      z.array(
        shape({
          list: ['Liste', z.enum(reportNames)],
          rows: ['Content', z.array(reportRow)], // the newest of them
          totalCount: ['TotalCount', count],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})
