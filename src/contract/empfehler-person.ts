import { z } from 'zod'
import { token } from './account.ts'
import { endpoint } from './endpoint.ts'
import { emailText, name, password } from './fields.ts'
import { shape } from './shape.ts'

const empty = z.strictObject({})

export const correctOwnName = endpoint({
  name: 'correctOwnName',
  method: 'PUT',
  path: '/empfehler/name',
  summary: "Correct the user's own name",
  caller: 'referrer',
  body: shape({ firstName: ['Vorname', name], lastName: ['Nachname', name.optional()] }),
  answer: empty,
  errors: ['session-missing'],
})

export const requestNewEmail = endpoint({
  name: 'requestNewEmail',
  method: 'PUT',
  path: '/empfehler/email',
  summary:
    'Ask for another e-mail address: a link to the new one, a notice to the old one, which stays until the link is pressed. The same answer whether the new one is taken',
  caller: 'referrer',
  query: shape({ captcha: ['captcha', z.string().max(4000).optional()] }),
  body: shape({ email: ['Email', emailText], password: ['Password', password] }),
  answer: empty,
  status: 202,
  errors: [
    'session-missing',
    'wrong-credentials',
    'not-authorised',
    'email-invalid',
    'email-not-allowed',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
    'captcha-required',
    'captcha-wrong',
    'too-many-requests',
  ],
})

// `zu-spaet`: an objection after the change.
const kind = z.enum(['neu', 'widerspruch', 'zu-spaet'])

/** `NeuesPasswort`: in this session the change deletes password and bank account. */
export const showNewEmail = endpoint({
  name: 'showNewEmail',
  method: 'PUT',
  path: '/account/validateEmail',
  summary: 'What a mailed link about another address would do; uses nothing up',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    kind: ['Art', kind],
    email: ['Email', z.string()],
    needsPassword: ['NeuesPasswort', z.boolean()],
    isContact: ['Kontakt', z.boolean()],
  }),
  errors: ['link-expired', 'token-used'],
})

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'PUT',
  path: '/account/email',
  summary:
    'By a mailed link: the new address becomes the account’s, or a contact’s (Kontakt), and all other sessions end; outside the account’s own session the password and the stored bank data do, too (NeuesPasswort), and a link for a password is mailed; or the old one objects, which ends the change and all sessions; after the change (zu-spaet) it ends nothing and goes to support',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    kind: ['Art', kind],
    needsPassword: ['NeuesPasswort', z.boolean()],
    isContact: ['Kontakt', z.boolean()],
  }),
  errors: [
    'link-expired',
    'token-used',
    'email-exists',
    'emails-equal',
    'self-referral',
    'referral-expired',
    'email-not-allowed',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
  ],
})
