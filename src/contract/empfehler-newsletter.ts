import { z } from 'zod'
import { token } from './account.ts'
import { endpoint } from './endpoint.ts'
import { flag } from './fields.ts'
import { shape } from './shape.ts'

const empty = z.strictObject({})
const byToken = shape({ token: ['Token', token] })
// The token in a mail's URL, valid as long as the mail is kept.
const inAddress = shape({ token: ['t', token] })

export const setNewsletterOptin = endpoint({
  name: 'setNewsletterOptin',
  method: 'PUT',
  path: '/empfehler/setNewsletterOptin',
  summary: 'Ask for the newsletter: sends the mail whose link confirms it (limited)',
  caller: 'referrer',
  answer: shape({
    mailSentBefore: ['OptinMailAlreadySent', flag], // this is another one
    optedInBefore: ['OptinAlreadySet', flag], // no mail was sent
  }),
  errors: ['session-missing', 'not-found', 'too-many-requests'],
})

export const withdrawNewsletterOptin = endpoint({
  name: 'withdrawNewsletterOptin',
  method: 'DELETE',
  path: '/empfehler/setNewsletterOptin',
  summary: 'Withdraw the consent to the newsletter, or the wish for it',
  caller: 'referrer',
  answer: empty,
  errors: ['session-missing'],
})

export const confirmNewsletter = endpoint({
  name: 'confirmNewsletter',
  method: 'PUT',
  path: '/empfehler/newsletter/optin',
  summary: 'Confirm the wish for the newsletter by the mailed token (a button on the page)',
  caller: 'anyone',
  body: byToken,
  answer: shape({ already: ['SchonAngemeldet', flag] }),
  errors: ['link-expired', 'token-used'],
})

export const leaveNewsletter = endpoint({
  name: 'leaveNewsletter',
  method: 'PUT',
  path: '/empfehler/newsletter/optout',
  summary: 'Leave the newsletter by the token of any of its mails (a button on the page)',
  caller: 'anyone',
  body: byToken,
  answer: shape({ already: ['SchonAbgemeldet', flag] }),
  errors: ['link-expired'],
})

export const leaveNewsletterByMail = endpoint({
  name: 'leaveNewsletterByMail',
  method: 'POST',
  path: '/empfehler/newsletter/optout',
  summary: 'One-click unsubscribe of mail programs (RFC 8058); the token in the address is enough',
  caller: 'anyone',
  byMailProgram: true,
  query: inAddress,
  answer: empty,
  errors: ['link-expired'],
})

export const openNewsletterOptout = endpoint({
  name: 'openNewsletterOptout',
  method: 'GET',
  path: '/empfehler/newsletter/optout',
  summary: 'The same address opened in a browser: redirects to the page that asks',
  caller: 'anyone',
  query: inAddress,
  status: 302,
  errors: [],
})
