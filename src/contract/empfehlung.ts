import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { referralNumber } from './empfehlen.ts'
import { campaignFields, channel } from './fields.ts'
import { shape } from './shape.ts'

export const showProductLink = endpoint({
  name: 'showProductLink',
  method: 'GET',
  path: '/empfehlung/:number/produkt/produktlink',
  summary: "The link into the provider's shop for this referral",
  caller: 'anyone',
  params: shape({ number: ['number', referralNumber] }),
  query: shape({
    ...campaignFields,
    recipient: ['empfaengernummer', referralNumber.optional()],
  }),
  answer: shape({ url: ['Url', z.string()] }),
  errors: ['not-found', 'referral-expired'],
})

export const countVisit = endpoint({
  name: 'countVisit',
  method: 'PUT',
  path: '/empfehlung/:number',
  summary: 'Count a jump-in that did not come through the click link',
  caller: 'anyone',
  params: shape({ number: ['number', referralNumber] }),
  query: shape({
    ...campaignFields,
    source: ['einsprungsquelle', channel.optional()],
  }),
  answer: z.strictObject({}),
  errors: ['not-found', 'referral-expired'],
})

export const findByCode = endpoint({
  name: 'findByCode',
  method: 'GET',
  path: '/empfehlung/empfehlungscode/:code',
  summary: 'The referral behind a code that someone typed; guesses are limited',
  caller: 'anyone',
  params: shape({ code: ['code', z.string().min(1).max(40)] }),
  query: shape({ source: ['einsprungsquelle', channel.optional()] }),
  answer: shape({
    number: ['Empfehlungsnummer', z.string()],
    product: ['Produkt', shape({ id: ['Id', z.string()], title: ['Titel', z.string()] })],
    link: ['Empfehlungslink', z.string()],
  }),
  errors: ['not-found', 'referral-expired', 'too-many-requests'],
})
