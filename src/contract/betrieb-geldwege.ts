import { z } from 'zod'
import { accounts } from '../domain/ledger.ts'
import { bankAnswers, wayDifferences } from '../domain/money-way.ts'
import { payeeResults } from '../domain/payee-check.ts'
import { voucherOrderStates, voucherRefusals } from '../domain/voucher-order.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// The way of one reward's money, from the order to the bank's statement and back.

const signedCents = z.int()
const text = z.string()
const by = z.string().nullable() // an operator's name; null: by itself, or somebody unknown

const line = shape({
  id: ['Id', text],
  bookedOn: ['Buchungstag', date],
  cents: ['BetragCent', cents], // the part that is this payment's
  lineCents: ['ZeileCent', cents], // of the whole line
  isCredit: ['Eingang', flag],
  isReversal: ['Rueckbuchung', flag], // of what had paid a document
  account: ['Konto', text], // its end
  reference: ['Bankreferenz', text.nullable()],
  source: ['Auszug', text.nullable()], // kind of file
  reasons: ['Gruende', text.nullable()], // of a return, in words
  feeCents: ['EntgeltCent', cents],
  waits: ['Wartet', flag],
  isClosed: ['TagAbgeschlossen', flag],
})

const payment = shape({
  endToEndId: ['EndToEndId', text],
  cents: ['BetragCent', cents],
  ibanEnd: ['IbanEnde', text],
  state: ['Stand', z.enum(['in-transit', 'paid', 'rejected', 'returned'])],
  createdAt: ['Angelegt', instant],
  settledAt: ['Gebucht', instant.nullable()],
  bankStatus: ['Bankstatus', text.nullable()],
  bankReason: ['Bankgrund', text.nullable()], // in words, with its code; null: the bank said nothing of this payment
  answer: ['Antwort', z.enum(bankAnswers)],
  check: ['Empfaengerpruefung', z.enum(payeeResults).nullable()],
  takenBack: [
    'Zurueckgenommen', // the file, by those who said so
    shape({
      by: ['Von', z.array(by)],
      at: ['Am', instant],
      reason: ['Grund', text.nullable()],
      alone: ['AlleinGrund', text.nullable()],
    }).nullable(),
  ],
  batch: ['Lauf', text],
  messageId: ['MsgId', text],
  fileHash: ['DateiHash', text],
  executionOn: ['AusfuehrungAm', date],
  proposal: ['Auszahlung', text.nullable()], // null: of before there were proposals
  proposedBy: ['VorgeschlagenVon', by],
  isScheduled: ['NachPlan', flag],
  proposedAt: ['VorgeschlagenAm', instant.nullable()],
  approvals: [
    'Freigaben',
    z.array(
      shape({
        by: ['Von', by],
        at: ['Am', instant],
        hash: ['Hash', text],
        alone: ['AlleinGrund', text.nullable()],
      }),
    ),
  ],
  lines: ['Buchungen', z.array(line)],
})

export const showMoneyWay = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['read', 'payouts'],
  name: 'showMoneyWay',
  method: 'GET',
  path: '/betrieb/geldwege/:id',
  summary:
    'The way of one reward’s money: recommendation, order with its file, rule, postings, payments with who approved them, lines of the statement, closed months, clawbacks and documents; where it ends, and what does not agree',
  params: shape({ id: ['id', z.string().max(40)] }),
  answer: shape({
    id: ['PraemieId', text],
    side: ['Seite', z.enum(['Empfehler', 'Empfaenger'])],
    person: ['Person', text.nullable()], // null for those who may not see people
    name: ['Name', text.nullable()], // initials for those; null: erased
    cents: ['WertCent', cents],
    createdAt: ['Angelegt', instant],
    rests: [
      'Verbleib',
      z.array(
        shape({
          account: ['Konto', z.enum(accounts)],
          cents: ['BetragCent', signedCents],
          since: ['Seit', instant],
        }),
      ),
    ],
    differences: [
      'Abweichungen',
      z.array(shape({ kind: ['Art', z.enum(wayDifferences)], cents: ['BetragCent', signedCents] })),
    ],
    referral: ['Empfehlung', shape({ number: ['Nummer', text], at: ['Am', instant] }).nullable()],
    order: [
      'Auftrag', // null: goodwill
      shape({
        number: ['Nummer', text],
        externalNumber: ['AnbieterNummer', text.nullable()],
        product: ['Produkt', text.nullable()],
        contractOn: ['Vertragsdatum', date],
        source: ['Quelle', text],
        reportedAt: ['GemeldetAm', instant],
        confirmedAt: ['BestaetigtAm', instant.nullable()],
        releasedAt: ['FreigegebenAm', instant.nullable()],
        cancelledAt: ['StorniertAm', instant.nullable()],
        cents: ['SummeCent', cents.nullable()], // of both sides
        agency: ['Agentur', text.nullable()],
        file: ['Datei', shape({ id: ['Id', text], name: ['Name', text.nullable()] }).nullable()],
      }).nullable(),
    ],
    rule: ['Regel', z.record(z.string(), z.unknown())],
    postings: [
      'Buchungen',
      z.array(
        shape({
          at: ['Zeit', instant],
          event: ['Vorgang', text],
          from: ['Von', text],
          to: ['Nach', text],
          cents: ['Cent', cents],
          other: ['Gegenpraemie', text.nullable()], // of a set-off
          answer: ['Antwort', z.enum(bankAnswers).nullable()], // of what a payment's end took back
          month: ['Monat', text.nullable()], // that was closed with it
        }),
      ),
    ],
    earnings: [
      'Einnahmen',
      z.array(shape({ year: ['Jahr', count], cents: ['BetragCent', signedCents] })),
    ],
    voucher: [
      'Gutschein',
      shape({
        codes: ['Codes', count],
        cents: ['BetragCent', cents],
        at: ['Am', instant.nullable()],
        brand: ['Marke', text.nullable()],
        order: [
          'Anbieterauftrag', // null: of a pool
          shape({
            id: ['Nummer', text], // ours, which the provider knows
            state: ['Stand', z.enum(voucherOrderStates)],
            since: ['Seit', instant],
            madeAt: ['VorgemerktAm', instant],
            reason: ['Grund', z.enum(voucherRefusals).nullable()],
            reference: ['AnbieterNummer', text.nullable()],
          }).nullable(),
        ],
        shownAt: ['GezeigtAm', instant.nullable()], // null: not all of them
        remindOn: ['ErinnernAm', date.nullable()], // planned, while they are not opened
        remindedAt: ['ErinnertAm', instant.nullable()],
        expiresOn: ['GueltigBis', z.array(date)], // the first one first; none: they do not expire
      }).nullable(),
    ],
    payments: ['Zahlungen', z.array(payment)],
    booked: [
      'Buchhaltung', // lines of the accountant's files
      z.array(
        shape({
          month: ['Monat', text],
          part: ['Teil', count],
          line: ['Zeile', count],
          text: ['Text', text],
          debit: ['Soll', text],
          credit: ['Haben', text],
          amount: ['Betrag', text],
        }),
      ),
    ],
    clawback: [
      'Rueckforderung',
      shape({
        cents: ['WertCent', cents],
        leftCents: ['RestCent', cents],
        openedAt: ['Seit', instant],
        closedAt: ['ErledigtAm', instant.nullable()],
        repayments: [
          'Rueckzahlungen',
          z.array(
            shape({
              cents: ['BetragCent', cents],
              paidOn: ['Am', date],
              by: ['GebuchtVon', by],
              isUndone: ['Zurueckgenommen', flag],
            }),
          ),
        ],
        lines: ['Kontobuchungen', z.array(line)],
      }).nullable(),
    ],
    documents: [
      'Belege',
      z.array(
        shape({
          number: ['Nummer', text],
          kind: ['Art', z.enum(['invoice', 'credit', 'self-billed'])],
          issuedOn: ['Datum', date],
          dueOn: ['FaelligAm', date],
          rewardCents: ['PraemieCent', cents],
          feeCents: ['GebuehrCent', cents],
          totalCents: ['SummeCent', cents],
          paidOn: ['BezahltAm', date.nullable()],
          lines: ['Kontobuchungen', z.array(line)],
        }),
      ),
    ],
  }),
  errors: ['session-missing', 'not-authorised', 'not-found'],
})
