import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { token } from './account.ts'
import {
  agreed,
  addressLine,
  companyName,
  emailText,
  flag,
  instant,
  locale,
  name,
  password,
  text,
} from './fields.ts'
import { shape } from './shape.ts'

// Accounts of agency users (spec sections 2.2 and 6). Our calls, named in the contract's style.

const empty = z.strictObject({})
const captcha = shape({ captcha: ['captcha', z.string().max(4000).optional()] })

export const agencyRole = z.enum(['owner', 'inactive-owner', 'employee'])
export const agencyState = z.enum(['registered', 'active', 'inactive', 'closed'])
export const phone = z
  .string()
  .trim()
  .regex(/^(\+?[0-9 ()/-]{5,40})?$/)
/** Used in unsolicited mails, like names. */
export const agencyNumber = z
  .string()
  .trim()
  .min(1)
  .max(40)
  .regex(/^(?![^]*(?:www\.|\.[A-Za-z]{2,}))[\p{L}\p{N} ./_-]+$/iu)

/** An agency user. */
export const agencyUser = shape({
  email: ['Email', z.string()],
  salutation: ['Anrede', z.string().nullable()],
  firstName: ['Vorname', z.string()],
  lastName: ['Nachname', z.string()],
  employeeNumber: ['Mitarbeiternummer', z.string()],
  role: ['Rolle', agencyRole],
  agencyNumber: ['Agenturnummer', z.string()],
  agencyName: ['Agentur', z.string()],
  agencyState: ['Status', agencyState],
  token: ['Token', z.string().nullable()],
  tokenValidUntil: ['TokenGueltigBis', instant],
  language: ['Language', locale],
})

export const loginAgencyUser = endpoint({
  name: 'loginAgencyUser',
  method: 'POST',
  path: '/agentur-konto/login',
  summary: 'Log in as somebody who works for an agency, with e-mail and password',
  caller: 'anyone',
  query: captcha,
  body: shape({ email: ['Email', emailText], password: ['Password', password] }),
  answer: agencyUser,
  errors: [
    'not-found',
    'captcha-required',
    'captcha-wrong',
    'wrong-credentials',
    'blocked-single',
    'confirmation-required',
    'provider-login-needed',
    'passkey-needed',
  ],
})

export const logoutAgencyUser = endpoint({
  name: 'logoutAgencyUser',
  method: 'POST',
  path: '/agentur-konto/logout',
  summary: 'End the session of an agency user',
  caller: 'agency',
  openWithoutPasskey: true,
  answer: empty,
  errors: ['session-missing'],
})

export const showAgencyUser = endpoint({
  name: 'showAgencyUser',
  method: 'GET',
  path: '/agentur-konto/benutzer',
  summary: 'The current agency user and their role; Token echoes a presented bearer only',
  caller: 'agency',
  answer: agencyUser,
  errors: ['session-missing'],
})

export const updateAgencyUserLanguage = endpoint({
  name: 'updateAgencyUserLanguage',
  method: 'POST',
  path: '/agentur-konto/updateLanguage',
  summary: 'Store the language of the agency user',
  caller: 'agency',
  body: shape({ language: ['Language', locale] }),
  answer: empty,
  errors: ['session-missing'],
})

export const registerAgency = endpoint({
  name: 'registerAgency',
  method: 'POST',
  path: '/agentur-konto/registrieren',
  summary: 'Register an agency and its owner; the same answer whoever asks, the rest goes by mail',
  caller: 'anyone',
  query: captcha,
  body: shape({
    agencyNumber: ['Agenturnummer', agencyNumber],
    agencyName: ['Agentur', companyName],
    salutation: ['Anrede', text.optional()],
    firstName: ['Vorname', name],
    lastName: ['Nachname', name],
    email: ['Email', emailText],
    terms: ['Agb', agreed],
  }),
  answer: empty,
  status: 202,
  errors: [
    'not-found',
    'email-invalid',
    'terms-required',
    'captcha-required',
    'captcha-wrong',
    'too-many-requests',
  ],
  idempotent: true,
})

export const requestAgencyPassword = endpoint({
  name: 'requestAgencyPassword',
  method: 'POST',
  path: '/agentur-konto/passwort',
  summary:
    'Mail an agency user a link to set a password; the same answer whether the e-mail is registered or not',
  caller: 'anyone',
  query: captcha,
  body: shape({ email: ['Email', emailText] }),
  answer: empty,
  status: 202,
  errors: ['not-found', 'email-invalid', 'captcha-required', 'captcha-wrong'],
})

/** Purpose of a mailed link. */
export const passwordOccasion = z.enum(['registration', 'first', 'reset'])

export const checkAgencyPasswordToken = endpoint({
  name: 'checkAgencyPasswordToken',
  method: 'PUT',
  path: '/agentur-konto/passwort/pruefen',
  summary: 'Whether a mailed token can still set a password, and of whom; uses nothing up',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    email: ['Email', z.string()],
    firstName: ['Vorname', z.string()],
    agencyName: ['Agentur', z.string()],
    agencyNumber: ['Agenturnummer', z.string()],
    occasion: ['Anlass', passwordOccasion],
  }),
  errors: ['not-found', 'link-expired', 'token-used'],
})

export const setAgencyPassword = endpoint({
  name: 'setAgencyPassword',
  method: 'PUT',
  path: '/agentur-konto/passwort',
  summary: 'Set the password with a mailed token; confirms a registration and logs in',
  caller: 'anyone',
  body: shape({
    token: ['Token', token],
    password: ['Password', password],
    passwordAgain: ['PasswordConfirm', password.optional()],
  }),
  answer: agencyUser,
  errors: [
    'not-found',
    'link-expired',
    'token-used',
    'blocked-single',
    'provider-login-needed',
    'passkey-needed',
  ],
})

export const passwordChange = {
  body: shape({
    oldPassword: ['OldPassword', password],
    password: ['Password', password],
    passwordAgain: ['PasswordConfirm', password.optional()],
  }),
}

export const changeAgencyPassword = endpoint({
  name: 'changeAgencyPassword',
  method: 'PUT',
  path: '/agentur-konto/passwort/aendern',
  summary: 'Change the password of the current agency user; ends all other sessions',
  caller: 'agency',
  ...passwordChange,
  answer: empty,
  errors: ['session-missing', 'wrong-credentials'],
})

export const agencyData = {
  name: ['Agentur', companyName],
  email: ['Email', emailText],
  phone: ['Telefon', phone],
  street: ['Strasse', addressLine],
  houseNumber: ['Hausnummer', addressLine.max(20)],
  zip: [
    'Plz',
    z
      .string()
      .trim()
      .regex(/^(\d{5})?$/),
  ],
  city: ['Ort', addressLine.max(80)],
  vatId: [
    'UstId',
    z
      .string()
      .trim()
      .regex(/^(DE ?\d{3} ?\d{3} ?\d{3})?$/i),
  ],
} as const

export const showAgency = endpoint({
  name: 'showAgency',
  method: 'GET',
  path: '/agentur-konto/stammdaten',
  summary: 'Master data of the own agency',
  caller: 'agency',
  needs: ['read', 'master-data'],
  answer: shape({
    number: ['Agenturnummer', z.string()],
    state: ['Status', agencyState],
    name: ['Agentur', z.string()],
    email: ['Email', z.string()],
    phone: ['Telefon', z.string()],
    street: ['Strasse', z.string()],
    houseNumber: ['Hausnummer', z.string()],
    zip: ['Plz', z.string()],
    city: ['Ort', z.string()],
    vatId: ['UstId', z.string()],
    hasLogo: ['HatLogo', flag],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const saveAgency = endpoint({
  name: 'saveAgency',
  method: 'PUT',
  path: '/agentur-konto/stammdaten',
  summary: 'Change the master data of the own agency; the number stays',
  caller: 'agency',
  needs: ['update', 'master-data'],
  body: shape(agencyData),
  answer: empty,
  errors: ['session-missing', 'not-authorised', 'email-invalid'],
})

export const saveAgencyLogo = endpoint({
  name: 'saveAgencyLogo',
  method: 'PUT',
  path: '/agentur-konto/logo',
  summary:
    'Set the logo of the own agency: a PNG, JPEG or WebP of at most 300 KiB, in base64; null removes it',
  caller: 'agency',
  needs: ['update', 'master-data'],
  body: shape({ picture: ['Bild', z.string().max(440_000).nullable()] }),
  answer: empty,
  errors: ['session-missing', 'not-authorised'],
})

export const showAgencyText = endpoint({
  name: 'showAgencyText',
  method: 'GET',
  path: '/agentur-konto/text/:name',
  summary: "A text page of the agency area in the language asked for: 'info', 'rules' or 'privacy'",
  caller: 'anyone',
  params: shape({ name: ['name', z.enum(['info', 'rules', 'privacy'])] }),
  answer: shape({ text: ['Text', z.string()] }),
  errors: ['not-found'],
})

export const showAgencyLogo = endpoint({
  name: 'showAgencyLogo',
  method: 'GET',
  path: '/agentur-konto/logo',
  summary: 'The logo of the own agency',
  caller: 'agency',
  needs: ['read', 'master-data'],
  file: 'image/*',
  errors: ['session-missing', 'not-authorised', 'not-found'],
})
