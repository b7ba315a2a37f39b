import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, count, date, instant } from './fields.ts'
import { shape } from './shape.ts'
import {
  commissionStates,
  noteKinds,
  partnerNote,
  partnerOrderStates,
} from './verkaufspartner-listen.ts'

// The record of a sales partner's row. Nothing about the customer, as in the lists.

export const partnerSteps = [
  'bestaetigt',
  'freigegeben',
  'storniert',
  'geschrieben', // the credit note or correction
  'in-auszahlung',
  'ausgezahlt',
  'abgewiesen',
  'zurueckgekommen',
] as const

const noteName = shape({
  id: ['Id', z.string()],
  kind: ['Art', z.enum(noteKinds)],
  number: ['Nummer', z.string()],
})

const events = z.array(
  shape({
    at: ['Am', instant],
    step: ['Schritt', z.enum(partnerSteps)],
    note: ['Abrechnung', noteName.nullable()], // null: it concerns the order
  }),
)

const one = shape({ id: ['id', z.string()] })

export const showPartnerOrderRecord = endpoint({
  name: 'showPartnerOrderRecord',
  method: 'GET',
  path: '/verkaufspartner/auftraege/:id/akte',
  summary:
    'An own order with its commission, why it is that much, its documents and what happened, newest first',
  caller: 'sales-partner',
  params: one,
  answer: shape({
    number: ['Auftragsnummer', z.string()],
    externalNumber: ['ExterneAuftragsnummer', z.string()],
    product: ['Produkt', z.string()],
    contractOn: ['Vertragsdatum', date],
    state: ['Status', z.enum(partnerOrderStates)],
    commissionState: ['Provisionsstatus', z.enum(commissionStates)],
    releasableOn: ['FreigabeAb', date],
    cents: ['ProvisionCent', cents],
    plan: [
      'Provisionssatz',
      shape({
        group: ['Produktgruppe', z.string()],
        validFrom: ['GueltigAb', date],
      }).nullable(), // of the contract date; null: none
    ],
    notes: ['Abrechnungen', z.array(partnerNote)], // its credit note and correction
    events: ['Verlauf', events],
  }),
  errors: ['session-missing', 'not-found'],
})

export const mostLines = 100

export const showPartnerNoteRecord = endpoint({
  name: 'showPartnerNoteRecord',
  method: 'GET',
  path: '/verkaufspartner/abrechnungen/:id/akte',
  summary:
    'An own credit note or correction with its orders, what it corrects or was corrected by, and what happened, newest first',
  caller: 'sales-partner',
  params: one,
  answer: shape({
    note: ['Abrechnung', partnerNote],
    lines: [
      'Positionen',
      z.array(
        shape({
          number: ['Auftragsnummer', z.string()],
          externalNumber: ['ExterneAuftragsnummer', z.string()],
          product: ['Produkt', z.string()],
          happenedOn: ['Am', date], // earned; of a correction: cancelled
          cents: ['ProvisionCent', cents],
        }),
      ),
    ],
    lineCount: ['AnzahlPositionen', count],
    corrects: ['Berichtigt', z.array(noteName)],
    correctedBy: ['BerichtigtDurch', z.array(noteName)],
    events: ['Verlauf', events],
  }),
  errors: ['session-missing', 'not-found'],
})
