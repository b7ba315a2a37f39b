import { z } from 'zod'
import { mostAnswerLetters } from '../domain/review-question.ts'
import { token } from './account.ts'
import { endpoint } from './endpoint.ts'
import { date } from './fields.ts'
import { shape } from './shape.ts'

// What the owner of a held or refused reward writes by a mailed link, once: an objection to the refusal, or the answer to a question.

const kind = z.enum(['widerspruch', 'frage'])

export const showReviewLink = endpoint({
  name: 'showReviewLink',
  method: 'PUT',
  path: '/pruefung/link',
  summary: 'What a mailed link about a review lets its owner write; uses nothing up',
  caller: 'anyone',
  body: shape({ token: ['Token', token] }),
  answer: shape({
    kind: ['Art', kind],
    product: ['Produkt', z.string().nullable()],
    amount: ['Wert', z.string()],
    question: ['Frage', z.string().nullable()], // null: an objection
    refusal: ['Grund', z.string().nullable()], // null: a question
    until: ['Bis', date],
  }),
  errors: ['link-expired', 'token-used'],
})

export const answerReview = endpoint({
  name: 'answerReview',
  method: 'PUT',
  path: '/pruefung/antwort',
  summary:
    'By a mailed link: objects to the refusal of a reward, which a second person then decides, or answers a question about a held one; once',
  caller: 'anyone',
  body: shape({
    token: ['Token', token],
    message: ['Nachricht', z.string().trim().min(1).max(mostAnswerLetters)],
  }),
  answer: shape({ kind: ['Art', kind] }),
  errors: ['link-expired', 'token-used'],
})
