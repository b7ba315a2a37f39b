import { z } from 'zod'
import { clawbackFilters, clawbackOutcomes, clawbackStates } from '../domain/clawback.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant, remark } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// Clawbacks: rewards that were paid for an order that was cancelled afterwards, and what becomes of them.

const rowFields = {
  id: ['PraemieId', z.string()], // of the reward that is claimed back
  state: ['Stand', z.enum(clawbackStates)],
  outcome: ['Ausgang', z.enum(clawbackOutcomes).nullable()],
  side: ['Seite', z.enum(['Empfehler', 'Empfaenger'])],
  person: ['Person', z.string().nullable()], // of the page; null for those who may not see people
  name: ['Name', z.string().nullable()], // initials for those; null: erased
  cents: ['WertCent', cents],
  leftCents: ['RestCent', cents],
  openedAt: ['Seit', instant],
  reminders: ['Erinnerungen', count],
  remindedAt: ['ErinnertAm', instant.nullable()],
  orderNumber: ['Auftrag', z.string().nullable()],
  version: ['Version', count],
} as const

// What is not over, if not asked for; `zu-tun`: what somebody can do something about, not only wait.
const filter = { state: ['Stand', anyOf(z.enum(clawbackFilters)).optional()] } as const
const sorts = ['Seit', 'RestCent'] as const

const access = { caller: 'operator', console: 'any' } as const
const params = shape({ id: ['id', z.string().max(40)] })
const known = ['session-missing', 'not-authorised', 'not-found'] as const
const decided = [...known, 'own-case', 'changed-meanwhile'] as const
const version = ['Version', count] as const

export const listClawbacks = endpoint({
  ...access,
  needs: ['read', 'rewards'],
  name: 'listClawbacks',
  method: 'PUT',
  path: '/betrieb/rueckforderungen',
  summary: 'Clawbacks of a tenant, the oldest open one first, with the sum of what is left',
  body: listRequest(sorts, shape(filter)),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showClawbacksFile = listFile(listClawbacks, {
  name: 'showClawbacksFile',
  summary: 'Clawbacks of a tenant',
  sorts,
  filter,
})

export const showClawback = endpoint({
  ...access,
  needs: ['read', 'rewards'],
  name: 'showClawback',
  method: 'GET',
  path: '/betrieb/rueckforderungen/:id',
  summary: 'One clawback: what was paid, what is left, and what can be done about it',
  params,
  answer: shape({
    ...rowFields,
    takenAs: ['Art', z.enum(['cash', 'voucher']).nullable()],
    paidAt: ['Ausgezahlt', instant.nullable()],
    closedAt: ['ErledigtAm', instant.nullable()],
    proposedBy: ['VorgeschlagenVon', z.string().nullable()],
    proposedAt: ['VorgeschlagenAm', instant.nullable()],
    proposal: ['Vorschlag', z.string().nullable()],
    // What is proposed; null: to write it off, or nothing.
    proposedRepayment: [
      'VorgeschlageneRueckzahlung',
      shape({
        cents: ['BetragCent', cents],
        paidOn: ['Am', date],
        reference: ['Referenz', z.string().nullable()],
      }).nullable(),
    ],
    isOwnProposal: ['EigenerVorschlag', flag],
    isOwnCase: ['Eigener', flag],
    aloneCents: ['AlleinCent', cents], // that the caller may write off or book as repaid without a second person
    mostCents: ['HoechstensCent', cents], // that the caller may approve
    canBeTold: ['Erreichbar', flag], // somebody is there to write to
    cannotRemind: ['NichtErinnerbar', z.enum(['over', 'proposed', 'often', 'lately']).nullable()],
    setOffFrom: ['VerrechenbarAb', date.nullable()], // null: not told yet
    byItself: ['VonSelbst', flag], // then, where the tenant wants it
    cannotSetOff: [
      'NichtVerrechenbar',
      z.enum(['over', 'proposed', 'untold', 'lately']).nullable(),
    ],
    // Rewards of the same person whose money is there, the first one due before the others.
    settable: [
      'Verrechenbar',
      z.array(shape({ id: ['PraemieId', z.string()], cents: ['WertCent', cents] })),
    ],
    // What was paid back by transfer, the newest first.
    repayments: [
      'Rueckzahlungen',
      z.array(
        shape({
          id: ['Id', z.string()],
          cents: ['BetragCent', cents],
          paidOn: ['Am', date],
          reference: ['Referenz', z.string().nullable()], // forgotten after the tenant’s years
          by: ['GebuchtVon', z.string().nullable()],
          undoneAt: ['ZurueckgenommenAm', instant.nullable()],
        }),
      ),
    ],
    events: [
      'Verlauf',
      z.array(
        shape({
          at: ['Zeit', instant],
          action: ['Aktion', z.string()],
          title: ['Titel', z.string()], // the action in words
          by: ['Wer', z.string().nullable()],
          reason: ['Grund', z.string().nullable()],
        }),
      ),
    ],
  }),
  errors: [...known],
})

export const remindOfClawback = endpoint({
  ...access,
  needs: ['update', 'rewards'],
  name: 'remindOfClawback',
  method: 'PUT',
  path: '/betrieb/rueckforderungen/:id/erinnerung',
  summary:
    'Mails the person what they owe and that their next reward may be set off: three times at most, a fortnight apart',
  params,
  body: shape({
    version,
    reason: ['Grund', reason],
    note: ['Mitteilung', remark.max(300).optional()], // for the person to read
  }),
  errors: [...decided],
})

export const setOffClawback = endpoint({
  ...access,
  needs: ['decide', 'rewards'],
  asksProof: true,
  name: 'setOffClawback',
  method: 'PUT',
  path: '/betrieb/rueckforderungen/:id/verrechnung',
  summary: 'Sets a reward of the same person off against what they owe, and tells them by mail',
  params,
  body: shape({ version, rewardId: ['PraemieId', z.string().max(40)], reason: ['Grund', reason] }),
  answer: shape({ cents: ['VerrechnetCent', cents], leftCents: ['RestCent', cents] }),
  errors: [...decided, 'proof-needed'],
})

export const writeOffClawback = endpoint({
  ...access,
  needs: ['decide', 'rewards'],
  asksProof: true,
  name: 'writeOffClawback',
  method: 'PUT',
  path: '/betrieb/rueckforderungen/:id/verzicht',
  summary:
    'Writes off what is left; above what one person decides alone it is proposed to a second one',
  params,
  body: shape({ version, reason: ['Grund', reason] }),
  answer: shape({ outcome: ['Ergebnis', z.enum(['verzichtet', 'vorgeschlagen'])] }),
  errors: [...decided, 'proof-needed'],
})

export const decideWriteOff = endpoint({
  ...access,
  needs: ['approve', 'rewards'],
  asksProof: true,
  name: 'decideWriteOff',
  method: 'PUT',
  path: '/betrieb/rueckforderungen/:id/verzicht/entscheidung',
  summary:
    'Approves or refuses, as the second person and within the limit of the role, a proposal to write off, or a repayment that was proposed (`gebucht`)',
  params,
  body: shape({
    version,
    verdict: ['Entscheidung', z.enum(['verzichtet', 'gebucht', 'abgelehnt'])],
    reason: ['Grund', reason],
  }),
  errors: [...decided, 'proof-needed', 'second-person', 'above-own-limit'],
})

/** Who sees the bank's statement: a repayment that never came would be a write-off of one person. */
const books = { ...access, needs: ['approve', 'payouts'], asksProof: true } as const

export const bookRepayment = endpoint({
  ...books,
  name: 'bookRepayment',
  method: 'PUT',
  path: '/betrieb/rueckforderungen/:id/rueckzahlung',
  summary:
    'Books what the person paid back by transfer, up to what is left, and tells them by mail; above what one person books alone it is proposed to a second one. Nothing is booked while something is proposed',
  params,
  body: shape({
    version,
    reason: ['Grund', reason],
    cents: ['BetragCent', cents.min(1)],
    paidOn: ['Am', date],
    reference: ['Referenz', z.string().trim().min(1).max(140)], // of the bank's statement
  }),
  answer: shape({
    outcome: ['Ergebnis', z.enum(['gebucht', 'vorgeschlagen'])],
    leftCents: ['RestCent', cents],
  }),
  errors: [...decided, 'proof-needed', 'validation'],
})

export const takeBackRepayment = endpoint({
  ...books,
  name: 'takeBackRepayment',
  method: 'PUT',
  path: '/betrieb/rueckforderungen/:id/rueckzahlung/ruecknahme',
  summary: 'Takes a repayment back that was booked wrongly, by a counter-booking, and tells them',
  params,
  body: shape({ version, reason: ['Grund', reason], repayment: ['Id', z.string().max(40)] }),
  answer: shape({ leftCents: ['RestCent', cents] }),
  errors: [...decided, 'proof-needed'],
})
