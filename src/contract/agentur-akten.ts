import { z } from 'zod'
import { reportNames, reportRow } from './agentur-berichte.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// The record of an agency's row: what happened, when and by whom. Our extension.

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
  list: ['Liste', z.enum(reportNames)], // the related row
  id: ['Id', z.string()],
  name: ['Nummer', z.string().nullable()], // number of an order or referral, initials of a contact
  cents: ['WertCent', cents.nullable()],
  beneficiary: ['Beguenstigter', z.enum(['Empfehler', 'Empfaenger']).nullable()],
  by: [
    'Von',
    shape({
      kind: ['Art', z.enum(recordActors)],
      name: ['Name', z.string().nullable()], // only of the own agency's users
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
    releasableOn: ['FreigebbarAb', date.nullable()], // of a waiting order: automatic release
    validUntil: ['GueltigBis', date.nullable()], // of an open referral
    dueOn: ['FaelligAm', date.nullable()], // of a collected reward
    expiresOn: ['VerfaelltAm', date.nullable()], // of a collectable reward
    events: ['Verlauf', z.array(recordEvent)],
    isCut: ['Gekuerzt', flag], // older events are omitted
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
