import { endpoint } from './endpoint.ts'
import { ofReferral } from './empfaenger.ts'
import { claimFields, claimList, ofClaim, ownClaim } from './nachbuchung.ts'
import { formShape, shape } from './shape.ts'

// By the mailed link of a confirmed contact.

const own = { caller: 'recipient', query: ofReferral } as const

export const listContactClaims = endpoint({
  ...own,
  name: 'listContactClaims',
  method: 'GET',
  path: '/empfaenger/nachbuchungen',
  summary: 'What the contact said is missing, with state and the day of the answer',
  answer: claimList,
  errors: ['recipient-token-invalid'],
})

export const makeContactClaim = endpoint({
  ...own,
  name: 'makeContactClaim',
  method: 'POST',
  path: '/empfaenger/nachbuchungen',
  summary:
    'Say that the own contract counted for nothing, as a referrer does; one at a time, for confirmed contacts',
  body: formShape(claimFields),
  answer: ownClaim,
  status: 201,
  errors: ['recipient-token-invalid', 'too-many-requests', 'blocked-single', 'blocked-general'],
})

export const withdrawContactClaim = endpoint({
  ...own,
  name: 'withdrawContactClaim',
  method: 'DELETE',
  path: '/empfaenger/nachbuchungen/:id',
  summary: 'Take back what was said; done before, it is answered as done',
  params: ofClaim,
  answer: shape({}),
  errors: ['recipient-token-invalid', 'not-found', 'changed-meanwhile'],
})
