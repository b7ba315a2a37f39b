import { z } from 'zod'
import { currentUser, token } from './account.ts'
import { employeeNumber } from './agentur-mitarbeiter.ts'
import { challenge } from './empfehlen.ts'
import { endpoint } from './endpoint.ts'
import { count, date, emailText, flag, instant, name } from './fields.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// An agency's invitations (spec sections 3 and 7.7) to become a referrer. Reminders, withdrawals, cards and figures are ours.

export const conversation = z.enum(['VorOrt', 'Telefon'])
export const invitationStatus = z.enum(['offen', 'angenommen', 'zurueckgezogen', 'abgelaufen'])

/** With null body: whether a captcha is due. With a body: invites. One call on the wire. */
export const invite = endpoint({
  name: 'invite',
  method: 'PUT',
  path: '/Einladung',
  summary:
    'Invite somebody by mail to become a referrer of the own agency; a null body asks whether a captcha is due',
  caller: 'agency',
  needs: ['create', 'invitation'],
  query: shape({ captcha: ['captcha', z.string().max(4000).optional()] }),
  body: shape({
    firstName: ['Vorname', name],
    lastName: ['Nachname', name],
    email: ['Email', emailText],
    conversation: ['Art', conversation],
    employeeNumber: ['Mitarbeiternummer', employeeNumber.optional()], // the inviter; default: the caller
  }).nullable(),
  answer: z.union([
    shape({
      id: ['Id', z.string()],
      status: ['Status', invitationStatus],
      validUntil: ['GueltigBis', date],
    }),
    shape({
      captchaRequired: ['CaptchaRequired', flag],
      challenge: ['Challenge', challenge.optional()],
    }),
  ]),
  errors: [
    'session-missing',
    'not-authorised',
    'captcha-required',
    'captcha-wrong',
    'email-invalid',
    'email-exists',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
    'too-many-requests',
  ],
  idempotent: true,
})

export const showInvitationForm = endpoint({
  name: 'showInvitationForm',
  method: 'GET',
  path: '/Einladung/daten',
  summary: 'What the form needs: whose invitations one may send, and how many are left today',
  caller: 'agency',
  needs: ['create', 'invitation'],
  answer: shape({
    ownNumber: ['Mitarbeiternummer', z.string()],
    employees: [
      'Mitarbeiter',
      z.array(
        shape({ employeeNumber: ['Mitarbeiternummer', z.string()], name: ['Name', z.string()] }),
      ),
    ],
    leftToday: ['HeuteNoch', count],
    perDay: ['ProTag', count],
    validDays: ['GueltigTage', count],
    reminders: ['Erinnerungen', count],
    notice: ['Hinweis', z.string()], // rules for the inviter
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const verifyAgencyToken = endpoint({
  name: 'verifyAgencyToken',
  method: 'GET',
  path: '/token/verifyAgenturToken',
  summary:
    'What the person who was invited sees: by whom, and whether the invitation is still open. Uses nothing up',
  caller: 'anyone',
  query: shape({ token: ['t', token] }),
  answer: shape({
    status: ['Status', invitationStatus],
    validUntil: ['GueltigBis', date],
    agencyName: ['Agentur', z.string()],
    employeeName: ['Mitarbeiter', z.string().nullable()], // null: the agency's
    firstName: ['Vorname', z.string().nullable()], // this and the following: only while open
    lastName: ['Nachname', z.string().nullable()],
    email: ['Email', z.string().nullable()],
  }),
  errors: ['link-expired'],
})

export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'PUT',
  path: '/Einladung/annehmen',
  summary:
    'Register with the link of an invitation, which proves the mailbox that it was sent to: confirms and logs in at once, for everything but money. With another address nothing happens, and it is confirmed by mail (createEmpfehler)',
  caller: 'anyone',
  body: shape({
    token: ['Token', token],
    firstName: ['Vorname', name],
    lastName: ['Nachname', name],
    email: ['Email', emailText],
  }),
  answer: shape({ user: ['Anmeldung', currentUser.nullable()] }), // null: the link does not prove this address
  errors: [
    'link-expired',
    'not-authorised',
    'email-invalid',
    'blocked-general',
    'blocked-single',
    'blocked-wildcard',
    'too-many-requests',
  ],
})

const invitation = shape({
  id: ['Id', z.string()],
  firstName: ['Vorname', z.string()], // empty once deleted
  lastName: ['Nachname', z.string()],
  email: ['Email', z.string()],
  conversation: ['Art', conversation],
  employeeNumber: ['Mitarbeiternummer', z.string()],
  employeeName: ['Mitarbeiter', z.string()],
  status: ['Status', invitationStatus],
  invitedAt: ['EingeladenAm', instant],
  validUntil: ['GueltigBis', date],
  endedAt: ['BeendetAm', instant.nullable()],
  remindersLeft: ['ErinnerungenUebrig', count],
  remindFrom: ['ErinnerbarAb', instant.nullable()], // null: no more
})

export const invitationOrders = ['EingeladenAm', 'Nachname', 'Status', 'GueltigBis'] as const

export const listInvitations = endpoint({
  name: 'listInvitations',
  method: 'PUT',
  path: '/agentur/einladungen/:agency/',
  summary:
    "Invitations of the own agency, by its number or 'alle'; an employee sees those of their own",
  caller: 'agency',
  needs: ['read', 'invitation'],
  params: shape({ agency: ['agency', z.string().max(40)] }),
  body: listRequest(
    invitationOrders,
    shape({
      status: ['Status', anyOf(invitationStatus).optional()],
      employeeNumber: ['Mitarbeiternummer', z.string().max(40).optional()],
      search: ['Suche', z.string().trim().max(80).optional()], // parts of names and addresses, in any case
    }),
  ),
  answer: listAnswer(invitation),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const showInvitationFile = endpoint({
  name: 'showInvitationFile',
  method: 'GET',
  path: '/agentur-konto/einladungen/csv',
  summary: 'The invitations as CSV, sorted and filtered as asked',
  caller: 'agency',
  needs: ['read', 'invitation'],
  query: shape({
    orderBy: ['OrderBy', z.enum(invitationOrders).optional()],
    descending: ['Descending', z.enum(['true', 'false']).optional()],
    status: ['Status', anyOf(invitationStatus).optional()],
    search: ['Suche', z.string().trim().max(80).optional()],
  }),
  file: 'text/csv',
  errors: ['session-missing', 'not-authorised'],
})

const one = shape({ id: ['id', z.string().max(60)] })

export const showInvitation = endpoint({
  name: 'showInvitation',
  method: 'GET',
  path: '/agentur-konto/einladungen/:id',
  summary: 'One invitation and its state',
  caller: 'agency',
  needs: ['read', 'invitation'],
  params: one,
  answer: invitation,
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const invitationSteps = [
  'eingeladen',
  'gesendet', // accepted by the mailbox's server
  'nicht-zugestellt',
  'erinnert',
  'angenommen',
  'zurueckgezogen',
  'abgelaufen',
] as const

export const showInvitationRecord = endpoint({
  name: 'showInvitationRecord',
  method: 'GET',
  path: '/agentur-konto/einladungen/:id/akte',
  summary: 'One invitation with what happened to it, newest first, and the referrer it led to',
  caller: 'agency',
  needs: ['read', 'invitation'],
  params: one,
  answer: shape({
    invitation: ['Einladung', invitation],
    events: [
      'Verlauf',
      z.array(
        shape({
          at: ['Am', instant],
          step: ['Schritt', z.enum(invitationSteps)],
          reminder: ['Erinnerung', count.nullable()], // of a mail; 0 is the invitation
          by: [
            'Von',
            shape({
              kind: ['Art', z.enum(['Mitarbeiter', 'Eingeladen', 'Betreiber', 'System'])],
              name: ['Name', z.string().nullable()],
            }).nullable(),
          ],
        }),
      ),
    ],
    referrerId: ['EmpfehlerId', z.string().nullable()], // the caller may open their record
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const remindInvitation = endpoint({
  name: 'remindInvitation',
  method: 'POST',
  path: '/agentur-konto/einladungen/:id/erinnern',
  summary: 'Mail an open invitation again: twice at most, and once a day',
  caller: 'agency',
  needs: ['update', 'invitation'],
  params: one,
  answer: invitation,
  errors: ['session-missing', 'not-authorised', 'not-found', 'link-expired', 'too-many-requests'],
})

export const withdrawInvitation = endpoint({
  name: 'withdrawInvitation',
  method: 'DELETE',
  path: '/agentur-konto/einladungen/:id',
  summary: 'Take an open invitation back: its link ends at once',
  caller: 'agency',
  needs: ['delete', 'invitation'],
  params: one,
  answer: invitation,
  errors: ['session-missing', 'not-authorised', 'not-found', 'token-used'],
})

export const cardCode = z.string().regex(/^[0-9A-Fa-f]{10}$/)

export const listCards = endpoint({
  name: 'listCards',
  method: 'GET',
  path: '/agentur-konto/karten',
  summary:
    'The short links to the registration that stand on the cards of the own people; an employee has one',
  caller: 'agency',
  needs: ['read', 'invitation'],
  answer: z.array(
    shape({
      employeeNumber: ['Mitarbeiternummer', z.string()],
      name: ['Name', z.string()],
      link: ['Link', z.string()],
    }),
  ),
  errors: ['session-missing', 'not-authorised'],
})

export const showCard = endpoint({
  name: 'showCard',
  method: 'GET',
  path: '/agentur-konto/karte/:code',
  summary: 'Whose card a code stands on; of somebody who left, the agency alone',
  caller: 'anyone',
  params: shape({ code: ['code', z.string().max(60)] }),
  answer: shape({
    agencyName: ['Agentur', z.string()],
    employeeName: ['Mitarbeiter', z.string().nullable()],
  }),
  errors: ['link-expired'],
})

const figures = {
  invited: ['Eingeladen', count],
  registered: ['Registriert', count],
  referrals: ['Empfehlungen', count],
  orders: ['Auftraege', count],
} as const

export const showAgencyFigures = endpoint({
  name: 'showAgencyFigures',
  method: 'GET',
  path: '/agentur-konto/kennzahlen',
  summary:
    'How many were invited and registered, recommended and signed, this month and in all; an employee sees what is their own',
  caller: 'agency',
  needs: ['read', 'administration'],
  answer: shape({
    month: ['Monat', z.string().regex(/^\d{4}-\d{2}$/)],
    inMonth: ['ImMonat', shape(figures)],
    inAll: ['Gesamt', shape(figures)],
    open: ['Offen', count], // unanswered invitations
    toRelease: ['Freizugeben', count], // confirmed orders to be released
  }),
  errors: ['session-missing', 'not-authorised'],
})
