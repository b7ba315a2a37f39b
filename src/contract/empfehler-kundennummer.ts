import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, instant, text } from './fields.ts'
import { shape } from './shape.ts'

export const customerNumber = shape({
  asked: ['Angefragt', flag], // whether the tenant uses customer numbers
  masked: ['Kundennummer', z.string().nullable()], // FN******78
  result: ['Ergebnis', z.enum(['inPruefung', 'geprueft', 'unbekannt']).nullable()],
  savedAt: ['GespeichertAm', instant.nullable()],
})

export const setCustomerNumber = endpoint({
  name: 'setCustomerNumber',
  method: 'PUT',
  path: '/empfehler/SetKundennummerForEmpfehler/:id',
  summary:
    "Store the provider's customer number of the referrer (`id` is the own Empfehlerhash); a few tries a day",
  caller: 'referrer',
  params: shape({ id: ['id', text] }),
  query: shape({ number: ['kundennummer', z.string().trim().min(1).max(80)] }),
  answer: customerNumber,
  errors: ['session-missing', 'not-found', 'too-many-requests'],
})

export const showCustomerNumber = endpoint({
  name: 'showCustomerNumber',
  method: 'GET',
  path: '/empfehler/GetResultFromKundennummer',
  summary: 'How the customer number stands: checked, unknown to the provider, or still pending',
  caller: 'referrer',
  answer: customerNumber,
  errors: ['session-missing'],
})
