import { z } from 'zod'
import { reason } from './betrieb-zugang.ts'
import { codeRefusals, codeStates, mostCodeNote } from '../domain/voucher-fault.ts'
import { rewardFilters } from './console-words.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant, remark } from './fields.ts'
import { listFile } from './list-file.ts'
import { wait } from './person-parts.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// Every reward of a tenant: why it waits, until when, and who decides.

const side = z.enum(['Empfehler', 'Empfaenger'])

const rowFields = {
  id: ['PraemieId', z.string()],
  state: [
    'Status',
    z.enum(['Offen', 'Bereitgestellt', 'Abgeholt', 'Ausgezahlt', 'Storniert', 'Abgelaufen']),
  ],
  isHeld: ['Gehalten', flag],
  isClaimedBack: ['Zurueckgefordert', flag],
  side: ['Seite', side],
  person: ['Person', z.string().nullable()], // of the page; null for those who may not see people
  name: ['Name', z.string().nullable()], // initials for those; null: erased
  cents: ['WertCent', cents],
  createdAt: ['Angelegt', instant],
  dueOn: ['FaelligAm', date.nullable()],
  expiresOn: ['LaeuftAbAm', date.nullable()],
  wait: ['Warum', wait],
  orderNumber: ['Auftrag', z.string().nullable()], // null: goodwill
} as const

const filter = {
  state: ['Stand', anyOf(z.enum(rewardFilters)).optional()],
  side: ['Seite', side.optional()],
  from: ['Von', date.optional()], // of the day it was made
  to: ['Bis', date.optional()],
  payableOn: ['ZahlbarAm', date.optional()], // and nothing holds it
  search: ['Suche', z.string().trim().max(80).optional()], // a whole number: of order, recommendation, contact or reward
} as const
const sorts = ['Angelegt', 'WertCent'] as const

const access = { caller: 'operator', console: 'any' } as const
const params = shape({ id: ['id', z.string().max(40)] })
const known = ['session-missing', 'not-authorised', 'not-found'] as const

export const listRewards = endpoint({
  ...access,
  needs: ['read', 'rewards'],
  name: 'listRewards',
  method: 'PUT',
  path: '/betrieb/praemien',
  summary:
    'All rewards of a tenant, the newest first. A filter’s total ends at 10,000; above it there is no sum',
  body: listRequest(sorts, shape({ ...filter, atLeast: ['AbCent', cents.optional()] })),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showRewardsFile = listFile(listRewards, {
  name: 'showRewardsFile',
  summary: 'Rewards of a tenant',
  sorts,
  filter: {
    ...filter,
    atLeast: [
      'AbCent',
      z
        .string()
        .regex(/^\d{1,9}$/)
        .optional(),
    ],
  },
})

const posting = shape({
  at: ['Zeit', instant],
  event: ['Vorgang', z.string()],
  account: ['Konto', z.string()],
  cents: ['Cent', cents],
})

const payment = shape({
  endToEndId: ['EndToEndId', z.string()],
  batch: ['Auszahlung', z.string()],
  executionOn: ['AusfuehrungAm', date],
  cents: ['Cent', cents],
  ibanEnd: ['IbanEnde', z.string()],
  state: ['Stand', z.enum(['in-transit', 'paid', 'rejected', 'returned'])],
  bankStatus: ['Bankstatus', z.string().nullable()],
  bankReason: ['Bankgrund', z.string().nullable()], // as a sentence
  createdAt: ['Angelegt', instant],
  settledAt: ['Gebucht', instant.nullable()],
})

const event = shape({
  at: ['Zeit', instant],
  action: ['Aktion', z.string()],
  title: ['Titel', z.string()], // the action in words
  by: ['Wer', z.string().nullable()],
  reason: ['Grund', z.string().nullable()],
})

export const showRewardRecord = endpoint({
  ...access,
  needs: ['read', 'rewards'],
  name: 'showRewardRecord',
  method: 'GET',
  path: '/betrieb/praemien/:id',
  summary:
    'One reward: why it waits, what it came from, its postings and payments, and its part of the audit log',
  params,
  answer: shape({
    ...rowFields,
    version: ['Version', count],
    product: ['Produkt', z.string().nullable()],
    externalNumber: ['AnbieterNummer', z.string().nullable()],
    referralNumber: ['Empfehlung', z.string().nullable()],
    takenAs: ['Art', z.enum(['cash', 'voucher', 'set-off']).nullable()],
    // What was taken as a voucher; what its codes say nobody sees.
    voucher: [
      'Gutschein',
      shape({
        shop: ['Marke', z.string()],
        cents: ['Cent', cents],
        codes: [
          'Codes', // as its mail lists them
          z.array(
            shape({
              id: ['Id', z.string()],
              cents: ['Cent', cents],
              state: ['Stand', z.enum(codeStates)],
              at: ['Am', instant.nullable()], // reported or replaced
              shownAt: ['AngezeigtAm', instant.nullable()], // first, on its owner’s page
              by: ['Wer', z.string().nullable()],
            }),
          ),
        ],
        isMoved: ['AdresseNeuer', flag], // than the voucher: codes do not go there
        leftCents: ['AlleinCent', cents], // of codes that the caller may replace without a second person
        cannotApprove: ['NichtFreigebbar', z.enum(['own', 'above']).nullable()], // of what is reported
        sentAt: ['Gesendet', instant.nullable()],
        validity: ['Gueltigkeit', z.string().nullable()], // as its mail says it
      }).nullable(),
    ],
    providedAt: ['Bereitgestellt', instant.nullable()],
    collectedAt: ['Abgeholt', instant.nullable()],
    paidAt: ['Ausgezahlt', instant.nullable()],
    setOffCents: ['VerrechnetCent', cents], // with a clawback, instead of being paid
    extendedOn: ['VerlaengertAm', date.nullable()],
    ibanEnd: ['IbanEnde', z.string().nullable()],
    rule: ['Regel', z.record(z.string(), z.unknown())], // what it was priced by
    postings: ['Buchungen', z.array(posting)],
    payments: ['Zahlungen', z.array(payment)],
    events: ['Verlauf', z.array(event)],
    isOwnCase: ['Eigener', flag],
    hasClawback: ['HatRueckforderung', flag], // open or over
    cannotHold: ['NichtHaltbar', z.enum(['held', 'at-bank', 'over']).nullable()], // null: it can be held
    extendableUntil: ['VerlaengerbarBis', date.nullable()],
  }),
  errors: [...known],
})

export const holdRewardByHand = endpoint({
  ...access,
  needs: ['update', 'rewards'],
  name: 'holdRewardByHand',
  method: 'PUT',
  path: '/betrieb/praemien/:id/halten',
  summary: 'Holds a reward for review, until its payment is at the bank; the review decides',
  params,
  body: shape({ version: ['Version', count], reason: ['Grund', reason] }),
  errors: [...known, 'own-case', 'changed-meanwhile'],
})

export const extendReward = endpoint({
  ...access,
  needs: ['update', 'rewards'],
  name: 'extendReward',
  method: 'PUT',
  path: '/betrieb/praemien/:id/frist',
  summary:
    'Lets a reward that expires within thirty days expire later, once, and mails a new link to its owner',
  params,
  body: shape({ version: ['Version', count], until: ['Bis', date], reason: ['Grund', reason] }),
  errors: [...known, 'own-case', 'changed-meanwhile'],
})

const code = ['Code', z.string().max(40)] as const // its id
const version = ['Version', count] as const

export const reportVoucherCode = endpoint({
  ...access,
  needs: ['decide', 'rewards'],
  asksProof: true,
  name: 'reportVoucherCode',
  method: 'PUT',
  path: '/betrieb/praemien/:id/gutschein',
  summary:
    'Replaces a voucher code that does not work by another one of the same shop and value, and mails it: one person one code of a reward, within what they may give alone; else it is proposed to a second one',
  params,
  body: shape({ version, code, reason: ['Grund', reason] }),
  answer: shape({ outcome: ['Ergebnis', z.enum(['ersetzt', 'vorgeschlagen'])] }),
  errors: [...known, 'own-case', 'changed-meanwhile', 'proof-needed', 'validation'],
})

export const decideVoucherCode = endpoint({
  ...access,
  needs: ['approve', 'rewards'],
  asksProof: true,
  name: 'decideVoucherCode',
  method: 'PUT',
  path: '/betrieb/praemien/:id/gutschein/entscheidung',
  summary:
    'Replaces a reported voucher code as the second person, within the limit of the role, or leaves it in use and mails its owner why',
  params,
  body: shape({
    version,
    code,
    verdict: ['Entscheidung', z.enum(['ersetzt', 'abgelehnt'])],
    reason: ['Grund', reason.optional()], // to replace it
    // To leave it: what its owner reads; `other` needs a note.
    refusal: ['Ablehnung', z.enum(codeRefusals).optional()],
    note: ['Ergaenzung', remark.max(mostCodeNote).optional()],
  }),
  errors: [
    ...known,
    'own-case',
    'changed-meanwhile',
    'proof-needed',
    'second-person',
    'above-own-limit',
    'validation',
  ],
})
