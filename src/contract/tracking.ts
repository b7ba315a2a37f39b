import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { referralNumber } from './empfehlen.ts'
import { channel, emailText, flag, germanDate, name } from './fields.ts'
import { shape } from './shape.ts'

export const reportOrder = endpoint({
  name: 'reportOrder',
  method: 'POST',
  path: '/tracking/abschliessen',
  summary: 'A browser reports a contract. It proves nothing: only the feed confirms',
  caller: 'anyone',
  query: shape({
    channel: ['channel', channel.optional()],
    source: ['einsprungsquelle', channel.optional()],
  }),
  body: shape({
    referralNumber: ['empfehlungsnummer', referralNumber],
    recipientNumber: ['empfaengernummer', referralNumber.optional()],
    recipient: [
      'empfaengerdaten',
      shape({
        salutation: ['anrede', z.string().max(20).optional()],
        firstName: ['vorname', name.optional()],
        lastName: ['name', name.optional()],
        birthDate: ['geburtsdatum', germanDate.optional()],
        email: ['email', emailText.optional()],
        phone: ['telefon', z.string().max(40).optional()],
        advertising: ['werbeeinwilligung', flag.optional()],
        address: ['adresse', z.record(z.string(), z.string().max(200)).optional()],
      }).optional(),
    ],
  }),
  answer: shape({ number: ['Auftragsnummer', z.string()], status: ['Status', z.string()] }),
  status: 201,
  errors: ['not-found', 'referral-expired', 'idempotency-mismatch'],
  idempotent: true,
})
