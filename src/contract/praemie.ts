import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, date } from './fields.ts'
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
