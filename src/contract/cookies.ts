import { z } from 'zod'
import { consentStates } from '../domain/cookie-consent.ts'
import { endpoint } from './endpoint.ts'
import { flag } from './fields.ts'
import { shape } from './shape.ts'

const state = z.enum(consentStates).optional() // absent: category not used by the tenant
const parameter = z.string().max(200).optional()

/** Spec sections 2.3, 4 and 9. The answer sets the cookies, for scripts and forms alike. */
export const chooseCookies = endpoint({
  name: 'chooseCookies',
  method: 'PUT',
  path: '/cookies/zustimmung',
  summary:
    'Say yes or no to each category of cookies; a yes, its change and its withdrawal are kept as proof. Sets the consent cookie, and sets or removes the channel cookie',
  caller: 'anyone',
  body: shape({
    functional: ['Funktional', flag.optional()],
    analytical: ['Analyse', flag.optional()],
    marketing: ['Marketing', flag.optional()],
    remember: ['Merken', flag], // for 60 days; else for the browser session
    campaign: [
      'Kampagne', // the page's campaign parameters
      shape({
        channel: ['channel', parameter],
        c: ['c', parameter],
        pk_campaign: ['pk_campaign', parameter],
        mtm_campaign: ['mtm_campaign', parameter],
      }).optional(),
    ],
  }),
  answer: shape({
    id: ['ZustimmungsId', z.string().nullable()],
    remembered: ['Gemerkt', flag],
    choices: [
      'Auswahl',
      shape({
        functional: ['Funktional', state],
        analytical: ['Analyse', state],
        marketing: ['Marketing', state],
      }),
    ],
  }),
  errors: [],
})
