import { changing as changingClaim } from './betrieb-nachbuchungen.ts'
import { changing as changingReview } from './betrieb-pruefungen.ts'
import { person } from './betrieb-person.ts'
import { endpoint } from './endpoint.ts'
import { count } from './fields.ts'
import { shape } from './shape.ts'

// Taken back: what left the house nowhere, by whoever did it, and only until somebody does something else with it.

/** The button counts 10 seconds and stops while it is looked at; without script a page takes longer. */
export const undoSeconds = 60

const body = shape({ version: ['Version', count] }) // after the act
const errors = [
  'session-missing',
  'not-authorised',
  'not-found',
  'changed-meanwhile',
  'undo-over',
] as const

export const undoReview = endpoint({
  ...changingReview,
  name: 'undoReview',
  path: '/betrieb/pruefungen/:id/rueckgaengig',
  summary: `Takes back that the caller took, gave back or put off a case, within ${undoSeconds} seconds`,
  body,
  errors: [...errors],
})

export const undoClaim = endpoint({
  ...changingClaim,
  name: 'undoClaim',
  path: '/betrieb/nachbuchungen/:id/rueckgaengig',
  summary: `Takes back that the caller took or gave back a claim, within ${undoSeconds} seconds`,
  body,
  errors: [...errors],
})

export const undoPersonNote = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['update', 'people'],
  name: 'undoPersonNote',
  method: 'PUT',
  path: '/betrieb/personen/:person/notizen/rueckgaengig',
  summary: `Takes back the caller’s last note about somebody, within ${undoSeconds} seconds`,
  params: person,
  errors: ['session-missing', 'not-authorised', 'not-found', 'undo-over'],
})
