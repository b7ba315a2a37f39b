import { z } from 'zod'
import { earningKinds } from '../domain/earnings.ts'
import { earningLimits } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { cents, date, flag } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// What each person received in a calendar year, by the ledger.

const rowFields = {
  id: ['Id', z.string()], // the year, and the person’s
  year: ['Jahr', z.int()],
  person: ['Person', z.string().nullable()], // of the page; null for those who may not see people
  name: ['Name', z.string().nullable()], // initials for those; null: erased
  cents: ['WertCent', z.int()], // below zero: more was given back than received
  isAtLimit: ['AbGrenze', flag], // 256 euros or more: section 22 no. 3 EStG
  cashCents: ['GeldCent', z.int()],
  voucherCents: ['GutscheinCent', z.int()],
  setOffCents: ['VerrechnungCent', z.int()],
  backCents: ['ZurueckCent', cents], // came back, or was paid back
  lastOn: ['ZuletztAm', date],
} as const

const yearText = z.string().regex(/^20\d\d$/)
// Without years, the one of today.
const filter = {
  years: ['Jahr', anyOf(yearText).optional()],
  limit: ['Grenze', anyOf(z.enum(earningLimits)).optional()],
} as const
const sorts = ['WertCent', 'ZuletztAm'] as const

const access = { caller: 'operator', console: 'any', needs: ['read', 'payouts'] } as const

export const listPeopleEarnings = endpoint({
  ...access,
  name: 'listPeopleEarnings',
  method: 'PUT',
  path: '/betrieb/einnahmen',
  summary:
    'What each person received in a calendar year, the highest sum first; one address is one person, as account and as contact',
  body: listRequest(sorts, shape(filter)),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showPeopleEarningsFile = listFile(listPeopleEarnings, {
  name: 'showPeopleEarningsFile',
  summary: 'What each person received in a calendar year',
  sorts,
  filter,
})

export const showPersonEarnings = endpoint({
  ...access,
  name: 'showPersonEarnings',
  method: 'GET',
  path: '/betrieb/einnahmen/:id',
  summary: 'What one person received in one calendar year: each day, kind and amount',
  params: shape({ id: ['id', z.string().max(60)] }),
  answer: shape({
    ...rowFields,
    entries: [
      'Eintraege',
      z.array(
        shape({
          on: ['Am', date],
          kind: ['Art', z.enum(earningKinds)],
          cents: ['BetragCent', z.int()], // below zero: given back
          rewardId: ['PraemieId', z.string()],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})
