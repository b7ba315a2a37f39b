import { z } from 'zod'
import { operatorRoles } from '../domain/operator-abilities.ts'
import { reason } from './betrieb-zugang.ts'
import {
  acceptedBy,
  appealable,
  claimable,
  clawback,
  invitedBy,
  outstanding,
  voucher,
  wait,
} from './person-parts.ts'
import { givenAddress } from './empfaenger.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, emailText, flag, instant, locale, name } from './fields.ts'
import { shape } from './shape.ts'

// One person in the console: an account, the contacts of the same address, or both; or who was only invited by an agency.

/** An account's id, a contact's number, or the id of an agency's invitation to somebody who is neither. */
export const person = shape({ person: ['person', z.string().min(1).max(60)] })

const read = {
  caller: 'operator',
  console: 'any',
  needs: ['read', 'people'],
} as const
const known = ['session-missing', 'not-authorised', 'not-found'] as const

export const personEvents = [
  'account-created',
  'account-confirmed',
  'referral-made',
  'contact-accepted',
  'contact-confirmed',
  'accepted',
  'confirmed',
  'mail-sent',
  'mail-queued',
  'mail-failed',
  'order-reported',
  'order-confirmed',
  'order-released',
  'order-cancelled',
  'reward-earned',
  'reward-provided',
  'reward-collected',
  'reward-paid',
  'reward-cancelled',
  'appealed',
  'question-answered',
  'payout-sent',
  'payout-answered',
  'claim-made',
  'claim-decided',
  'consent',
  'audit',
] as const

const event = shape({
  at: ['Zeit', instant],
  kind: ['Art', z.enum(personEvents)],
  number: ['Nummer', z.string().nullable()], // of what happened to
  title: ['Titel', z.string().nullable()], // product, template, kind of consent, action
  detail: ['Einzelheit', z.string().nullable()], // channel, state, side
  cents: ['Cent', cents.nullable()],
  count: ['Anzahl', count.nullable()], // clicks
  held: ['Gehalten', z.array(z.string())], // rules that held it
  passed: ['Bestanden', z.array(z.string())], // rules that were asked and did not
  by: ['Wer', z.string().nullable()],
  reason: ['Grund', z.string().nullable()],
})

const contact = shape({
  number: ['Nummer', z.string()],
  state: ['Status', z.enum(['accepted', 'confirmed'])],
  referral: ['Empfehlung', z.string()],
  referrer: ['EmpfehlerVorname', z.string()], // as the recommendation names them
  product: ['Produkt', z.string()],
  channel: ['Kanal', z.string()],
  since: ['Seit', instant],
  eraseAskedAt: ['LoeschungGewuenscht', instant.nullable()],
})

/** What is written anew from what is known now. */
const waitingMails = ['reward', 'confirmation', 'access', 'collected'] as const

export const showPerson = endpoint({
  ...read,
  name: 'showPerson',
  method: 'GET',
  path: '/betrieb/personen/:person',
  summary:
    'One person: why they have no money, until when and who decides, all that happened (the newest 500), and masked data. That it was looked at is in the log, once in a quarter of an hour',
  params: person,
  answer: shape({
    id: ['Id', z.string()], // of the page: the account's, else the first contact's, else the first invitation's
    accountId: ['Konto', z.string().nullable()],
    isOwn: ['Eigener', flag], // concerns the operator: they may look, and decide nothing
    leftCents: ['AlleinCent', cents.nullable()], // of goodwill that the caller may grant alone; null: none at all
    name: ['Name', z.string()],
    firstName: ['Vorname', z.string()],
    lastName: ['Nachname', z.string()],
    maskedEmail: ['Email', z.string()],
    hasPhone: ['HatTelefon', flag],
    hasAddress: ['HatAnschrift', flag],
    hasBirthDate: ['HatGeburtstag', flag],
    language: ['Sprache', locale],
    since: ['Seit', instant],
    confirmedAt: ['BestaetigtAm', instant.nullable()],
    version: ['Version', count], // of the account, else of all entries as a contact
    contactsVersion: ['KontaktVersion', count], // of all entries as a contact
    blockedOn: ['GesperrtAm', date.nullable()],
    isAllBlocked: ['AlleGesperrt', flag],
    customerNumber: ['Kundennummer', z.string().nullable()],
    customerNumberState: ['KundennummerStatus', z.string().nullable()],
    agency: ['Agentur', z.string().nullable()],
    agent: ['Berater', z.string().nullable()],
    newsletter: ['Newsletter', z.enum(['no', 'asked', 'yes'])],
    ibanEnd: ['IbanEnde', z.string().nullable()],
    openSessions: ['Sitzungen', count],
    referrals: ['Empfehlungen', count],
    contacts: ['Kontakte', z.array(contact)],
    acceptedBy: ['Angenommen', z.array(acceptedBy)], // their own recommendations, the newest 50
    acceptedByCount: ['AngenommenAnzahl', count],
    invitations: ['Einladungen', z.array(invitedBy)], // by agencies to the address, newest first; gone 30 days after their end
    outstanding: ['Ausstehend', outstanding],
    first: ['Zuerst', wait],
    rest: ['Weitere', z.array(wait)],
    clawbacks: ['Rueckforderungen', z.array(clawback)], // of paid rewards, the newest first
    appealable: ['Widersprechbar', z.array(appealable)],
    claimable: ['Meldbar', z.array(claimable)],
    waitingMails: ['OffeneMails', z.array(z.enum(waitingMails))],
    toldMails: [
      'VersandteMails', // that can be sent again as they are
      z.array(
        shape({
          id: ['MailId', z.string()],
          template: ['Vorlage', z.string()],
          at: ['Zeit', instant],
        }),
      ),
    ],
    vouchers: ['Gutscheine', z.array(voucher)],
    events: ['Ereignisse', z.array(event)],
    consents: [
      'Zustimmungen',
      z.array(
        shape({
          kind: ['Art', z.string()],
          version: ['Fassung', z.string()],
          given: ['Erteilt', flag],
          at: ['Am', instant],
        }),
      ),
    ],
    notes: [
      'Notizen',
      z.array(
        shape({
          text: ['Text', z.string()],
          at: ['Am', instant],
          by: ['Von', z.string().nullable()],
        }),
      ),
    ],
  }),
  errors: [...known],
})

export const showErasedPerson = endpoint({
  ...read,
  name: 'showErasedPerson',
  method: 'GET',
  path: '/betrieb/personen/:person/geloescht',
  summary: 'When a person was forgotten, and who did it, from the log and without personal data',
  params: person,
  answer: shape({
    at: ['Zeit', instant],
    by: ['Wer', z.enum(['person', 'operator', 'system'])],
    role: ['Rolle', z.enum(operatorRoles).nullable()], // of an operator
    kept: ['Behalten', z.array(z.string())], // contacts with something open, which are there still
  }),
  errors: [...known],
})

export const revealPerson = endpoint({
  ...read,
  name: 'revealPerson',
  method: 'PUT',
  path: '/betrieb/personen/:person/zeigen',
  summary: 'The masked data of one person in clear; who asked is in the log. Never an IBAN',
  params: person,
  answer: shape({
    email: ['Email', z.string()],
    phone: ['Telefon', z.string().nullable()],
    address: ['Anschrift', z.string().nullable()],
    birthDate: ['Geburtstag', date.nullable()],
  }),
  errors: [...known],
})

export const act = {
  caller: 'operator',
  console: 'any',
  needs: ['update', 'people'],
  params: person,
} as const
export const refused = [...known, 'own-case'] as const
const seen = { version: ['Version', count] } as const // as the page showed it
const withReason = shape({ reason: ['Grund', reason] })
const done = shape({})

export const resendPersonMail = endpoint({
  ...act,
  name: 'resendPersonMail',
  method: 'POST',
  path: '/betrieb/personen/:person/mail',
  summary:
    'Send the mail again that somebody waits for: the link to log in or register, to confirm as a contact or to collect the rewards, a payment that was announced, a voucher, or what was decided or paid. Links that are over are made anew; a voucher does not go to an address that is newer than it',
  body: shape({
    mail: ['Mail', z.enum([...waitingMails, 'voucher', 'sent'])],
    id: ['Id', z.string().max(40).optional()], // of a voucher's reward, or of a mail
    reason: ['Grund', reason],
  }),
  answer: shape({ sent: ['Gesendet', count] }),
  errors: [
    ...refused,
    'too-many-requests',
    'blocked-single',
    'blocked-general',
    'referral-expired',
  ],
})

export const blockPerson = endpoint({
  ...act,
  name: 'blockPerson',
  method: 'PUT',
  path: '/betrieb/personen/:person/sperre',
  summary: 'Block an account or end its block: while blocked nobody logs in, and rewards wait',
  body: shape({
    ...seen,
    blocked: ['Gesperrt', flag],
    reason: ['Grund', reason],
  }),
  answer: shape({ isChanged: ['Geaendert', flag] }),
  errors: [...refused, 'changed-meanwhile'],
})

export const correctPersonName = endpoint({
  ...act,
  name: 'correctPersonName',
  method: 'PUT',
  path: '/betrieb/personen/:person/name',
  summary:
    'Correct the name of an account, else of all entries as a contact; what a recommendation shows stays as typed for it',
  body: shape({
    ...seen,
    firstName: ['Vorname', name],
    lastName: ['Nachname', name.optional()],
    reason: ['Grund', reason],
  }),
  answer: done,
  errors: [...refused, 'changed-meanwhile'],
})

export const correctPersonHome = endpoint({
  ...act,
  name: 'correctPersonHome',
  method: 'PUT',
  path: '/betrieb/personen/:person/anschrift',
  summary:
    'Correct the postal address in all entries as a contact that have one. If that makes a contact and their referrer one household, or ends it, what they earn together waits for a review by somebody else',
  body: shape({
    ...seen, // the contacts'
    address: ['Anschrift', givenAddress],
    reason: ['Grund', reason],
  }),
  answer: done,
  errors: [...refused, 'changed-meanwhile'],
})

export const correctPersonEmail = endpoint({
  ...act,
  name: 'correctPersonEmail',
  method: 'PUT',
  path: '/betrieb/personen/:person/email',
  summary:
    'Ask a new address of an account, else of a contact, to prove itself: nothing changes before the link that is mailed to it is pressed, and the old one may object',
  asksProof: true, // whoever reads the address collects the rewards
  body: shape({
    ...seen,
    email: ['Email', emailText],
    reason: ['Grund', reason],
  }),
  answer: done,
  errors: [
    ...refused,
    'proof-needed',
    'changed-meanwhile',
    'email-invalid',
    'email-not-allowed',
    'email-exists',
    'emails-equal',
    'referral-expired',
    'blocked-single',
    'blocked-wildcard',
    'blocked-general',
    'validation',
    'too-many-requests',
  ],
})

export const addPersonNote = endpoint({
  ...act,
  name: 'addPersonNote',
  method: 'POST',
  path: '/betrieb/personen/:person/notizen',
  summary: 'Write down something about somebody; it is deleted with them',
  body: shape({ text: ['Text', z.string().trim().min(1).max(1_000)] }),
  answer: done,
  errors: [...refused],
})

export const grantPersonGoodwill = endpoint({
  ...act,
  name: 'grantPersonGoodwill',
  method: 'POST',
  path: '/betrieb/personen/:person/kulanz',
  summary:
    'Grant an account a reward without a contract; above the limit for one person it is proposed to a second one. The same id twice grants nothing more',
  needs: ['create', 'goodwill'],
  asksProof: true,
  body: shape({
    id: ['Id', z.uuid()], // the form's, so that sending it again grants nothing more
    cents: ['WertCent', cents],
    reason: ['Grund', reason],
  }),
  answer: shape({
    outcome: ['Ergebnis', z.enum(['gewaehrt', 'vorgeschlagen', 'schon'])],
  }),
  errors: [...refused, 'proof-needed', 'validation'],
})

export const openPersonArea = endpoint({
  ...act,
  name: 'openPersonArea',
  method: 'POST',
  path: '/betrieb/personen/:person/bereich',
  summary:
    'A link that opens the personal area for support: once, within 5 minutes, to look and not to change',
  body: withReason,
  answer: shape({
    link: ['Link', z.string()],
    validUntil: ['GueltigBis', instant],
  }),
  errors: [...refused],
})

export const erasePersonAs = endpoint({
  ...act,
  name: 'erasePersonAs',
  method: 'POST',
  path: '/betrieb/personen/:person/loeschung',
  summary:
    'Forget somebody (Art. 17 GDPR): the account ends, contacts are forgotten once nothing of theirs is open. Rewards that would be lost have to be given up expressly',
  needs: ['delete', 'people'],
  asksProof: true,
  body: shape({
    waive: ['PraemienVerfallen', flag],
    reason: ['Grund', reason],
  }),
  answer: shape({
    outcome: ['Ergebnis', z.enum(['geloescht', 'nicht-verzichtet'])],
    kept: ['NochOffen', count], // contacts with something open
  }),
  errors: [...refused, 'proof-needed'],
})
