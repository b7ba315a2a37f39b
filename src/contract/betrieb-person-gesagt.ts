import { z } from 'zod'
import { mostAnswerLetters } from '../domain/review-question.ts'
import { act, refused } from './betrieb-person.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { count, date } from './fields.ts'
import { claimFields, claimStand } from './nachbuchung.ts'
import { claimSide } from './person-parts.ts'
import { shape } from './shape.ts'

// What somebody says by phone or letter, entered for them in the console.

/** What the person said or wrote, and how it came. */
export const toldAppeal = {
  version: ['Version', count],
  message: ['Nachricht', z.string().trim().min(1).max(mostAnswerLetters)],
  reason: ['Grund', reason],
} as const

export const enterPersonAppeal = endpoint({
  ...act,
  name: 'enterPersonAppeal',
  method: 'POST',
  path: '/betrieb/personen/:person/widerspruch',
  summary:
    'Enter an objection to a refusal that came by phone or letter, as the person’s own: once, within its days. They are mailed what was entered; neither who refused nor who entered it decides',
  body: shape({ ...toldAppeal, reward: ['PraemieId', z.uuid()] }),
  answer: shape({}),
  errors: [...refused, 'changed-meanwhile', 'validation'],
})

const { orderNumber, contractOn, note } = claimFields

export const enterPersonClaim = endpoint({
  ...act,
  name: 'enterPersonClaim',
  method: 'POST',
  path: '/betrieb/personen/:person/nachbuchungen',
  summary:
    'Enter what somebody says is missing by phone or letter, as their own claim: the same limits and days. They are mailed what was entered; whoever entered it does not decide it',
  body: shape({
    side: ['Als', claimSide],
    number: ['Nummer', z.string().trim().min(1).max(40)],
    orderNumber,
    contractOn,
    note,
    reason: ['Grund', reason],
  }),
  answer: shape({ state: ['Stand', claimStand], answerBy: ['AntwortBis', date] }),
  errors: [...refused, 'validation', 'too-many-requests'],
})
