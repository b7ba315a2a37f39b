import { z } from 'zod'
import { browserEvents, countedPages, type CountedPage } from '../domain/tracking-goals.ts'
import { endpoint } from './endpoint.ts'
import { referralNumber } from './empfehlen.ts'
import { campaignFields, channel, emailText, flag, germanDate, name } from './fields.ts'
import { formShape, shape } from './shape.ts'

/** Spec section 7.5: events only the browser knows, and client-side page views. */
export const trackEvent = endpoint({
  name: 'trackEvent',
  method: 'POST',
  path: '/tracking/ziel',
  summary:
    'A browser tells what was done or seen: exactly one of the two. Counted without anything of a person; told to an analytics service only with consent. Answers 204 also where it is not counted (robots, far too many)',
  caller: 'anyone',
  query: shape(campaignFields),
  body: shape({
    event: ['Ereignis', z.enum(browserEvents).optional()],
    page: ['Seite', z.enum(Object.keys(countedPages) as CountedPage[]).optional()],
  }),
  status: 204,
  errors: [],
})

export const reportOrder = endpoint({
  name: 'reportOrder',
  method: 'POST',
  path: '/tracking/abschliessen',
  summary:
    'A browser reports a contract. It proves nothing: only the feed confirms. Complete empfaengerdaten of somebody new make a recipient who waits for that',
  caller: 'anyone',
  query: shape({
    channel: ['channel', channel.optional()],
    source: ['einsprungsquelle', channel.optional()],
  }),
  body: formShape({
    referralNumber: ['empfehlungsnummer', referralNumber],
    recipientNumber: ['empfaengernummer', referralNumber.optional()],
    recipient: [
      'empfaengerdaten',
      formShape({
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
  errors: [
    'not-found',
    'referral-expired',
    'emails-equal',
    'self-referral',
    'blocked-single',
    'blocked-wildcard',
    'email-invalid',
    'idempotency-mismatch',
  ],
  idempotent: true,
})
