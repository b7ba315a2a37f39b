import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, date, locale, text } from './fields.ts'
import { shape } from './shape.ts'

export const rewardOption = shape({
  id: ['Id', z.string()],
  title: ['Titel', z.string()],
  amount: ['Wert', z.string()],
  cents: ['WertCent', cents],
  startsOn: ['Startdatum', date],
  endsOn: ['Enddatum', date.nullable()],
  displayEndsOn: ['EnddatumAnzeige', date.nullable()],
  kind: ['Art', z.enum(['cash', 'voucher'])],
  text: ['Text', z.string()],
  picture: ['Bild', z.string()],
})

export const listRewardOptions = endpoint({
  name: 'listRewardOptions',
  method: 'GET',
  path: '/praemie',
  summary: 'The reward options that are active today',
  caller: 'anyone',
  answer: z.array(rewardOption),
  errors: [],
})

export const showRewardPicture = endpoint({
  name: 'showRewardPicture',
  method: 'GET',
  path: '/praemie/:id/:kind',
  summary:
    "A picture of what a reward is worth: all of it, both halves, the referrer's half or the contact's half",
  caller: 'anyone',
  params: shape({
    id: ['id', text],
    kind: ['kind', z.enum(['grafik100', 'grafik50', 'grafik50empfehler', 'grafik50empfaenger'])],
  }),
  // Defaults: the highest product, the caller's language.
  query: shape({
    product: ['produktId', text.optional()],
    language: ['sprache', locale.optional()],
  }),
  file: 'image/svg+xml',
  errors: ['not-found'],
})
