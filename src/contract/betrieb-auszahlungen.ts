import { z } from 'zod'
import { payeeResults } from '../domain/payee-check.ts'
import { reason } from './betrieb-zugang.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// Payouts: what one person proposes, others approve, and the bank gets.

export const payoutStates = {
  open: 'offen',
  approved: 'freigegeben',
  released: 'erteilt',
  refused: 'abgelehnt',
  withdrawn: 'zurueckgezogen',
  expired: 'abgelaufen',
  changed: 'geaendert',
} as const
export const payoutStateNames = Object.values(payoutStates)

const rowFields = {
  id: ['AuszahlungId', z.string()],
  state: ['Stand', z.enum(payoutStateNames)],
  proposedBy: ['VorgeschlagenVon', z.string().nullable()], // null: by the tenant's schedule
  proposedAt: ['VorgeschlagenAm', instant],
  expiresAt: ['GiltBis', instant],
  payments: ['Zahlungen', count],
  cents: ['SummeCent', cents],
  approvals: ['Freigaben', count],
  approvalsNeeded: ['FreigabenNoetig', count],
  // What the bank has said of its payments.
  inTransit: ['Unterwegs', count],
  paid: ['Ausgefuehrt', count],
  failed: ['Fehlgeschlagen', count],
  returned: ['Zurueckgekommen', count], // those of these that were carried out before
  outcome: ['Ergebnis', z.enum(['ausgefuehrt', 'abgewiesen', 'zurueckgenommen']).nullable()], // of all its payments or files
  version: ['Version', count],
} as const

const filter = { state: ['Stand', anyOf(z.enum(payoutStateNames)).optional()] } as const
const sorts = ['VorgeschlagenAm', 'SummeCent'] as const

const access = { caller: 'operator', console: 'any' } as const
const params = shape({ id: ['id', z.string().max(40)] })
const known = ['session-missing', 'not-authorised', 'not-found'] as const
const version = ['Version', count] as const

export const listPayouts = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'listPayouts',
  method: 'PUT',
  path: '/betrieb/auszahlungen',
  summary: 'Payouts that were proposed, the newest first, with what became of them',
  body: listRequest(sorts, shape(filter)),
  answer: listAnswer(shape(rowFields)),
  errors: ['session-missing', 'not-authorised'],
})

export const showPayoutsFile = listFile(listPayouts, {
  name: 'showPayoutsFile',
  summary: 'Payouts that were proposed',
  sorts,
  filter,
})

export const showDue = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'showDue',
  method: 'GET',
  path: '/betrieb/auszahlungen/faellig',
  summary: 'What is due and in no proposal, what is left aside and why, and the tenant’s rules',
  answer: shape({
    payments: ['Zahlungen', count],
    cents: ['SummeCent', cents],
    ongoing: ['Laufend', z.string().nullable()], // the proposal that is not over yet
    // Money that no proposal takes, by reason; `asked`: its payment failed, and the person is asked for an account.
    aside: [
      'Liegt',
      z.array(
        shape({
          why: ['Grund', z.enum(['asked', 'held', 'blocked', 'no-day', 'not-yet'])],
          payments: ['Zahlungen', count],
          cents: ['SummeCent', cents],
        }),
      ),
    ],
    proposeCents: ['HoechstensCent', cents],
    aloneCents: ['AlleinCent', cents], // above it two people approve
    ownCents: ['EigeneGrenzeCent', cents.nullable()], // the most that the caller's roles propose; null: none of their own
    aloneReason: ['AlleinWeil', z.string().nullable()],
    schedule: [
      'Zeitplan',
      shape({
        weekday: ['Wochentag', count],
        hour: ['Stunde', count],
        leastCents: ['MindestensCent', cents],
      }).nullable(),
    ],
  }),
  errors: ['session-missing', 'not-authorised'],
})

export const proposePayout = endpoint({
  ...access,
  needs: ['create', 'payouts'],
  asksProof: true,
  name: 'proposePayout',
  method: 'POST',
  path: '/betrieb/auszahlungen',
  summary: 'Proposes to pay what is due; nothing leaves until somebody else approves it',
  body: shape({
    withFresh: ['MitNeuenKonten', flag.optional()], // accounts changed within 48 hours, too: two people approve
  }),
  answer: shape({
    id: ['AuszahlungId', z.string().nullable()], // null: nothing was due, or all was left out
    ongoing: ['Laufend', z.string().nullable()], // another proposal is not over yet
    own: ['Eigene', count], // left to somebody else
    fresh: ['NeueKonten', count], // left out for 48 hours
    above: ['UeberGrenze', count], // each alone above what may be proposed, by anybody or by the caller
    sentBack: ['Zurueckgegeben', count], // whose account no bank would take
  }),
  errors: ['session-missing', 'not-authorised', 'proof-needed'],
})

const payee = {
  id: ['ZahlungId', z.string()],
  reward: ['Praemie', z.string().nullable()], // one of the two
  partner: ['Verkaufspartner', z.string().nullable()], // its number
  person: ['Person', z.string().nullable()], // of the page; null for those who may not see people
  name: ['Name', z.string().nullable()], // initials for those; null: erased
  ibanEnd: ['IbanEnde', z.string()],
  country: ['Land', z.string()],
  cents: ['WertCent', cents],
} as const

export const paymentFilters = [
  'drin',
  'heraus',
  'neu',
  'ausland',
  'geteilt',
  'geaendert',
  'aehnlich',
  'keintreffer',
  'ungeprueft',
] as const

export const showPayout = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'showPayout',
  method: 'GET',
  path: '/betrieb/auszahlungen/:id',
  summary: 'One payout: who proposed and approved it, what a bank clerk would look at, its files',
  params,
  answer: shape({
    ...rowFields,
    hash: ['Fingerabdruck', z.string()], // of what is approved
    closedAt: ['BeendetAm', instant.nullable()],
    closedBy: ['BeendetVon', z.string().nullable()],
    closeReason: ['Grund', z.string().nullable()],
    approvedBy: [
      'FreigegebenVon',
      z.array(
        shape({
          name: ['Name', z.string().nullable()],
          at: ['Am', instant],
          aloneReason: ['AlleinWeil', z.string().nullable()],
        }),
      ),
    ],
    // Why the caller may not approve; null: they may.
    cannotApprove: [
      'NichtFreigebbar',
      z
        .enum(['over', 'expired', 'own-proposal', 'approved-before', 'own-case', 'not-authorised'])
        .nullable(),
    ],
    isOwnProposal: ['EigenerVorschlag', flag],
    // The most that the caller's roles approve alone within a day, if this is above it.
    ownLimit: ['EigeneGrenzeCent', cents.nullable()],
    // Who else could approve it now.
    others: ['AndereFreigebende', z.array(z.string())],
    aloneReason: ['AlleinWeil', z.string().nullable()], // the tenant lets one person pay alone
    aloneFrom: ['AlleinAb', instant.nullable()], // when it will, as nobody else may approve any more
    account: [
      'Konto', // that pays
      shape({ name: ['Inhaber', z.string()], ibanEnd: ['IbanEnde', z.string()] }),
    ],
    leftOwn: ['Eigene', count],
    leftFresh: ['NeueKonten', count],
    sentBack: ['Zurueckgegeben', count],
    isFull: ['Voll', flag],
    takenOut: ['Herausgenommen', count],
    filesPlanned: ['DateienGeplant', count.nullable()], // null: none are planned yet
    filesUntil: ['HolenBis', instant.nullable()], // of the caller, by their last proof; null: it is asked for
    // What a bank clerk would look at.
    checks: [
      'Pruefung',
      shape({
        lastCents: ['LetzteSummenCent', z.array(cents)], // of the last payouts, the newest first
        newAccounts: ['NeueKonten', count], // that were never paid to
        freshAccounts: ['GeaenderteKonten', count], // changed within 48 hours before
        sharedAccounts: ['GeteilteKonten', count], // payments to accounts of several people
        foreignAccounts: ['AuslandsKonten', count],
        firstPayments: ['ErsteZahlungen', count], // to people who were never paid
        seenAt: ['StandVom', instant.nullable()], // of the approval that kept these counts; null: they are of now
        changed: ['Geaendert', count], // not as proposed any more
        largest: ['Groesste', z.array(shape(payee))],
      }),
    ],
    files: [
      'Dateien',
      z.array(
        shape({
          id: ['DateiId', z.string()],
          part: ['Teil', count],
          payments: ['Zahlungen', count],
          cents: ['SummeCent', cents],
          executionOn: ['AusfuehrungAm', date],
          hash: ['Fingerabdruck', z.string()],
          cancelBy: ['RuecknahmeVon', z.string().nullable()], // who says that it never went to the bank
          isOwnCancel: ['EigeneRuecknahme', flag],
          atBank: ['BeiDerBank', z.enum(['hat', 'ausgefuehrt']).nullable()], // then it is not taken back
          isCancelled: ['Zurueckgenommen', flag],
          // What the bank found of the payees before it executes; null: it has not said.
          payees: [
            'Empfaengerpruefung',
            shape({
              match: ['Treffer', count],
              close: ['Aehnlich', count],
              none: ['KeinTreffer', count],
              impossible: ['NichtMoeglich', count],
            }).nullable(),
          ],
          toldBy: ['AusfuehrenVon', z.string().nullable()], // who told the bank to execute it all the same
          isOwnTold: ['EigenerVermerk', flag],
          cannotTell: ['NichtVermerkbar', z.enum(['own-check', 'own-note']).nullable()],
          untoldFrom: ['ZuletztVermerktVon', z.string().nullable()], // whose note was taken back last
          untoldBy: ['VermerkZurueckVon', z.string().nullable()],
        }),
      ),
    ],
  }),
  errors: [...known],
})

export const listPayments = endpoint({
  ...access,
  needs: ['read', 'payouts'],
  name: 'listPayments',
  method: 'PUT',
  path: '/betrieb/auszahlungen/:id/zahlungen',
  summary: 'The payments of a payout',
  params,
  body: listRequest(
    ['Folge', 'WertCent'],
    shape({ kind: ['Art', anyOf(z.enum(paymentFilters)).optional()] }),
  ),
  answer: listAnswer(
    shape({
      ...payee,
      isNew: ['NeuesKonto', flag],
      isFresh: ['GeaendertesKonto', flag],
      isShared: ['GeteiltesKonto', flag],
      isFirst: ['ErsteZahlung', flag],
      // Of the payee, by the bank, before the payment.
      check: ['Empfaengerpruefung', z.enum(payeeResults).nullable()],
      // Of the bank, once it is in a file.
      state: ['Stand', z.enum(['in-transit', 'paid', 'rejected', 'returned']).nullable()],
      takenOutBy: ['HerausgenommenVon', z.string().nullable()],
      takenOutReason: ['Grund', z.string().nullable()], // null while it is in
    }),
  ),
  errors: [...known],
})

const decided = [...known, 'proof-needed', 'changed-meanwhile'] as const

export const approvePayout = endpoint({
  ...access,
  needs: ['approve', 'payouts'],
  asksProof: true,
  name: 'approvePayout',
  method: 'PUT',
  path: '/betrieb/auszahlungen/:id/freigabe',
  summary: 'Approves a payout as it was seen; with the last approval its files are written',
  params,
  body: shape({ version, hash: ['Fingerabdruck', z.string().max(80)] }),
  answer: shape({
    outcome: ['Ergebnis', z.enum(['released', 'waits', 'changed', 'expired'])],
  }),
  errors: [...decided, 'own-case', 'second-person'],
})

/** Those who propose and those who approve. */
const both = { ...access, needs: ['update', 'payouts'] } as const

export const stopPayout = endpoint({
  ...both,
  asksProof: true,
  name: 'stopPayout',
  method: 'PUT',
  path: '/betrieb/auszahlungen/:id/ende',
  summary: 'Takes a proposal back, or refuses it; what it had is due as before',
  params,
  body: shape({ version, reason: ['Grund', reason] }),
  errors: [...decided],
})

export const takePaymentOut = endpoint({
  ...both,
  asksProof: true,
  name: 'takePaymentOut',
  method: 'PUT',
  path: '/betrieb/auszahlungen/:id/zahlungen/:zahlung/herausnahme',
  summary: 'Takes a payment out of a proposal, for a later one; approvals count no more',
  params: shape({ id: ['id', z.string().max(40)], payment: ['zahlung', z.string().max(40)] }),
  body: shape({ version, reason: ['Grund', reason] }),
  errors: [...decided],
})

export const openPayoutFiles = endpoint({
  ...access,
  needs: ['approve', 'payouts'],
  asksProof: true,
  name: 'openPayoutFiles',
  method: 'POST',
  path: '/betrieb/auszahlungen/:id/dateien',
  summary:
    'Asks for the proof that a payout’s files want, and says how long it holds. Reads and changes nothing',
  params,
  answer: shape({ validUntil: ['GueltigBis', instant] }),
  errors: [...known, 'proof-needed', 'own-case'],
})

export const fetchPayoutFile = endpoint({
  ...access,
  needs: ['approve', 'payouts'],
  asksProof: true,
  name: 'fetchPayoutFile',
  method: 'GET',
  path: '/betrieb/auszahlungen/dateien/:id',
  summary: 'The bank’s file, the same bytes every time; who fetched it is in the log',
  params,
  file: 'application/xml',
  errors: [...known, 'proof-needed', 'own-case', 'changed-meanwhile'],
})

export const cancelPayoutFile = endpoint({
  ...both,
  asksProof: true,
  name: 'cancelPayoutFile',
  method: 'PUT',
  path: '/betrieb/auszahlungen/dateien/:id/ruecknahme',
  summary:
    'Says that a file never went to the bank; as soon as a second person says so, too, its payments are due again',
  params,
  body: shape({ reason: ['Grund', reason] }),
  answer: shape({ outcome: ['Ergebnis', z.enum(['proposed', 'cancelled'])] }),
  errors: [...known, 'proof-needed', 'own-case', 'changed-meanwhile'],
})

export const tellBank = endpoint({
  ...both,
  asksProof: true,
  name: 'tellBank',
  method: 'PUT',
  path: '/betrieb/auszahlungen/dateien/:id/ausfuehrung',
  summary:
    'Notes that the bank was told to execute a file as a whole, whatever it found of the payees; then the file is not taken back',
  params,
  body: shape({ reason: ['Grund', reason] }),
  errors: [...known, 'proof-needed', 'own-case', 'changed-meanwhile', 'second-person'],
})

export const untellBank = endpoint({
  ...access,
  needs: ['approve', 'payouts'],
  asksProof: true,
  name: 'untellBank',
  method: 'PUT',
  path: '/betrieb/auszahlungen/dateien/:id/ausfuehrung/ruecknahme',
  summary:
    'Takes back somebody else’s note that the bank was told to execute a file, while the bank has said nothing of its payments',
  params,
  body: shape({ reason: ['Grund', reason] }),
  errors: [...known, 'proof-needed', 'own-case', 'changed-meanwhile', 'second-person'],
})
