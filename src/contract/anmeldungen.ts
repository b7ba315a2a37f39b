import { z } from 'zod'
import { endpoint, type Caller } from './endpoint.ts'
import { count, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// One's own sessions, the same for all who log in.

export const sessions = z.array(
  shape({
    id: ['Id', z.string()],
    device: ['Geraet', z.string()], // such as "Firefox, Windows"; '' if unknown
    since: ['Seit', instant],
    seenAt: ['ZuletztGesehen', instant],
    isThis: ['Diese', flag],
    isSupport: ['Kundenservice', flag.optional()],
  }),
)

/** The first of them, and how many more there are. */
const listed = { sessions: ['Anmeldungen', sessions], more: ['Weitere', count] } as const

/** Ends one of the own sessions; `andere` all but the one that asks. */
export const ending = {
  params: shape({ id: ['id', z.string().max(400)] }),
  answer: shape({ ended: ['Beendet', count] }),
}

const list = (caller: Caller, name: string, path: string) =>
  endpoint({
    name,
    method: 'GET',
    path,
    summary:
      'The own sessions that are open: this one, then the newest, 50 in all; and how many more there are',
    caller,
    answer: shape(listed),
    errors: ['session-missing'],
  })

const end = (caller: Caller, name: string, path: string) =>
  endpoint({
    name,
    method: 'DELETE',
    path: `${path}/:id`,
    summary: 'End an own session; `andere` ends all but this one',
    caller,
    ...ending,
    errors: ['session-missing'],
  })

const users = '/account/anmeldungen'
const agencies = '/agentur-konto/anmeldungen'
const partners = '/verkaufspartner/anmeldungen'
export const listSessions = list('referrer', 'listSessions', users)
export const endOwnSession = end('referrer', 'endOwnSession', users)
export const listAgencySessions = list('agency', 'listAgencySessions', agencies)
export const endAgencySession = end('agency', 'endAgencySession', agencies)
export const listSalesPartnerSessions = list('sales-partner', 'listSalesPartnerSessions', partners)
export const endSalesPartnerSession = end('sales-partner', 'endSalesPartnerSession', partners)
