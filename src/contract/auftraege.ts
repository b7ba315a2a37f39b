import { z } from 'zod'
import { orderStatuses } from '../domain/order-file.ts'
import { endpoint } from './endpoint.ts'
import { referralNumber } from './empfehlen.ts'
import { count, date, emailText, flag } from './fields.ts'
import { shape } from './shape.ts'

export const feedOrder = shape({
  externalNumber: ['ExterneAuftragsnummer', z.string().trim().min(1).max(80)],
  referralNumber: ['Empfehlungsnummer', referralNumber.optional()],
  recipientNumber: ['Empfaengernummer', referralNumber.optional()],
  email: ['Email', emailText.optional()],
  salesPartnerNumber: ['Verkaufspartnernummer', z.string().trim().min(1).max(40).optional()],
  productExternalId: ['ProduktExterneId', z.string().trim().min(1).max(80)],
  contractOn: ['Vertragsdatum', date],
  status: ['Status', z.enum(orderStatuses)],
})

export const importOrders = endpoint({
  name: 'importOrders',
  method: 'POST',
  path: '/auftraege',
  summary:
    "The provider's order feed: up to 1,000 a call, idempotent by the provider's order number",
  caller: 'api-key',
  // Lines are checked one by one, so that a wrong one does not stop others; more than 1,000 are 413.
  body: z.array(z.record(z.string(), z.unknown())).min(1),
  documentedBody: z.array(feedOrder).min(1).max(1000),
  answer: shape({
    results: [
      'Ergebnisse',
      z.array(
        shape({
          externalNumber: ['ExterneAuftragsnummer', z.string().nullable()],
          result: ['Ergebnis', z.enum(['neu', 'unveraendert', 'storniert', 'fehler'])],
          errorCode: ['ErrorCode', z.string().optional()],
          message: ['Message', z.string().optional()],
          isKept: ['WartetAufPerson', flag.optional()], // kept until its person is known
        }),
      ),
    ],
    created: ['Neu', count],
    failed: ['Fehler', count],
  }),
  status: 207,
  errors: ['api-key-invalid', 'not-accepted'],
})
