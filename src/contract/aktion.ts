import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag } from './fields.ts'
import { shape } from './shape.ts'

export const listCampaigns = endpoint({
  name: 'listCampaigns',
  method: 'GET',
  path: '/aktion/alleAktiven',
  summary: 'The campaigns that run today, each with the consent that taking part needs',
  caller: 'anyone',
  answer: z.array(
    shape({
      id: ['AktionsId', z.string()],
      title: ['Titel', z.string()],
      text: ['Text', z.string()],
      legalText: ['RechtsText', z.string()],
      ticked: ['abgehakt', flag], // always false: nothing is pre-ticked
      consent: ['Zustimmung', z.string()], // the checkbox's sentence
    }),
  ),
  errors: [],
})
