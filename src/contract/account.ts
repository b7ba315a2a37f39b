import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { emailText, flag, instant, locale, name, password, text } from './fields.ts'
import { shape } from './shape.ts'

export const token = z.string().min(20).max(100)

export const currentUser = shape({
  email: ['Email', z.string()],
  salutation: ['Anrede', z.string().nullable()],
  firstName: ['Vorname', z.string()],
  lastName: ['Nachname', z.string()],
  referrerHash: ['Empfehlerhash', z.string()],
  token: ['Token', z.string().nullable()],
  tokenValidUntil: ['TokenGueltigBis', instant],
  newsletterOptedIn: ['NewsletterOptinGegeben', flag],
  newsletterMailSentAt: ['NewsletterOptinVersendetAm', instant.nullable()],
  language: ['Language', locale],
  supportAccess: ['SupportZugriff', flag],
})

const empty = z.strictObject({})

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/account/login',
  summary: 'Log in with e-mail and password',
  caller: 'anyone',
  query: shape({ captcha: ['captcha', z.string().max(4000).optional()] }),
  body: shape({ email: ['Email', emailText], password: ['Password', password] }),
  answer: currentUser,
  errors: [
    'captcha-required',
    'captcha-wrong',
    'wrong-credentials',
    'not-authorised',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
    'confirmation-required',
    'passkey-needed',
  ],
})

export const loginAsAdmin = endpoint({
  name: 'loginAsAdmin',
  method: 'GET',
  path: '/account/login',
  summary:
    'Log in with a token (single use, 5 minutes): an admin one for support, whose session says so, or the one of an autologin link for the owner',
  caller: 'anyone',
  query: shape({
    token: ['token', token],
    kind: ['art', z.enum(['inhaber']).optional()], // accepts autologin tokens only
  }),
  answer: currentUser,
  errors: [
    'not-authorised',
    'link-expired',
    'token-used',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
  ],
})

export const issueLogin = endpoint({
  name: 'issueLogin',
  method: 'POST',
  path: '/account/autologin',
  summary:
    "Where the provider logs people in (IsAutologin): a link for one of its customers, good for 5 minutes and one use, that opens the owner's session. By a key that may log in",
  caller: 'api-key',
  body: shape({
    email: ['Email', emailText],
    firstName: ['Vorname', name],
    lastName: ['Nachname', name],
    language: ['Language', locale.optional()],
    target: ['Ziel', z.string().max(1000).optional()], // path of the requested page, as given to the provider's login
  }),
  answer: shape({ link: ['Link', z.string()], validUntil: ['GueltigBis', instant] }),
  status: 201,
  errors: [
    'api-key-invalid',
    'not-authorised',
    'email-invalid',
    'email-not-allowed',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
  ],
})

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/account/logout',
  summary: 'End the session',
  caller: 'referrer',
  answer: empty,
  errors: ['session-missing'],
})

export const showUser = endpoint({
  name: 'showUser',
  method: 'GET',
  path: '/account/user',
  summary: 'The current user; Token echoes a presented bearer only',
  caller: 'referrer',
  answer: currentUser,
  errors: ['session-missing'],
})

export const updateLanguage = endpoint({
  name: 'updateLanguage',
  method: 'POST',
  path: '/account/updateLanguage',
  summary: 'Store the language of the user',
  caller: 'referrer',
  body: shape({ language: ['Language', locale] }),
  answer: empty,
  errors: ['session-missing'],
})

export const requestPasswordReset = endpoint({
  name: 'requestPasswordReset',
  method: 'GET',
  path: '/account/resetPassword/:id',
  summary:
    'Mail a link to set a new password; the same answer whether the e-mail is registered or not',
  caller: 'anyone',
  params: shape({ email: ['id', emailText] }),
  query: shape({
    captcha: ['captcha', z.string().max(4000).optional()],
    // The purpose of the password: the mail's link leads to this reward, if the account's.
    reward: ['praemie', z.uuid().optional()],
  }),
  answer: empty,
  status: 202,
  errors: ['not-authorised', 'email-invalid', 'captcha-required', 'captcha-wrong'],
})

export const resendWelcomeMail = endpoint({
  name: 'resendWelcomeMail',
  method: 'GET',
  path: '/account/resendWelcomeMail/:id',
  summary:
    'Mail the welcome link again; id is an e-mail address or the id of a confirmation-required error',
  caller: 'anyone',
  params: shape({ id: ['id', text] }),
  query: shape({ captcha: ['captcha', z.string().max(4000).optional()] }),
  answer: empty,
  status: 202,
  errors: ['captcha-required', 'captcha-wrong'],
})

export const resetPassword = endpoint({
  name: 'resetPassword',
  method: 'PUT',
  path: '/account/resetPassword',
  summary: 'Set the password with a mailed token; completes a registration and logs in',
  caller: 'anyone',
  body: shape({
    token: ['Token', token],
    password: ['Password', password],
    passwordAgain: ['PasswordConfirm', password.optional()],
    salutation: ['Anrede', text.optional()],
    firstName: ['Vorname', name.optional()],
    lastName: ['Nachname', name.optional()],
  }),
  answer: currentUser,
  errors: [
    'not-authorised',
    'link-expired',
    'token-used',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
    'passkey-needed',
  ],
})

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'PUT',
  path: '/account/resetPasswordWithoutToken',
  summary:
    'Change the password of the current user; ends all other sessions. Without OldPassword the first one of an account, within a day of the mailed link that logged in',
  caller: 'referrer',
  body: shape({
    oldPassword: ['OldPassword', password.optional()],
    password: ['Password', password],
    passwordAgain: ['PasswordConfirm', password.optional()],
  }),
  answer: empty,
  errors: ['session-missing', 'wrong-credentials', 'not-authorised'],
})

export const validatePasswordToken = endpoint({
  name: 'validatePasswordToken',
  method: 'PUT',
  path: '/account/validateResetPassword',
  summary:
    'Whether a mailed token can still set a password, or confirm with one press; uses nothing up',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    email: ['Email', z.string()],
    firstName: ['Vorname', z.string()],
    lastName: ['Nachname', z.string()],
    registration: ['Registrierung', flag],
    sameDevice: ['SelbesGeraet', flag], // by cookie: typed here, or the owner is logged in
  }),
  errors: ['link-expired', 'token-used'],
})

export const createReferrer = endpoint({
  name: 'createReferrer',
  method: 'POST',
  path: '/account/createEmpfehler',
  summary: 'Register as a referrer; the same answer whoever asks, the rest goes by mail',
  caller: 'anyone',
  query: shape({ captcha: ['captcha', z.string().max(4000).optional()] }),
  body: shape({
    firstName: ['Vorname', name],
    lastName: ['Nachname', name],
    email: ['Email', emailText],
    // From an agency: the token of a mailed invitation, or a card's code.
    invitation: ['Einladung', token.optional()],
    card: ['Karte', z.string().max(60).optional()],
  }),
  answer: empty,
  status: 202,
  errors: [
    'not-authorised',
    'link-expired',
    'email-invalid',
    'email-not-allowed',
    'blocked-single',
    'blocked-wildcard',
    'captcha-required',
    'captcha-wrong',
    'too-many-requests',
  ],
  idempotent: true,
})

export const showPasswordRules = endpoint({
  name: 'showPasswordRules',
  method: 'GET',
  path: '/account/passwortvalidator',
  summary: 'The password rules the server checks',
  caller: 'anyone',
  answer: z.array(
    shape({
      id: ['Id', z.string()],
      pattern: ['Regex', z.string()],
      text: ['Text', z.string()],
    }),
  ),
  errors: [],
})
