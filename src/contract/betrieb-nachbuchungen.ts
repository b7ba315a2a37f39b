import { z } from 'zod'
import { claimReasons, claimRefusals, claimStates } from '../domain/claim.ts'
import { mostNoteLetters } from '../domain/refusal.ts'
import { dues } from '../domain/review.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant, locale } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// Claims in the console: somebody says that a contract counted for nothing.

export const claimQueueStates = [
  'offen',
  'gefunden',
  'anerkannt',
  'abgelehnt',
  'zurueckgezogen',
] as const

const filter = {
  assignee: ['Bei', z.enum(['mir', 'niemand']).optional()],
  state: ['Stand', anyOf(z.enum(claimQueueStates)).optional()], // open ones if not asked for
  due: ['Faelligkeit', anyOf(z.enum(dues)).optional()], // of the promised answer
  search: ['Suche', z.string().trim().max(80).optional()], // a whole number: of the contract, order or recommendation
} as const
const sorts = ['AntwortBis', 'GemeldetAm'] as const

const product = shape({ de: ['de', z.string()], en: ['en', z.string()] })

const rowFields = {
  id: ['Id', z.string()],
  claimant: ['Von', z.enum(['Empfehler', 'Empfaenger'])],
  name: ['Name', z.string().nullable()], // null: forgotten
  orderNumber: ['Auftragsnummer', z.string().nullable()], // as typed
  contractOn: ['Vertragsdatum', date.nullable()],
  product: ['Produkt', product],
  hasFile: ['HatDatei', flag],
  state: ['Stand', z.enum(claimStates)],
  madeAt: ['GemeldetAm', instant],
  answerBy: ['AntwortBis', date], // promised to the person
  due: ['Faelligkeit', z.enum(dues)],
  assignee: ['Bei', z.string().nullable()], // the operator’s name
  isMine: ['BeiMir', flag],
  closedAt: ['EntschiedenAm', instant.nullable()],
  version: ['Version', count],
} as const

const access = { caller: 'operator', console: 'any' } as const
const reads = ['read', 'claims'] as const
const decides = ['decide', 'claims'] as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const
const ofClaim = shape({ id: ['id', z.string().max(40)] })

export const listOpenClaims = endpoint({
  ...access,
  needs: reads,
  name: 'listOpenClaims',
  method: 'PUT',
  path: '/betrieb/nachbuchungen',
  summary: 'Contracts that people say are missing, the one whose answer is due first at the top',
  body: listRequest(sorts, shape(filter)),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showClaimsFile = listFile(listOpenClaims, {
  name: 'showClaimsFile',
  summary: 'Contracts that people say are missing',
  sorts,
  filter,
})

const person = shape({
  kind: ['Art', z.enum(['Empfehler', 'Empfaenger'])],
  id: ['Id', z.string()], // of the account, or the contact’s number
  name: ['Name', z.string()],
  email: ['Email', z.string()], // masked, unless revealed
  mailbox: ['Postfach', z.enum(['dasselbe', 'aehnlich', 'anderes'])], // as another one's here
})

const likely = shape({
  number: ['Auftrag', z.string()], // ours, or the provider’s where nobody has the contract
  externalNumber: ['AnbieterNummer', z.string().nullable()],
  product: ['Produkt', product],
  contractOn: ['Vertragsdatum', date],
  state: ['Status', z.enum(['reported', 'confirmed', 'released', 'cancelled', 'unmatched'])],
  whose: ['Wessen', z.enum(['claimant', 'nobody', 'other'])],
  sameNumber: ['GleicheNummer', flag],
  sameDeal: ['GleicherVertrag', flag], // product, and the day up to 14 days apart
  isLate: ['Verspaetet', flag], // claimed after the tenant’s limit
  canAttach: ['Zuordenbar', flag],
})

export const showClaim = endpoint({
  ...access,
  needs: reads,
  name: 'showClaim',
  method: 'GET',
  path: '/betrieb/nachbuchungen/:id',
  summary:
    'What somebody says is missing, with the orders that it may be about; addresses are masked',
  params: ofClaim,
  answer: shape({
    ...rowFields,
    language: ['Sprache', locale], // in which the person reads a refusal
    note: ['Notiz', z.string().nullable()],
    referralNumber: ['Empfehlungsnummer', z.string()],
    recommendedOn: ['EmpfohlenAm', date.nullable()],
    people: ['Personen', z.array(person)],
    likely: ['Moeglich', z.array(likely)],
    attachedTo: ['Zugeordnet', z.string().nullable()], // our order
    refusal: ['Begruendung', z.string().nullable()],
    isOwnCase: ['Eigener', flag], // concerns whoever asks
    leftCents: ['AlleinCent', cents], // of contracts that name nobody and whoever asks attaches without a second person
    enteredBy: ['EingetragenVon', z.string().nullable()], // who was told it; null: the person wrote it
    isEntered: ['SelbstEingetragen', flag], // whoever asks entered it, and may not decide
    changedBy: ['ZuletztVon', z.string().nullable()],
    changedAt: ['ZuletztAm', instant],
    events: [
      'Verlauf',
      z.array(
        shape({
          at: ['Am', instant],
          action: ['Aktion', z.string()],
          title: ['Titel', z.string()], // the action in words
          by: ['Von', z.string().nullable()], // operators’ names alone
          reason: ['Grund', z.string().nullable()],
        }),
      ),
    ],
  }),
  errors: [...errors],
})

export const revealClaim = endpoint({
  ...access,
  needs: reads,
  name: 'revealClaim',
  method: 'PUT',
  path: '/betrieb/nachbuchungen/:id/zeigen',
  summary:
    'The masked e-mail addresses of both sides of a claim in clear; who asked is in the log of each person',
  params: ofClaim,
  answer: shape({ people: ['Personen', z.array(person)] }),
  errors: [...errors],
})

export const showClaimFile = endpoint({
  ...access,
  needs: reads,
  name: 'showClaimFile',
  method: 'GET',
  path: '/betrieb/nachbuchungen/:id/datei',
  summary: 'The file that came with a claim, to be saved. That it was fetched is in the log',
  params: ofClaim,
  file: 'application/octet-stream',
  errors: [...errors],
})

const seen = { version: ['Version', count] } as const
export const changing = { ...access, needs: decides, method: 'PUT', params: ofClaim } as const
const conflicts = [...errors, 'changed-meanwhile'] as const

export const decideClaim = endpoint({
  ...changing,
  name: 'decideClaim',
  path: '/betrieb/nachbuchungen/:id/entscheidung',
  summary:
    'Answers a claim: accepted, its order counts for the recommendation, which takes a fresh proof, and what speaks against it holds its rewards; refused, the person is told why and how to object',
  body: shape({
    ...seen,
    verdict: ['Entscheidung', z.enum(['anerkannt', 'abgelehnt'])],
    reason: ['Grund', z.enum([...claimReasons, ...claimRefusals])],
    note: ['Notiz', z.string().trim().max(mostNoteLetters).optional()], // of a refusal: the person reads it
    order: ['Auftrag', z.string().trim().max(80).optional()], // accepted: our number, or the provider’s
    contact: ['Empfaengernummer', z.string().trim().max(40).optional()], // whose, if there are several
  }),
  answer: shape({ next: ['Naechste', z.string().nullable()] }), // the claim that is due next
  errors: [...conflicts, 'own-case', 'second-person', 'proof-needed'],
})

export const assignClaim = endpoint({
  ...changing,
  name: 'assignClaim',
  path: '/betrieb/nachbuchungen/:id/zuweisung',
  summary: 'Takes a claim, or gives it back',
  body: shape({ ...seen, isMine: ['BeiMir', flag] }),
  errors: [...conflicts],
})
