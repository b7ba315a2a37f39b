import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  agreed,
  campaignFields,
  channel,
  namedCompany,
  date,
  emailText,
  flag,
  longText,
  name,
  percent,
  text,
} from './fields.ts'
import { rewardOption } from './praemie.ts'
import { agent } from './produkt.ts'
import { linkQuery, shape } from './shape.ts'
import { currentUser, token } from './account.ts'

export const referralNumber = z.string().min(1).max(40)
export const hex = z.string().min(1).max(64)
export const referralStatus = z.enum([
  'Ok',
  'Abgelaufen',
  'Offen',
  'Freigegeben',
  'Gezahlt',
  'Storniert',
])

export const challenge = z.record(z.string(), z.unknown())

/** With null body: whether a captcha is due. With a body: creates the referral. One call on the wire (spec 7.3). */
export const createReferral = endpoint({
  name: 'createReferral',
  method: 'POST',
  path: '/empfehlen/create',
  summary: 'Create a referral; a null body asks whether a captcha is due',
  caller: 'anyone',
  query: shape({ captcha: ['captcha', z.string().max(4000).optional()], ...campaignFields }),
  body: shape({
    referral: [
      'Empfehlung',
      shape({
        productId: ['ProductId', text],
        channel: ['Channel', channel.optional()],
        agentId: ['AgentId', text.optional()],
        terms: ['AgbText', longText.optional()],
        share: ['Anteil', percent.optional()],
        isLink: ['IsLink', flag.optional()],
      }),
    ],
    referrer: [
      'Empfehler',
      shape({
        firstName: ['Vorname', name],
        lastName: ['Nachname', name.optional()],
        email: ['Email', emailText],
        newsletter: ['Newsletter', flag.optional()],
        termsAgreed: ['Agb', agreed.optional()],
        company: ['Firma', namedCompany.optional()], // stored if companies may recommend
      }),
    ],
    recipient: [
      'Empfaenger',
      shape({
        firstName: ['Vorname', name.optional()],
        lastName: ['Nachname', name.optional()],
        email: ['Email', emailText.optional()],
      }).optional(),
    ],
    // Consents to campaigns (GET /aktion/alleAktiven); inactive ones are ignored.
    campaigns: [
      'Aktionen',
      z
        .array(shape({ id: ['AktionsId', text], ticked: ['abgehakt', agreed] }))
        .max(10)
        .optional(),
    ],
  }).nullable(),
  answer: z.union([
    shape({
      number: ['Empfehlungsnummer', z.string()],
      hex: ['Hex', z.string()],
      code: ['Empfehlungscode', z.string()],
      shortUrl: ['KurzURL', z.string()],
      link: ['Empfehlungslink', z.string()],
      validUntil: ['GueltigBis', date],
    }),
    shape({
      captchaRequired: ['CaptchaRequired', flag],
      challenge: ['Challenge', challenge.optional()],
    }),
  ]),
  status: 201,
  errors: [
    'unknown-product-api',
    'content-unreachable',
    'captcha-required',
    'captcha-wrong',
    'email-invalid',
    'email-not-allowed',
    'emails-equal',
    'self-referral',
    'terms-required',
    'not-found',
    'referral-exists',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
    'login-first',
    'idempotency-mismatch',
  ],
  idempotent: true,
})

const productLine = shape({
  id: ['Id', z.string()],
  externalId: ['ExterneId', z.string()],
  title: ['Titel', z.string()],
  inSentence: ['TitelImSatz', z.string().nullable()], // "das Solardach", if the provider gives it
})

const openReferral = {
  number: ['Empfehlungsnummer', z.string()],
  status: ['Status', referralStatus],
  validUntil: ['GueltigBis', date],
  product: ['Produkt', productLine],
  referrer: ['Empfehler', shape({ firstName: ['Vorname', z.string()] })],
  confirmed: ['Bestaetigt', flag], // claimed by the referrer; until then their share waits, and possibly the contact's
  rewardOptions: ['Praemien', z.array(rewardOption)],
  recipientCents: ['EmpfaengerWertCent', z.int()], // after split and cap
  recipientAmount: ['EmpfaengerWert', z.string()],
  referrerCents: ['EmpfehlerWertCent', z.int()], // likewise
  referrerAmount: ['EmpfehlerWert', z.string()],
  referrerMayGetMore: ['EmpfehlerWertMindestens', flag], // a plan pays more for further customers
  price: [
    'Preis',
    shape({
      monthlyCents: ['MonatspreisCent', z.int()],
      oneOffCents: ['EinmalpreisCent', z.int()],
      text: ['Preistext', z.string().nullable()],
    }).optional(),
  ],
  picture: ['Bild', z.string()],
  previewPicture: ['Vorschaubild', z.string()],
  description: ['Beschreibung', z.string()],
  shortUrl: ['KurzURL', z.string()],
  link: ['Empfehlungslink', z.string()],
  code: ['Empfehlungscode', z.string()],
  channels: ['Channels', z.array(z.string())],
  agent: ['Berater', agent.optional()], // the referrer's choice of adviser for the contact
} as const

export const showReferral = endpoint({
  name: 'showReferral',
  method: 'GET',
  path: '/empfehlen/:number',
  summary: 'What anyone with the link may see of a referral',
  caller: 'anyone',
  params: shape({ number: ['number', referralNumber] }),
  answer: shape(openReferral),
  errors: ['not-found', 'referral-expired'],
})

export const ownReferral = shape({
  ...openReferral,
  share: ['Anteil', percent],
  clicks: ['Klicks', z.int()],
  createdOn: ['ErstelltAm', date],
})

export const showOwnReferral = endpoint({
  name: 'showOwnReferral',
  method: 'GET',
  path: '/empfehlen/:number/:hex',
  summary: 'The referral as its referrer sees it; only after the referrer confirmed the e-mail',
  caller: 'anyone',
  params: shape({ number: ['number', referralNumber], hex: ['hex', hex] }),
  answer: ownReferral,
  errors: ['not-found', 'referral-expired'],
})

export const showAnyReferral = endpoint({
  name: 'showAnyReferral',
  method: 'GET',
  path: '/empfehlen/any/:number/:hex',
  summary: 'The referral with what the hex opens: the own view if it fits, else the open one',
  caller: 'anyone',
  params: shape({ number: ['number', referralNumber], hex: ['hex', hex] }),
  answer: z.union([ownReferral, shape(openReferral)]),
  errors: ['not-found', 'referral-expired'],
})

export const clickReferral = endpoint({
  name: 'clickReferral',
  method: 'GET',
  path: '/empfehlen/click/:number',
  summary: 'Count a click and redirect to the recipient page',
  caller: 'anyone',
  params: shape({ number: ['number', referralNumber] }),
  query: linkQuery({
    ...campaignFields,
    recipient: ['empfaengernummer', referralNumber.optional()],
  }),
  status: 302,
  errors: [],
})

export const claimReferral = endpoint({
  name: 'claimReferral',
  method: 'PUT',
  path: '/empfehlen/bestaetigung',
  summary:
    'The one press behind the mailed link (a button on the page): confirms the e-mail address, takes over what was made with it and logs in, for everything but money. Used again it logs nobody in',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    user: ['Anmeldung', currentUser.nullable()], // null: used link
    // Of the link's referral; null: the address only.
    number: ['Empfehlungsnummer', z.string().nullable()],
    hex: ['Hex', z.string().nullable()],
    productTitle: ['Produkt', z.string().nullable()],
    link: ['Empfehlungslink', z.string().nullable()],
  }),
  errors: [
    'link-expired',
    'token-used',
    'not-authorised',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
  ],
})
