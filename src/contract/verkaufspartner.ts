import { z } from 'zod'
import { token } from './account.ts'
import { passwordChange, phone } from './agentur-konto.ts'
import { endpoint } from './endpoint.ts'
import {
  addressLine,
  agreed,
  cents,
  companyName,
  count,
  emailText,
  flag,
  instant,
  locale,
  name,
  password,
  payeeName,
} from './fields.ts'
import { shape } from './shape.ts'

// Sales partners: professional sellers with a login (spec sections 1 and 2.2). Our calls, in the contract's style.

const empty = z.strictObject({})
const captcha = shape({ captcha: ['captcha', z.string().max(4000).optional()] })

export const partnerState = z.enum(['registered', 'active', 'inactive', 'closed'])

const line = addressLine.min(1)

/** A credit note's required data: seller, address, tax (section 14(4) UStG). */
export const partnerData = {
  company: ['Firma', z.union([z.literal(''), companyName])],
  firstName: ['Vorname', name],
  lastName: ['Nachname', name],
  phone: ['Telefon', phone],
  street: ['Strasse', line],
  houseNumber: ['Hausnummer', line.max(20)],
  zip: [
    'Plz',
    z
      .string()
      .trim()
      .regex(/^\d{5}$/),
  ],
  city: ['Ort', line.max(80)],
  vatId: [
    'UstId',
    z
      .string()
      .trim()
      .regex(/^(DE ?\d{3} ?\d{3} ?\d{3})?$/i),
  ],
  taxNumber: [
    'Steuernummer',
    z
      .string()
      .trim()
      .regex(/^(\d[\d /]{8,16}\d)?$/),
  ],
  smallBusiness: ['Kleinunternehmer', flag],
} as const

const account = {
  holder: ['Kontoinhaber', payeeName],
  iban: ['Iban', z.string().trim().min(5).max(50)],
  bic: ['Bic', z.string().trim().max(11).optional()],
} as const

/** A sales partner on the wire after a login. */
export const salesPartner = shape({
  number: ['Verkaufspartnernummer', z.string()],
  company: ['Firma', z.string()],
  firstName: ['Vorname', z.string()],
  lastName: ['Nachname', z.string()],
  email: ['Email', z.string()],
  state: ['Status', partnerState],
  token: ['Token', z.string().nullable()],
  tokenValidUntil: ['TokenGueltigBis', instant],
  language: ['Language', locale],
})

export const loginSalesPartner = endpoint({
  name: 'loginSalesPartner',
  method: 'POST',
  path: '/verkaufspartner/login',
  summary: 'Log in as a sales partner, with e-mail and password',
  caller: 'anyone',
  query: captcha,
  body: shape({ email: ['Email', emailText], password: ['Password', password] }),
  answer: salesPartner,
  errors: [
    'not-found',
    'captcha-required',
    'captcha-wrong',
    'wrong-credentials',
    'blocked-single',
    'confirmation-required',
    'passkey-needed',
  ],
})

export const logoutSalesPartner = endpoint({
  name: 'logoutSalesPartner',
  method: 'POST',
  path: '/verkaufspartner/logout',
  summary: 'End the session of a sales partner',
  caller: 'sales-partner',
  openWithoutPasskey: true,
  answer: empty,
  errors: ['session-missing'],
})

export const updateSalesPartnerLanguage = endpoint({
  name: 'updateSalesPartnerLanguage',
  method: 'POST',
  path: '/verkaufspartner/updateLanguage',
  summary: 'Store the language of the sales partner',
  caller: 'sales-partner',
  body: shape({ language: ['Language', locale] }),
  answer: empty,
  errors: ['session-missing'],
})

export const registerSalesPartner = endpoint({
  name: 'registerSalesPartner',
  method: 'POST',
  path: '/verkaufspartner/registrieren',
  summary: 'Register a sales partner; the same answer whoever asks, the rest goes by mail',
  caller: 'anyone',
  query: captcha,
  body: shape({
    ...partnerData,
    ...account,
    email: ['Email', emailText],
    agreement: ['Gutschriftverfahren', agreed], // to be billed by credit note, and to the terms beside it
    version: ['Fassung', z.string().max(40)], // of the words that were agreed to
  }),
  answer: empty,
  status: 202,
  errors: [
    'not-found',
    'email-invalid',
    'iban-invalid',
    'terms-required',
    'captcha-required',
    'captcha-wrong',
    'too-many-requests',
  ],
  idempotent: true,
})

export const requestSalesPartnerPassword = endpoint({
  name: 'requestSalesPartnerPassword',
  method: 'POST',
  path: '/verkaufspartner/passwort',
  summary:
    'Mail a sales partner a link to set a password; the same answer whether the e-mail is registered or not',
  caller: 'anyone',
  query: captcha,
  body: shape({ email: ['Email', emailText] }),
  answer: empty,
  status: 202,
  errors: ['not-found', 'email-invalid', 'captcha-required', 'captcha-wrong'],
})

export const checkSalesPartnerToken = endpoint({
  name: 'checkSalesPartnerToken',
  method: 'PUT',
  path: '/verkaufspartner/passwort/pruefen',
  summary: 'Whether a mailed token can still set a password, and of whom; uses nothing up',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    email: ['Email', z.string()],
    firstName: ['Vorname', z.string()],
    number: ['Verkaufspartnernummer', z.string()],
    isNew: ['Neu', flag],
  }),
  errors: ['not-found', 'link-expired', 'token-used'],
})

export const setSalesPartnerPassword = endpoint({
  name: 'setSalesPartnerPassword',
  method: 'PUT',
  path: '/verkaufspartner/passwort',
  summary: 'Set the password with a mailed token; confirms a registration and logs in',
  caller: 'anyone',
  body: shape({
    token: ['Token', token],
    password: ['Password', password],
    passwordAgain: ['PasswordConfirm', password.optional()],
  }),
  answer: salesPartner,
  errors: ['not-found', 'link-expired', 'token-used', 'blocked-single', 'passkey-needed'],
})

export const changeSalesPartnerPassword = endpoint({
  name: 'changeSalesPartnerPassword',
  method: 'PUT',
  path: '/verkaufspartner/passwort/aendern',
  summary: 'Change the password of the current sales partner; ends all other sessions',
  caller: 'sales-partner',
  ...passwordChange,
  answer: empty,
  errors: ['session-missing', 'wrong-credentials'],
})

export const showSalesPartnerOffer = endpoint({
  name: 'showSalesPartnerOffer',
  method: 'GET',
  path: '/verkaufspartner/angebot',
  summary: 'What sales partners earn today, and what they agree to',
  caller: 'anyone',
  answer: shape({
    plans: [
      'Provisionen',
      z.array(shape({ group: ['Produktgruppe', z.string()], cents: ['ProvisionCent', cents] })),
    ],
    vatPercent: ['UstProzent', count],
    complaintDays: ['WiderrufTage', count],
    agreement: ['Vereinbarung', z.string()],
    version: ['Fassung', z.string()],
  }),
  errors: ['not-found'],
})

export const followSalesPartnerLink = endpoint({
  name: 'followSalesPartnerLink',
  method: 'GET',
  path: '/verkaufspartner/klick/:number',
  summary:
    "A sales partner's own link: leads to the provider's shop, which names the partner with the order",
  caller: 'anyone',
  params: shape({ number: ['number', z.string().max(40)] }),
  status: 302,
  errors: ['not-found'],
})

export const showSalesPartner = endpoint({
  name: 'showSalesPartner',
  method: 'GET',
  path: '/verkaufspartner/daten',
  summary: 'The own data of the sales partner; the IBAN masked',
  caller: 'sales-partner',
  answer: shape({
    number: ['Verkaufspartnernummer', z.string()],
    email: ['Email', z.string()],
    state: ['Status', partnerState],
    ...partnerData,
    company: ['Firma', z.string()],
    holder: ['Kontoinhaber', z.string()],
    maskedIban: ['IbanMaskiert', z.string()],
    bic: ['Bic', z.string()],
    accountProblem: ['Kontoproblem', z.string().nullable()], // why nothing is paid until the IBAN is given anew
    bankSpells: ['NameBeiDerBank', z.string().nullable()], // which they may confirm instead
    agreedAt: ['VereinbartAm', instant],
    agreedVersion: ['Fassung', z.string()],
    agreement: ['Vereinbarung', z.string()],
    link: ['Verkaufslink', z.string().nullable()], // null: not activated
  }),
  errors: ['session-missing'],
})

export const confirmSalesPartnerHolder = endpoint({
  name: 'confirmSalesPartnerHolder',
  method: 'PUT',
  path: '/verkaufspartner/kontoinhaber',
  summary: 'The name that the bank has for the account is the sales partner’s: payments go on',
  caller: 'sales-partner',
  body: shape({ bankSpells: ['NameBeiDerBank', z.string().min(1).max(140)] }),
  answer: empty,
  errors: ['session-missing', 'not-found', 'changed-meanwhile'],
})

export const saveSalesPartner = endpoint({
  name: 'saveSalesPartner',
  method: 'PUT',
  path: '/verkaufspartner/daten',
  summary:
    'Change the own data; number and e-mail stay, and so does the account where no IBAN is given',
  caller: 'sales-partner',
  body: shape({
    ...partnerData,
    holder: account.holder,
    iban: ['Iban', z.string().trim().min(5).max(50).optional()],
    bic: account.bic,
  }),
  answer: empty,
  errors: ['session-missing', 'iban-invalid'],
})
