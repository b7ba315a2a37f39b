import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { hex, referralNumber } from './empfehlen.ts'
import {
  agreed,
  campaignFields,
  date,
  emailText,
  flag,
  germanDate,
  longText,
  name,
  plainLine,
  salutation,
  text,
} from './fields.ts'
import { rewardOption } from './praemie.ts'
import { formShape, shape } from './shape.ts'
import { token } from './account.ts'

const captcha = z.string().max(4000).optional()

const parts = {
  houseNumber: ['Hausnummer', z.string().trim().min(1).max(20)],
  zip: ['Plz', z.string().regex(/^\d{5}$/)],
} as const
/** As stored, maybe before `givenAddress` was asked for. */
export const address = shape({ street: ['Strasse', text], ...parts, city: ['Ort', text] })
export const givenAddress = shape({
  street: ['Strasse', plainLine.min(1)],
  ...parts,
  houseNumber: ['Hausnummer', plainLine.min(1).max(20)],
  city: ['Ort', plainLine.min(1)],
})

/** Selects the cookie among several accepted referrals; default: the last. */
export const ofReferral = shape({ referral: ['empfehlung', referralNumber.optional()] })

export const recipientFields = {
  number: ['Empfaengernummer', z.string()],
  referralNumber: ['Empfehlungsnummer', z.string()],
  salutation: ['Anrede', z.string()],
  firstName: ['Vorname', z.string()],
  lastName: ['Name', z.string()],
  email: ['Email', z.string()],
  birthDate: ['Geburtsdatum', germanDate.nullable()],
  confirmed: ['Bestaetigt', flag],
  consented: ['Zugestimmt', flag],
  productTitle: ['Produkt', z.string()],
  shopUrl: ['Produktlink', z.string()],
} as const

export const recipientView = shape(recipientFields)

export const createRecipient = endpoint({
  name: 'createRecipient',
  method: 'POST',
  path: '/empfaenger/create/:number',
  summary:
    'A recipient accepts a referral with data and terms; a confirmation goes out by mail. With the recipient token of an entry of the same referral that is not confirmed yet, that entry is corrected',
  caller: 'anyone',
  params: shape({ number: ['number', referralNumber] }),
  query: shape({
    ...campaignFields,
    captcha: ['captcha', captcha],
  }),
  body: formShape({
    salutation: ['Anrede', salutation],
    firstName: ['Vorname', name],
    lastName: ['Name', name.optional()],
    birthDate: ['Geburtsdatum', germanDate.optional()],
    email: ['Email', emailText],
    phone: ['Telefon', plainLine.max(40).optional()],
    advertising: ['Werbeeinwilligung', flag.optional()],
    address: ['Adresse', givenAddress.optional()],
    termsAgreed: ['Agb', agreed.optional()],
    terms: ['AgbText', longText.optional()],
  }),
  answer: shape({
    number: ['Empfaengernummer', z.string()],
    hex: ['Hex', z.string()],
    token: ['Token', z.string().nullable()], // null: this browser's session opens the entry already
  }),
  status: 201,
  errors: [
    'content-unreachable',
    'not-found',
    'referral-expired',
    'emails-equal',
    'self-referral',
    'email-invalid',
    'terms-required',
    'blocked-single',
    'blocked-wildcard',
    'captcha-required',
    'captcha-wrong',
    'idempotency-mismatch',
  ],
  idempotent: true,
})

export const showRecipient = endpoint({
  name: 'showRecipient',
  method: 'GET',
  path: '/empfaenger/:hex',
  summary: 'The recipient as the recipient sees it, by the secret hex',
  caller: 'anyone',
  params: shape({ hex: ['hex', hex] }),
  answer: recipientView,
  errors: ['not-found'],
})

export const confirmRecipient = endpoint({
  name: 'confirmRecipient',
  method: 'PUT',
  path: '/empfaenger/bestaetigung',
  summary: 'Confirm the recipient by the mailed token (a button on the page, never the link alone)',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  // A recipient token for the address's owner: once, by the button.
  answer: shape({ ...recipientFields, token: ['Token', z.string().nullable()] }),
  errors: ['link-expired', 'token-used'],
})

export const validateRecipientToken = endpoint({
  name: 'validateRecipientToken',
  method: 'PUT',
  path: '/empfaenger/bestaetigung/pruefen',
  summary:
    'Whether the data behind a mailed token is confirmed already, by the link or by a contract; uses nothing up',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    number: ['Empfaengernummer', z.string()],
    referralNumber: ['Empfehlungsnummer', z.string()],
    confirmed: ['Bestaetigt', flag],
    concluded: ['VertragGeschlossen', flag],
  }),
  errors: ['link-expired'],
})

export const resendRecipientMail = endpoint({
  name: 'resendRecipientMail',
  method: 'POST',
  path: '/empfaenger/bestaetigung',
  summary: 'Mail the confirmation link again; a recipient who is confirmed already gets no mail',
  caller: 'recipient',
  query: shape({
    captcha: ['captcha', captcha],
    referral: ['empfehlung', referralNumber.optional()],
  }),
  answer: recipientView,
  errors: ['recipient-token-invalid', 'referral-expired', 'captcha-required', 'captcha-wrong'],
})

export const showOrder = endpoint({
  name: 'showOrder',
  method: 'GET',
  path: '/empfaenger/auftrag',
  summary: "The recipient's orders and steps",
  caller: 'recipient',
  query: ofReferral,
  answer: shape({
    recipient: ['Empfaenger', recipientView],
    orders: [
      'Auftraege',
      z.array(
        shape({
          number: ['Auftragsnummer', z.string()],
          status: ['Status', z.string()],
          contractOn: ['Vertragsdatum', date.nullable()],
        }),
      ),
    ],
    steps: [
      'Schritte',
      z.array(shape({ name: ['Name', z.string()], doneOn: ['ErledigtAm', date.nullable()] })),
    ],
  }),
  errors: ['recipient-token-invalid'],
})

export const consentRecipient = endpoint({
  name: 'consentRecipient',
  method: 'PUT',
  path: '/empfaenger/zustimmung',
  summary: 'The recipient agrees to the terms; the text is kept as proof',
  caller: 'recipient',
  query: ofReferral,
  body: shape({ terms: ['AgbText', longText] }),
  answer: z.strictObject({}),
  errors: ['content-unreachable', 'recipient-token-invalid', 'terms-required', 'too-many-requests'],
})

export const listRecipientOptions = endpoint({
  name: 'listRecipientOptions',
  method: 'GET',
  path: '/empfaenger/:number/praemie',
  summary: 'What the recipient can choose as a reward',
  caller: 'recipient',
  params: shape({ number: ['number', referralNumber] }),
  answer: z.array(rewardOption),
  errors: ['recipient-token-invalid', 'not-found'],
})
