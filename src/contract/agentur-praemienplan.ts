import { z } from 'zod'
import { planLimits } from '../domain/bonus.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag } from './fields.ts'
import { product } from './produkt.ts'
import { shape } from './shape.ts'

// An agency's bonus plans (spec sections 6 and 9). Our calls.

const stages = z.array(shape({ from: ['AbKunde', count], cents: ['WertCent', cents] }))

const amounts = {
  name: ['Name', z.string()],
  fixedCents: ['FestbetragCent', cents],
  stages: ['Stufen', stages],
  periodMonths: ['ZeitraumMonate', count],
} as const

export const bonusPlan = shape({
  id: ['Id', z.string()],
  ...amounts,
  validFrom: ['GueltigAb', date],
  inForce: ['InKraft', flag],
})

export const listBonusPlans = endpoint({
  name: 'listBonusPlans',
  method: 'GET',
  path: '/agentur-konto/praemienplaene',
  summary:
    'The reward plans of the own agency, the newest first, and the one that holds where it has none',
  caller: 'agency',
  needs: ['read', 'bonus-plan'],
  answer: shape({
    plans: ['Plaene', z.array(bonusPlan)],
    standard: ['Standard', shape({ ...amounts, inForce: ['InKraft', flag] })],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const addBonusPlan = endpoint({
  name: 'addBonusPlan',
  method: 'POST',
  path: '/agentur-konto/praemienplaene',
  summary:
    'Add a reward plan for referrals that are made from a day on; those made before keep theirs',
  caller: 'agency',
  needs: ['create', 'bonus-plan'],
  body: shape({
    name: [
      'Name',
      z
        .string()
        .trim()
        .max(planLimits.nameLength)
        .regex(/^[^<>{}\p{Cc}\p{Cf}]*$/u),
    ],
    fixedCents: ['FestbetragCent', cents],
    stages: [
      'Stufen',
      z
        .array(shape({ from: ['AbKunde', z.int()], cents: ['WertCent', cents] }))
        .max(planLimits.stages),
    ],
    periodMonths: ['ZeitraumMonate', z.int()],
    validFrom: ['GueltigAb', date],
  }),
  answer: shape({ id: ['Id', z.string()] }),
  status: 201,
  errors: ['session-missing', 'not-authorised'],
  idempotent: true,
})

export const deleteBonusPlan = endpoint({
  name: 'deleteBonusPlan',
  method: 'DELETE',
  path: '/agentur-konto/praemienplaene/:id',
  summary:
    'Delete a reward plan: no new referral keeps it, and those that do earn by it all the same',
  caller: 'agency',
  needs: ['delete', 'bonus-plan'],
  params: shape({ id: ['id', z.string()] }),
  answer: z.strictObject({}),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})

export const listAgencyProducts = endpoint({
  name: 'listAgencyProducts',
  method: 'GET',
  path: '/agentur-konto/praemienuebersicht',
  summary:
    "What the products of the homepage earn the agency's referrers, by the plan in force today",
  caller: 'agency',
  answer: z.array(product),
  errors: ['session-missing', 'unknown-product-api'],
})
