import { z } from 'zod'
import { conversation, invitationStatus } from './einladung.ts'
import { endReasons, waitReasons } from '../domain/wait.ts'
import { cents, count, date, flag, instant } from './fields.ts'
import { shape } from './shape.ts'

// Parts of a person's page in the console.

/** Why money has not come, until when, and who decides. */
export const wait = shape({
  why: ['Warum', z.enum([...waitReasons, ...endReasons, 'nothing'])],
  count: ['Anzahl', count],
  cents: ['Cent', cents.nullable()],
  until: ['Bis', date.nullable()],
  daysLate: ['TageUeberfaellig', count.nullable()],
  collectBy: ['AbholbarBis', date.nullable()], // of what is reviewed and can be collected meanwhile
  claimMonths: ['MeldbarMonate', count.nullable()], // after its contract, to say that it is missing
  decides: [
    'Entscheidet',
    z.enum([
      'person',
      'contact',
      'provider',
      'review',
      'second',
      'approver',
      'payouts',
      'bank',
      'support',
      'nobody',
    ]),
  ],
  next: ['Naechstes', z.enum(['unblock', 'reward-mail', 'access-mail', 'confirm-mail']).nullable()],
  reasons: ['Gruende', z.array(z.string())], // of a review, as sentences
  problem: ['Bankgrund', z.string().nullable()], // as a sentence
  refusal: ['Ablehnung', z.string().nullable()], // as a sentence
  takenAs: ['Art', z.enum(['cash', 'voucher', 'set-off']).nullable()], // of what was paid
  shop: ['Marke', z.string().nullable()], // of a voucher
  reportedOn: ['CodeGemeldetAm', date.nullable()], // of it, as faulty; a second person decides
  kept: [
    'CodeNichtErsetzt', // what was reported
    shape({ on: ['Am', date], why: ['Grund', z.string()] }).nullable(),
  ],
  objection: ['Widerspruch', z.enum(['open', 'over', 'granted', 'rejected']).nullable()], // to the refusal
  objectBy: ['WiderspruchBis', date.nullable()],
  repayment: [
    'Rueckzahlung', // of what is claimed back
    shape({
      state: ['Stand', z.enum(['at-bank', 'untold', 'told', 'proposed', 'repaid'])],
      repaid: [
        'Eingegangen', // what a second person looks at
        shape({ cents: ['BetragCent', cents], paidOn: ['Am', date] }).nullable(),
      ],
      toldOn: ['ErinnertAm', date.nullable()],
      setOffFrom: ['VerrechenbarAb', date.nullable()],
      byItself: ['VonSelbst', flag],
      reference: ['Verwendungszweck', z.string().nullable()], // null: nothing is to be transferred
    }).nullable(),
  ],
})

/** Who accepted one of the person's recommendations; without a name: forgotten. */
export const acceptedBy = shape({
  number: ['Nummer', z.string()],
  name: ['Name', z.string()],
  state: ['Status', z.enum(['accepted', 'confirmed', 'withdrawn'])],
  order: ['Vertrag', z.enum(['reported', 'confirmed', 'released', 'cancelled']).nullable()], // the newest
  product: ['Produkt', z.string()],
  since: ['Seit', instant],
})

/** An agency's invitation: who gave the address. */
export const invitedBy = shape({
  id: ['Id', z.string()],
  agencyId: ['AgenturId', z.string()],
  agency: ['Agentur', z.string()],
  agencyNumber: ['Agenturnummer', z.string()],
  agent: ['Berater', z.string()],
  conversation: ['Gespraech', conversation],
  status: ['Status', invitationStatus],
  invitedAt: ['EingeladenAm', instant],
  validUntil: ['GueltigBis', date],
  endedAt: ['BeendetAm', instant.nullable()],
})

/** What is open when the person is to be forgotten. */
export const outstanding = shape({
  lost: ['Verfaellt', count], // uncollected rewards of the account
  lostCents: ['VerfaelltCent', cents],
  expectedCents: ['ErwartetCent', cents], // of contracts that are not released
  stillPaid: ['WirdAusgezahlt', count],
  stillPaidCents: ['WirdAusgezahltCent', cents],
  owed: ['Rueckforderungen', count],
  owedCents: ['RueckforderungenCent', cents],
  claims: ['Nachbuchungen', count],
  goodwillCents: ['KulanzvorschlagCent', cents], // which nobody decided about yet
  contracts: ['Vertraege', count], // as a contact, whose entry stays until they are released
  keptRewards: ['PraemienAlsKontakt', count], // whose entry stays until they are paid
})

/** Without its code, which nobody sees. */
export const voucher = shape({
  id: ['Praemie', z.string()],
  shop: ['Marke', z.string()],
  cents: ['Cent', cents],
  takenAt: ['Abgeholt', instant],
  sentAt: ['Gesendet', instant.nullable()],
  validity: ['Gueltigkeit', z.string().nullable()], // as its mail says it
  canSend: ['Sendbar', flag], // again; not to an address that is newer than it
})

/** What is or was claimed back; its record has the reference and the reminders. */
export const clawback = shape({
  reward: ['PraemieId', z.string()],
  cents: ['Cent', cents], // what is left of it, or was claimed back once
  isOpen: ['Offen', flag],
})

/** A refused reward that nobody objected to in time yet. */
export const appealable = shape({
  reward: ['PraemieId', z.string()],
  cents: ['WertCent', cents],
  refusal: ['Ablehnung', z.string()], // as a sentence
  refusedOn: ['AbgelehntAm', date],
  until: ['Bis', date],
  version: ['Version', count], // of the case
})

export const claimSide = z.enum(['Empfehler', 'Empfaenger'])

/** A recommendation, a contract of which the person may say is missing. */
export const claimable = shape({
  side: ['Als', claimSide],
  number: ['Nummer', z.string()], // of their own recommendation, or as its contact
  product: ['Produkt', z.string()],
  since: ['Seit', date],
})
