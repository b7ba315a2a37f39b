import { z } from 'zod'
import { mostClaimLetters, mostNumberLetters } from '../domain/claim.ts'
import { count, date, flag, instant, text } from './fields.ts'
import { shape } from './shape.ts'

// What both sides of a recommendation say and read about a contract that counted for nothing.

/** 5 MB in base64. */
const file = z.string().max(7_000_000)

export const claimFields = {
  orderNumber: ['Auftragsnummer', z.string().trim().max(mostNumberLetters).optional()], // the provider’s
  contractOn: ['Vertragsdatum', date.optional()], // one of the two
  productId: ['ProduktId', text.optional()], // else the recommended one
  note: ['Notiz', z.string().trim().max(mostClaimLetters).optional()],
  file: ['Datei', file.optional()], // PDF or picture
} as const

/** What became of a claim, as its maker reads it. */
export const claimStand = z.enum(['offen', 'gefunden', 'abgelehnt', 'zurueckgezogen'])

export const ownClaim = shape({
  id: ['Id', z.string()],
  referralNumber: ['Empfehlungsnummer', z.string()],
  product: ['Produkt', z.string()],
  orderNumber: ['Auftragsnummer', z.string().nullable()],
  contractOn: ['Vertragsdatum', date.nullable()],
  note: ['Notiz', z.string().nullable()],
  hasFile: ['HatDatei', flag],
  state: ['Stand', claimStand],
  madeAt: ['GemeldetAm', instant],
  answerBy: ['AntwortBis', date], // promised while it is open
  closedAt: ['BeantwortetAm', instant.nullable()],
  refusal: ['Begruendung', z.string().nullable()],
})

export const claimList = shape({
  months: ['Monate', count], // after the contract’s day
  claims: ['Meldungen', z.array(ownClaim)], // the newest first
  products: ['Produkte', z.array(shape({ id: ['Id', z.string()], title: ['Titel', z.string()] }))],
  referrals: [
    'Empfehlungen',
    z.array(
      shape({
        number: ['Empfehlungsnummer', z.string()],
        product: ['Produkt', z.string()],
        productId: ['ProduktId', z.string()],
        createdOn: ['ErstelltAm', date],
        contacts: ['Kuerzel', z.array(z.string())],
      }),
    ),
  ],
})

export const ofClaim = shape({ id: ['id', z.string().max(40)] })
