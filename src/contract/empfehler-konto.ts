import { z } from 'zod'
import { wordedConsentFields } from './consent-fields.ts'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, instant, locale, password, percent, text } from './fields.ts'
import { referralStatus } from './empfehlen.ts'
import { maskedBankData } from './empfehler.ts'
import { ownClaim } from './nachbuchung.ts'
import { ownRepayment, rewardStatus } from './praemierung.ts'
import { shape } from './shape.ts'

const empty = z.strictObject({})

export const showAccountEnd = endpoint({
  name: 'showAccountEnd',
  method: 'GET',
  path: '/empfehler/delete',
  summary:
    'What deleting the account would end: rewards that are not paid yet, and what is expected',
  caller: 'referrer',
  answer: shape({
    rewards: [
      'Praemien',
      z.array(
        shape({
          id: ['Id', z.string()],
          product: ['Produkt', z.string().nullable()], // null: goodwill
          cents: ['WertCent', cents],
          status: ['Status', rewardStatus],
          end: ['Folge', z.enum(['verfaellt', 'wirdAusgezahlt'])],
          expiresOn: ['VerfuegbarBis', date.nullable()],
          dueOn: ['FaelligAm', date.nullable()],
        }),
      ),
    ],
    // Expected earnings of confirmed, unreleased contracts.
    expectedCents: ['ErwartetCent', cents],
    // Required by the call; our page always asks, as deletion is final.
    passwordNeeded: ['PasswortNoetig', flag],
    hasPassword: ['PasswortVorhanden', flag],
  }),
  errors: ['session-missing'],
})

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'DELETE',
  path: '/empfehler/delete',
  summary:
    'Delete the account and log out. Without a body where no reward is lost; otherwise the body has the password and says that rewards are given up',
  caller: 'referrer',
  body: shape({
    password: ['Password', password.optional()],
    waive: ['PraemienVerfallen', flag.optional()],
  }).nullable(),
  answer: empty,
  errors: ['session-missing', 'wrong-credentials', 'not-authorised', 'too-many-requests'],
})

export const withdrawReferral = endpoint({
  name: 'withdrawReferral',
  method: 'DELETE',
  path: '/empfehler/empfehlungen/:number',
  summary: 'Withdraw an own referral that nobody has accepted yet',
  caller: 'referrer',
  params: shape({ number: ['number', text] }),
  answer: empty,
  errors: ['session-missing', 'not-found'],
})

export const exportAccount = endpoint({
  name: 'exportAccount',
  method: 'GET',
  path: '/empfehler/export',
  summary: 'Everything that is kept about the referrer, as a JSON file; of others only initials',
  caller: 'referrer',
  answer: shape({
    createdAt: ['ErstelltAm', instant],
    // IBANs and voucher codes as they are: only for a session that was begun with the password.
    complete: ['Vollstaendig', flag],
    account: [
      'Konto',
      shape({
        email: ['Email', z.string()],
        salutation: ['Anrede', z.string().nullable()],
        firstName: ['Vorname', z.string()],
        lastName: ['Nachname', z.string()],
        language: ['Sprache', locale],
        createdAt: ['AngelegtAm', instant],
        confirmedAt: ['BestaetigtAm', instant.nullable()],
        newsletter: ['Newsletter', z.enum(['angemeldet', 'angefragt', 'abgemeldet'])],
        newsletterSince: ['NewsletterSeit', instant.nullable()],
        stepMails: ['SchrittMails', flag],
      }),
    ],
    bankData: ['Bankverbindung', maskedBankData.nullable()],
    consents: [
      'Zustimmungen',
      z.array(
        shape({
          ...wordedConsentFields,
          referral: ['Empfehlungsnummer', z.string().nullable()],
        }),
      ),
    ],
    referrals: [
      'Empfehlungen',
      z.array(
        shape({
          number: ['Empfehlungsnummer', z.string()],
          code: ['Empfehlungscode', z.string()],
          firstName: ['Vorname', z.string()], // as typed then
          company: ['Firma', z.string().nullable()],
          product: ['Produkt', z.string()],
          status: ['Status', referralStatus],
          share: ['Anteil', percent],
          channel: ['Kanal', z.string()],
          campaign: ['Kampagne', z.string().nullable()],
          createdAt: ['ErstelltAm', instant],
          validUntil: ['GueltigBis', date],
          clicks: ['Klicks', count],
          recipients: [
            'Empfaenger',
            z.array(shape({ initials: ['Kuerzel', z.string()], acceptedOn: ['ZugesagtAm', date] })),
          ],
        }),
      ),
    ],
    claims: ['Nachbuchungen', z.array(ownClaim)],
    rewards: [
      'Praemierungen',
      z.array(
        shape({
          id: ['Id', z.string()],
          referral: ['Empfehlungsnummer', z.string().nullable()],
          cents: ['WertCent', cents],
          status: ['Status', rewardStatus],
          takenAs: ['Art', z.enum(['Geld', 'Gutschein', 'Verrechnung']).nullable()],
          createdAt: ['ErstelltAm', instant],
          collectedAt: ['AbgeholtAm', instant.nullable()],
          paidAt: ['AusgezahltAm', instant.nullable()],
          claimedBackAt: ['ZurueckgefordertAm', instant.nullable()],
          goodwillReason: ['Kulanzgrund', z.string().nullable()],
          waitingBankData: ['WartendeBankdaten', maskedBankData.nullable()], // of what is not paid yet
          bankSpells: ['BankSchreibt', z.string().nullable()], // how the bank has the owner of that account
          voucherCodes: [
            'Gutscheincodes',
            z.array(shape({ cents: ['WertCent', cents], code: ['Code', z.string()] })),
          ],
        }),
      ),
    ],
    payouts: [
      'Auszahlungen',
      z.array(
        shape({
          rewardId: ['PraemierungId', z.string()],
          cents: ['WertCent', cents],
          holder: ['Kontoinhaber', z.string()],
          iban: ['Iban', z.string()],
          status: ['Status', z.enum(['unterwegs', 'ausgezahlt', 'abgelehnt', 'zurueck'])],
          createdAt: ['BeauftragtAm', instant],
          settledAt: ['AusgefuehrtAm', instant.nullable()],
        }),
      ),
    ],
    repayments: ['Rueckzahlungen', z.array(ownRepayment)],
  }),
  errors: ['session-missing', 'not-authorised'],
})
