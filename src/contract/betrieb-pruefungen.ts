import { z } from 'zod'
import { reviewReasons } from '../domain/eligibility.ts'
import { mostNoteLetters, refusalReasons } from '../domain/refusal.ts'
import { mostQuestionLetters, questionReasons } from '../domain/review-question.ts'
import { approvalReasons, dues, snoozeChoices } from '../domain/review.ts'
import { toldAppeal } from './betrieb-person-gesagt.ts'
import { reviewKinds } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant, locale } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// Held rewards in the console: the queue, a case with its evidence, and what reviewers do about it.

const reason = z.enum(reviewReasons)

export const reviewStates = ['offen', 'zurueckgestellt', 'entschieden'] as const

const filter = {
  reason: ['Grund', anyOf(reason).optional()],
  assignee: ['Bei', z.enum(['mir', 'niemand']).optional()],
  state: ['Stand', anyOf(z.enum(reviewStates)).optional()], // open ones if not asked for
  kind: ['Art', anyOf(z.enum(reviewKinds)).optional()],
  due: ['Faelligkeit', anyOf(z.enum(dues)).optional()], // of the promised answer
  search: ['Suche', z.string().trim().max(80).optional()], // a whole number of an order, ours or the provider’s
} as const
export const reviewFilter = shape(filter)
const sorts = ['AntwortBis', 'Seit', 'WertCent'] as const

const rowFields = {
  id: ['PraemieId', z.string()],
  orderNumber: ['Auftrag', z.string().nullable()],
  beneficiary: ['Beguenstigter', z.enum(['Empfehler', 'Empfaenger'])],
  name: ['Name', z.string().nullable()], // null: erased
  cents: ['WertCent', cents],
  reasons: ['Gruende', z.array(reason)],
  openedAt: ['Seit', instant],
  answerBy: ['AntwortBis', date], // promised to the person
  due: ['Faelligkeit', z.enum(dues)],
  assignee: ['Bei', z.string().nullable()], // the operator’s name
  isMine: ['BeiMir', flag],
  snoozedUntil: ['ZurueckgestelltBis', date.nullable()],
  outcome: ['Ergebnis', z.enum(['approved', 'refused', 'moot']).nullable()],
  closedAt: ['EntschiedenAm', instant.nullable()],
  isAppeal: ['Widerspruch', flag], // of a refusal: a second person decides
  version: ['Version', count],
} as const

const access = { caller: 'operator', console: 'any' } as const
const reads = ['read', 'reviews'] as const
const decides = ['decide', 'reviews'] as const
const errors = ['session-missing', 'not-authorised', 'not-found'] as const

export const listReviews = endpoint({
  ...access,
  needs: reads,
  name: 'listReviews',
  method: 'PUT',
  path: '/betrieb/pruefungen',
  summary: 'Rewards that are held for review, the one whose answer is due first at the top',
  body: listRequest(sorts, shape(filter)),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showReviewsFile = listFile(listReviews, {
  name: 'showReviewsFile',
  summary: 'Rewards that are held for review',
  sorts,
  filter,
})

const verdicts = { approved: ['Anerkannt', count], refused: ['Abgelehnt', count] } as const

const person = shape({
  kind: ['Art', z.enum(['Empfehler', 'Empfaenger', 'Andere'])],
  id: ['Id', z.string()], // of the account, or the contact’s number
  name: ['Name', z.string()],
  email: ['Email', z.string()], // masked, unless revealed
  mailbox: ['Postfach', z.enum(['dasselbe', 'aehnlich', 'anderes'])], // as another one's here
})

const evidence = shape({
  reason: ['Grund', reason],
  text: ['Text', z.string()], // the one rule that is meant, with its days
  referrer: ['Empfehler', z.string().nullable()], // masked, unless revealed
  recipient: ['Empfaenger', z.string().nullable()],
  note: ['Notiz', z.string().nullable()], // of whoever held it by hand
})

export const showReview = endpoint({
  ...access,
  needs: reads,
  name: 'showReview',
  method: 'GET',
  path: '/betrieb/pruefungen/:id',
  summary:
    'A held reward with the evidence for each reason, addresses masked, and what was decided in like cases',
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({
    ...rowFields,
    language: ['Sprache', locale], // in which the person reads a refusal
    externalNumber: ['AnbieterNummer', z.string().nullable()],
    referralNumber: ['Empfehlungsnummer', z.string().nullable()],
    product: ['Produkt', shape({ de: ['de', z.string()], en: ['en', z.string()] }).nullable()],
    contractOn: ['Vertragsdatum', date.nullable()],
    acceptedOn: ['AngenommenAm', date.nullable()],
    evidence: ['Belege', z.array(evidence)],
    passed: ['Bestanden', z.array(reason)], // rules in force that found nothing
    people: ['Personen', z.array(person)],
    alike: ['Aehnlich', shape(verdicts)], // held for the very same reasons
    alikeMain: ['AehnlichHauptgrund', shape(verdicts)], // with the same first reason
    isOwnCase: ['Eigener', flag], // concerns whoever asks
    isOwnDoubt: ['EigenerZweifel', flag], // whoever asks attached its contract in spite of doubts, or corrected its person's address, and now may not decide
    appeal: [
      'Einwand',
      shape({
        message: ['Nachricht', z.string().nullable()], // null: forgotten since
        at: ['Am', instant],
        firstReason: ['ErsterGrund', z.string()],
        firstBy: ['ZuerstVon', z.string().nullable()],
        firstAt: ['ZuerstAm', instant],
        isFirst: ['Zuerst', flag], // whoever asks decided first, and now may not
        enteredBy: ['EingetragenVon', z.string().nullable()], // who was told it; null: the person wrote it
        isEntered: ['SelbstEingetragen', flag], // whoever asks entered it, and now may not decide
      }).nullable(),
    ],
    objectUntil: ['WidersprechenBis', date.nullable()], // the refusal of this case, by whom it concerns; null: nobody can
    questions: [
      'Fragen',
      z.array(
        shape({
          question: ['Frage', z.string()],
          by: ['Von', z.string().nullable()],
          at: ['Am', instant],
          until: ['Bis', date],
          answer: ['Antwort', z.string().nullable()],
          answeredAt: ['BeantwortetAm', instant.nullable()],
        }),
      ),
    ],
    askUntil: ['FragenBis', date], // proposed
    snoozable: [
      'Wiedervorlagen', // proposed, the soonest first
      z.array(
        shape({
          choice: ['Wann', z.enum(snoozeChoices)],
          day: ['Tag', date],
          isLate: ['ZuSpaet', flag], // after the promised day
        }),
      ),
    ],
    askable: [
      'Fragbar',
      z.array(
        shape({
          question: ['Frage', z.enum(questionReasons)],
          de: ['de', z.string()],
          en: ['en', z.string()],
        }),
      ),
    ],
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

export const revealReview = endpoint({
  ...access,
  needs: reads,
  name: 'revealReview',
  method: 'PUT',
  path: '/betrieb/pruefungen/:id/zeigen',
  summary:
    'The masked e-mail and home addresses of a held reward in clear; who asked is in the log of each person. Never an IBAN',
  params: showReview.params,
  answer: shape({
    evidence: ['Belege', z.array(evidence)],
    people: ['Personen', z.array(person)],
  }),
  errors: [...errors],
})

const seen = { version: ['Version', count] } as const
export const changing = {
  ...access,
  needs: decides,
  method: 'PUT',
  params: showReview.params,
} as const
const goesOn = shape({ next: ['Naechste', z.string().nullable()] }) // the case that is due next
const conflicts = [...errors, 'changed-meanwhile'] as const

export const decideReview = endpoint({
  ...changing,
  name: 'decideReview',
  path: '/betrieb/pruefungen/:id/entscheidung',
  summary:
    'Ends the review of a held reward: approved it goes on; refused it is cancelled and the person is told why and how to object',
  body: shape({
    ...seen,
    verdict: ['Entscheidung', z.enum(['anerkannt', 'abgelehnt'])],
    reason: ['Grund', z.enum([...approvalReasons, ...refusalReasons])],
    note: ['Notiz', z.string().trim().max(mostNoteLetters).optional()], // of a refusal: the person reads it
  }),
  answer: goesOn,
  errors: [...conflicts, 'own-case', 'second-person'],
})

export const assignReview = endpoint({
  ...changing,
  name: 'assignReview',
  path: '/betrieb/pruefungen/:id/zuweisung',
  summary: 'Takes a case, or gives it back',
  body: shape({ ...seen, isMine: ['BeiMir', flag] }),
  errors: [...conflicts],
})

export const snoozeReview = endpoint({
  ...changing,
  name: 'snoozeReview',
  path: '/betrieb/pruefungen/:id/wiedervorlage',
  summary: 'Puts a case off until a day; what the person is promised stays',
  body: shape({
    ...seen,
    until: ['Bis', date.nullable()], // null: back in the queue
    reason: ['Grund', z.string().trim().min(1).max(500)],
  }),
  answer: goesOn,
  errors: [...conflicts, 'own-case'],
})

export const askReview = endpoint({
  ...changing,
  name: 'askReview',
  path: '/betrieb/pruefungen/:id/frage',
  summary:
    'Mails a question to the owner of a held reward, who answers once by a link; the case waits until then, or until a day',
  body: shape({
    ...seen,
    question: ['Frage', z.enum(questionReasons)],
    text: ['Text', z.string().trim().max(mostQuestionLetters).optional()], // of an own question, in the person’s language
    until: ['Bis', date],
  }),
  answer: goesOn,
  errors: [...conflicts, 'own-case'],
})

export const enterReviewAppeal = endpoint({
  ...changing,
  name: 'enterReviewAppeal',
  path: '/betrieb/pruefungen/:id/widerspruch',
  summary:
    'Enter an objection to this refusal that came by phone or letter, as the person’s own: once, within its days. They are mailed what was entered; neither who refused nor who entered it decides',
  body: shape(toldAppeal),
  errors: [...conflicts, 'own-case', 'validation'],
})
