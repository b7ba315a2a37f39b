import { z } from 'zod'
import { assignableKinds, bankLineKinds, bankLineStates } from '../domain/bank-line.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// The bank's statements: every line of the account for payouts, what it is of, and what waits to be explained.

const rowFields = {
  id: ['Id', z.string()],
  day: ['Tag', date], // that it counts for
  bookedOn: ['Buchungstag', date], // earlier, if that day was closed when it came
  state: ['Stand', z.enum(bankLineStates)],
  kind: ['Art', z.enum(bankLineKinds).nullable()],
  isCredit: ['Eingang', flag],
  cents: ['BetragCent', cents],
  currency: ['Waehrung', z.string()],
  party: ['Gegenkonto', z.string().nullable()], // masked
  words: ['Stichwort', z.string().nullable()], // name and text, cut; the bank's reference for who may not read them
  likelyKind: ['VermutlichArt', z.enum(['clawback', 'invoice', 'payout', 'batch']).nullable()],
  likelyId: ['Vermutlich', z.string().nullable()],
  ageDays: ['AlterTage', count],
  version: ['Version', count],
} as const

const access = { caller: 'operator', console: 'any' } as const
const params = shape({ id: ['id', z.string().max(40)] })
const known = ['session-missing', 'not-authorised', 'not-found'] as const
const version = ['Version', count] as const
const approves = { ...access, needs: ['approve', 'payouts'], asksProof: true } as const

export const listBankLines = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'listBankLines',
  method: 'PUT',
  path: '/betrieb/kontoauszuege',
  summary: 'Lines of the account for payouts, the oldest open one first',
  body: listRequest(
    ['Tag', 'BetragCent'] as const,
    shape({
      state: ['Stand', anyOf(z.enum(bankLineStates)).optional()],
      kind: ['Art', anyOf(z.enum(bankLineKinds)).optional()],
      day: ['Tag', date.optional()],
    }),
  ),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showBankBooks = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'showBankBooks',
  method: 'GET',
  path: '/betrieb/kontoauszuege/stand',
  summary:
    'What is on its way by the ledger and by the payments, which payments no line of the statement has, which days are closed, and the last files',
  answer: shape({
    ledgerCents: ['UnterwegsBuchCent', cents],
    paymentCents: ['UnterwegsZahlungenCent', cents],
    payments: ['UnterwegsZahlungen', count],
    lateCents: ['LangeUnterwegsCent', cents], // more than five bank days
    late: ['LangeUnterwegs', count],
    openLines: ['OffeneBuchungen', count],
    closedTo: ['AbgeschlossenBis', date.nullable()],
    canCloseTo: ['AbschliessbarBis', date.nullable()], // the last day before the first open one; null: none
    rejections: [
      'Ablehnungen', // by files of people, which wait for a second one
      z.array(
        shape({
          id: ['Id', z.string()], // of the file
          batch: ['Lauf', z.string()],
          at: ['Am', instant],
          by: ['Von', z.string()],
          reasons: ['Gruende', z.string()],
          cents: ['BetragCent', cents],
          count: ['Anzahl', count], // to decide about: of others' files
          isOwn: ['EigeneVorlage', flag],
        }),
      ),
    ],
    unbooked: [
      'OhneBuchung',
      z.array(
        shape({
          endToEndId: ['EndToEndId', z.string()],
          batch: ['Lauf', z.string()],
          cents: ['BetragCent', cents],
          state: ['Stand', z.enum(['in-transit', 'paid', 'returned'])],
          executionOn: ['Ausfuehrung', date],
          ageDays: ['AlterTage', count],
        }),
      ),
    ],
    unbookedCount: ['OhneBuchungAnzahl', count],
    files: [
      'Dateien',
      z.array(
        shape({
          kind: ['Art', z.string()],
          at: ['Am', instant],
          lines: ['Buchungen', count],
          isFolder: ['AusOrdner', flag],
          by: ['Von', z.string().nullable()],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const showBankLine = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'showBankLine',
  method: 'GET',
  path: '/betrieb/kontoauszuege/:id',
  summary: 'One line: the bank’s words, its payments, and what was decided about it',
  params,
  answer: shape({
    ...rowFields,
    valueOn: ['Valuta', date.nullable()],
    reference: ['Bankreferenz', z.string().nullable()],
    code: ['Buchungscode', z.string().nullable()],
    text: ['Text', z.string().nullable()], // as the name: who may see people, or say what an open line is; of what is no payment of a person everybody
    name: ['Name', z.string().nullable()],
    subject: ['Wozu', z.string().nullable()],
    otherLine: [
      'Gegenbuchung', // took an invoice's payment back, or had paid the invoice
      shape({
        id: ['Id', z.string()],
        day: ['Tag', date],
        invoice: ['Rechnung', z.string()],
      }).nullable(),
    ],
    likelyOurs: [
      'VermutlichUnsere', // the payment or file that it names, to compare it with
      shape({
        reward: ['PraemieId', z.string().nullable()],
        endToEndId: ['EndToEndId', z.string().nullable()], // null: a file
        payout: ['Auszahlung', z.string().nullable()],
        cents: ['BetragCent', cents],
      }).nullable(),
    ],
    named: [
      'Vorschlag', // what somebody called it first, for a second person
      shape({
        kind: ['Art', z.enum(assignableKinds)],
        subject: ['Wozu', z.string().nullable()],
        by: ['Von', z.string().nullable()],
        at: ['Am', instant],
        reason: ['Grund', z.string()],
        isOwn: ['EigeneVorlage', flag],
      }).nullable(),
    ],
    reason: ['Grund', z.string().nullable()],
    decidedBy: ['EntschiedenVon', z.string().nullable()],
    decidedAt: ['EntschiedenAm', instant.nullable()],
    isClosed: ['TagAbgeschlossen', flag],
    reopens: ['Ruecknahme', z.enum(['moeglich', 'eigene']).nullable()], // null: there is nothing to take back
    payments: [
      'Zahlungen',
      z
        .array(
          shape({
            id: ['Id', z.string()],
            endToEndId: ['EndToEndId', z.string()],
            batch: ['Lauf', z.string()],
            reward: ['PraemieId', z.string().nullable()],
            cents: ['BetragCent', cents],
            isReturn: ['Rueckgabe', flag],
            reasons: ['Gruende', z.string().nullable()], // in words
            feeCents: ['EntgeltCent', cents],
            waits: ['Wartet', flag],
            proposedBy: ['VorgelegtVon', z.string().nullable()],
            proposedAt: ['VorgelegtAm', instant.nullable()],
            proposedReason: ['VorgelegtGrund', z.string().nullable()], // null: by a file
            decidedBy: ['BestaetigtVon', z.string().nullable()],
            decidedAt: ['BestaetigtAm', instant.nullable()], // null: by no person
            decidedReason: ['BestaetigtGrund', z.string().nullable()],
            isOwn: ['EigeneVorlage', flag],
          }),
        )
        .max(200),
    ],
    paymentCount: ['ZahlungenAnzahl', count],
    isReturn: ['Rueckgabe', flag], // the bank calls it one
    isOwnFile: ['EigeneDatei', flag], // the caller brought it
    // The payment that it may be the return of, less a fee; null: none is known.
    lessFee: [
      'RueckgabeMitEntgelt',
      shape({
        endToEndId: ['EndToEndId', z.string()],
        cents: ['BetragCent', cents],
        feeCents: ['EntgeltCent', cents],
      }).nullable(),
    ],
  }),
  errors: [...known],
})

export const decideBankReturn = endpoint({
  ...approves,
  name: 'decideBankReturn',
  method: 'PUT',
  path: '/betrieb/kontoauszuege/:id/rueckgabe',
  summary:
    'Confirms or refuses, as the second person, that a payment’s money came back: only then it can be collected again',
  params,
  body: shape({
    payment: ['Zahlung', z.string().max(40)],
    verdict: ['Entscheidung', z.enum(['bestaetigt', 'abgelehnt'])],
    reason: ['Grund', reason],
  }),
  errors: [...known, 'own-case', 'changed-meanwhile', 'second-person', 'proof-needed'],
})

export const proposeBankReturn = endpoint({
  ...approves,
  name: 'proposeBankReturn',
  method: 'PUT',
  path: '/betrieb/kontoauszuege/:id/rueckgabe/vorschlag',
  summary:
    'Says that an open line is the return of a payment, less a fee that the bank did not name; a second person confirms it',
  params,
  body: shape({
    version,
    payment: ['EndToEndId', z.string().trim().min(1).max(60)],
    reason: ['Grund', reason],
  }),
  answer: shape({ outcome: ['Ergebnis', z.enum(['gebucht', 'vorgeschlagen'])] }),
  errors: [...known, 'own-case', 'changed-meanwhile', 'proof-needed', 'validation'],
})

export const decideBankRejections = endpoint({
  ...approves,
  name: 'decideBankRejections',
  method: 'PUT',
  path: '/betrieb/kontoauszuege/ablehnungen/:id',
  summary:
    'Confirms or refuses, as the second person, all rejections of a status file that somebody else handed in: only then their payments are due again',
  params: shape({ id: ['id', z.string().max(64)] }),
  body: shape({
    count: ['Anzahl', count], // as seen
    verdict: ['Entscheidung', z.enum(['bestaetigt', 'abgelehnt'])],
    reason: ['Grund', reason],
  }),
  errors: [
    'session-missing',
    'not-authorised',
    'own-case',
    'changed-meanwhile',
    'second-person',
    'proof-needed',
  ],
})

export const assignBankLine = endpoint({
  ...approves,
  needs: ['update', 'payouts'], // who approves decides, others propose what takes two
  name: 'assignBankLine',
  method: 'PUT',
  path: '/betrieb/kontoauszuege/:id/zuordnung',
  summary:
    'Says what an open line is: a charge, not ours, an invoice that was paid, that payment taken back, or a repayment, which above what one person books alone is proposed to a second one, as is anything of a line that names a payment or file of ours; whoever only prepares payouts proposes',
  params,
  body: shape({
    version,
    kind: ['Art', z.enum(assignableKinds)],
    subject: ['Wozu', z.string().trim().max(60).optional()], // the clawback's reward, or the invoice's number (also of a payment taken back)
    reason: ['Grund', reason],
  }),
  answer: shape({ outcome: ['Ergebnis', z.enum(['gebucht', 'vorgeschlagen'])] }),
  errors: [...known, 'own-case', 'changed-meanwhile', 'proof-needed', 'validation'],
})

export const reopenBankLine = endpoint({
  ...approves,
  name: 'reopenBankLine',
  method: 'PUT',
  path: '/betrieb/kontoauszuege/:id/ruecknahme',
  summary:
    'Opens a line again that people called a charge or not ours, of a day that is not closed; of one that names a payment or file of ours somebody else than who decided it',
  params,
  body: shape({ version, reason: ['Grund', reason] }),
  errors: [...known, 'own-case', 'changed-meanwhile', 'second-person', 'proof-needed'],
})

export const closeBankDays = endpoint({
  ...approves,
  name: 'closeBankDays',
  method: 'PUT',
  path: '/betrieb/kontoauszuege/abschluss',
  summary: 'Closes all days up to one, if nothing of them is open; a closed day does not change',
  body: shape({ day: ['Tag', date], reason: ['Grund', reason] }),
  errors: ['session-missing', 'not-authorised', 'proof-needed', 'validation', 'changed-meanwhile'],
})
