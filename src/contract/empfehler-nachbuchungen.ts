import { endpoint } from './endpoint.ts'
import { referralNumber } from './empfehlen.ts'
import { claimFields, claimList, ofClaim, ownClaim } from './nachbuchung.ts'
import { formShape, shape } from './shape.ts'

export const listOwnClaims = endpoint({
  name: 'listOwnClaims',
  method: 'GET',
  path: '/empfehler/nachbuchungen',
  summary: 'What the referrer said is missing, with state and the day of the answer',
  caller: 'referrer',
  answer: claimList,
  errors: ['session-missing'],
})

export const makeClaim = endpoint({
  name: 'makeClaim',
  method: 'POST',
  path: '/empfehler/nachbuchungen',
  summary:
    'Say that a contract of an own recommendation counted for nothing: its number or its day, from the second day after it. With a PDF or picture of at most 5 MB, in base64',
  caller: 'referrer',
  body: formShape({ referralNumber: ['Empfehlungsnummer', referralNumber], ...claimFields }),
  answer: ownClaim,
  status: 201,
  errors: ['session-missing', 'not-found', 'not-authorised', 'too-many-requests'],
})

export const withdrawClaim = endpoint({
  name: 'withdrawClaim',
  method: 'DELETE',
  path: '/empfehler/nachbuchungen/:id',
  summary: 'Take back what was said; done before, it is answered as done',
  caller: 'referrer',
  params: ofClaim,
  answer: shape({}),
  errors: ['session-missing', 'not-found', 'not-authorised', 'changed-meanwhile'],
})
