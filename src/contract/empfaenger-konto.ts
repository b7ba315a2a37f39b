import { z } from 'zod'
import { address, givenAddress, ofReferral, recipientFields } from './empfaenger.ts'
import { consentFields, wordedConsentFields } from './consent-fields.ts'
import { endpoint } from './endpoint.ts'
import { cents, date, flag, germanDate, instant, name, plainLine, salutation } from './fields.ts'
import { ownClaim } from './nachbuchung.ts'
import {
  addressProof,
  bankData,
  givenCode,
  openedReward,
  ownRepayment,
  rewardStatus,
  rewardView,
} from './praemierung.ts'
import { refusedFields } from './refusal.ts'
import { formShape, shape } from './shape.ts'

const empty = z.strictObject({})

/** What must be settled before a requested deletion. */
export const keptFor = z.enum(['vertrag', 'praemie'])

const consents = z.array(shape(consentFields))

export const showRecipientData = endpoint({
  name: 'showRecipientData',
  method: 'GET',
  path: '/empfaenger/daten',
  summary: "The recipient's own page: data, consents, and where contract and reward stand",
  caller: 'recipient',
  query: ofReferral,
  answer: shape({
    ...recipientFields,
    phone: ['Telefon', z.string().nullable()],
    address: ['Adresse', address.nullable()],
    advertising: ['Werbeeinwilligung', flag],
    // Whether this token may change data: mailed, or the address is unconfirmed.
    owner: ['Nachgewiesen', flag],
    // Whether the token was mailed, so that it may confirm.
    mailed: ['PerMail', flag],
    consents: ['Zustimmungen', consents],
    termsVersion: ['AktuelleFassung', z.string()],
    termsAgreed: ['AktuelleFassungZugestimmt', flag],
    steps: [
      'Schritte',
      z.array(shape({ name: ['Name', z.string()], doneOn: ['ErledigtAm', date.nullable()] })),
    ],
    step: ['Schritt', z.string()],
    waitsFor: ['WartetAuf', z.string()],
    waitsForName: ['WartetAufName', z.string().optional()], // first name of the referrer who has to claim
    nextOn: ['NaechsterTermin', date.optional()],
    // A contract reported for this address on another device; proves nothing while unconfirmed.
    reportedOn: ['AndernortsGemeldetAm', date.optional()],
    ...refusedFields, // of the newest contract or its reward
    reward: [
      'Praemie',
      shape({
        cents: ['WertCent', cents],
        amount: ['Wert', z.string()],
        status: ['Status', rewardStatus],
        expiresOn: ['VerfuegbarBis', date.optional()],
        // Of cash, if collected today or already; absent if the bank is late.
        expectedOn: ['VoraussichtlichAm', date.optional()],
        iban: ['IbanMaskiert', z.string().optional()],
      }).nullable(),
    ],
    // The yearly cap leaves less of the newest contract, or of the one to come, than promised: what is left, and the cap.
    capped: [
      'Begrenzt',
      shape({
        cents: ['WertCent', cents],
        amount: ['Wert', z.string()],
        limit: ['Hoechstwert', z.string()],
      }).optional(),
    ],
    keptFor: ['BleibtFuer', z.array(keptFor)], // empty: deleted at once
    eraseAskedOn: ['LoeschungGewuenschtAm', date.nullable()],
  }),
  errors: ['recipient-token-invalid'],
})

export const correctRecipientData = endpoint({
  name: 'correctRecipientData',
  method: 'PUT',
  path: '/empfaenger/daten',
  summary:
    'Correct name, birth date, phone and address. The e-mail address is proven by its confirmation and stays',
  caller: 'recipient',
  query: ofReferral,
  body: formShape({
    salutation: ['Anrede', salutation],
    firstName: ['Vorname', name],
    lastName: ['Name', name.optional()],
    birthDate: ['Geburtsdatum', germanDate.optional()],
    phone: ['Telefon', plainLine.max(40).optional()],
    address: ['Adresse', givenAddress.optional()],
  }),
  answer: empty,
  errors: ['recipient-token-invalid', 'too-many-requests'],
})

export const confirmOwnData = endpoint({
  name: 'confirmOwnData',
  method: 'PUT',
  path: '/empfaenger/daten/bestaetigung',
  summary:
    'Confirm the data on the own page, by the recipient token that came by mail; done before, it is answered as done',
  caller: 'recipient',
  query: ofReferral,
  answer: empty,
  errors: ['recipient-token-invalid'],
})

export const withdrawRecipient = endpoint({
  name: 'withdrawRecipient',
  method: 'DELETE',
  path: '/empfaenger/daten',
  summary:
    'Withdraw from the referral and delete the data: at once, or as soon as contract and reward are settled',
  caller: 'recipient',
  query: ofReferral,
  answer: shape({ deleted: ['Geloescht', flag], keptFor: ['BleibtFuer', z.array(keptFor)] }),
  errors: ['recipient-token-invalid'],
})

export const withdrawAdvertising = endpoint({
  name: 'withdrawAdvertising',
  method: 'DELETE',
  path: '/empfaenger/werbeeinwilligung',
  summary: 'Withdraw the consent to advertising; that it was withdrawn is kept as proof',
  caller: 'recipient',
  query: ofReferral,
  answer: empty,
  errors: ['recipient-token-invalid'],
})

export const exportRecipient = endpoint({
  name: 'exportRecipient',
  method: 'GET',
  path: '/empfaenger/export',
  summary: 'Everything that is kept about the recipient, as a JSON file',
  caller: 'recipient',
  query: ofReferral,
  answer: shape({
    createdAt: ['ErstelltAm', instant],
    recipient: [
      'Person',
      shape({
        number: ['Empfaengernummer', z.string()],
        referralNumber: ['Empfehlungsnummer', z.string()],
        product: ['Produkt', z.string()],
        salutation: ['Anrede', z.string()],
        firstName: ['Vorname', z.string()],
        lastName: ['Name', z.string()],
        email: ['Email', z.string()],
        birthDate: ['Geburtsdatum', date.nullable()],
        phone: ['Telefon', z.string().nullable()],
        address: ['Adresse', address.nullable()],
        language: ['Sprache', z.string()],
        channel: ['Kanal', z.string()],
        campaign: ['Kampagne', z.string().nullable()],
        acceptedAt: ['ZugesagtAm', instant],
        confirmedAt: ['BestaetigtAm', instant.nullable()],
        advertising: ['Werbeeinwilligung', flag],
      }),
    ],
    consents: ['Zustimmungen', z.array(shape(wordedConsentFields))],
    claims: ['Nachbuchungen', z.array(ownClaim)],
    orders: [
      'Auftraege',
      z.array(
        shape({
          number: ['Auftragsnummer', z.string()],
          status: ['Status', z.string()],
          contractOn: ['Vertragsdatum', date],
        }),
      ),
    ],
    rewards: [
      'Praemierungen',
      z.array(
        shape({
          id: ['Id', z.string()],
          cents: ['WertCent', cents],
          status: ['Status', rewardStatus],
          takenAs: ['Art', z.enum(['Geld', 'Gutschein', 'Verrechnung']).nullable()],
          holder: ['Kontoinhaber', z.string().nullable()],
          iban: ['Iban', z.string().nullable()], // masked
          bankSpells: ['BankSchreibt', z.string().nullable()], // how the bank has the owner of that account
          createdAt: ['ErstelltAm', instant],
          collectedAt: ['AbgeholtAm', instant.nullable()],
          paidAt: ['AusgezahltAm', instant.nullable()],
        }),
      ),
    ],
    repayments: ['Rueckzahlungen', z.array(ownRepayment)],
  }),
  errors: ['recipient-token-invalid'],
})

export const showContactEarningsPdf = endpoint({
  name: 'showContactEarningsPdf',
  method: 'GET',
  path: '/empfaenger/einnahmen/pdf',
  summary: 'What the recipient received from this recommendation, by calendar year, as PDF',
  caller: 'recipient',
  query: ofReferral,
  file: 'application/pdf',
  errors: ['recipient-token-invalid', 'not-authorised'],
})

export const showContactEarningsFile = endpoint({
  name: 'showContactEarningsFile',
  method: 'GET',
  path: '/empfaenger/einnahmen/csv',
  summary: 'The same as CSV',
  caller: 'recipient',
  query: ofReferral,
  file: 'text/csv',
  errors: ['recipient-token-invalid', 'not-authorised'],
})

export const openRecipientReward = endpoint({
  name: 'openRecipientReward',
  method: 'POST',
  path: '/empfaenger/praemierung',
  summary: "Swap the recipient token for the token of the recipient's own reward",
  caller: 'recipient',
  query: ofReferral,
  answer: openedReward,
  status: 201,
  errors: ['recipient-token-invalid', 'not-found', 'too-many-requests'],
})

export const collectWithBankData = endpoint({
  name: 'collectWithBankData',
  method: 'POST',
  path: '/empfaenger/bankdaten',
  summary:
    "The recipient's bank data: collects the reward that waits for them, as cash. The same again is answered as done",
  caller: 'recipient',
  query: ofReferral,
  body: bankData,
  answer: rewardView,
  errors: [
    'recipient-token-invalid',
    'not-found',
    'reward-collected',
    'iban-invalid',
    'address-unconfirmed',
  ],
})

export const showContactProof = endpoint({
  name: 'showContactProof',
  method: 'GET',
  path: '/empfaenger/adressnachweis',
  summary:
    'Whether the contact’s address is confirmed in this browser (cookie `zs_address`), as an account for cash needs it',
  caller: 'recipient',
  query: ofReferral,
  answer: addressProof,
  errors: ['recipient-token-invalid'],
})

export const sendContactCode = endpoint({
  name: 'sendContactCode',
  method: 'POST',
  path: '/empfaenger/adressnachweis',
  summary: 'Mail the contact a code of 6 digits: 15 minutes, 5 tries, for this browser',
  caller: 'recipient',
  query: ofReferral,
  answer: addressProof,
  errors: ['recipient-token-invalid', 'too-many-requests'],
})

export const confirmContactAddress = endpoint({
  name: 'confirmContactAddress',
  method: 'PUT',
  path: '/empfaenger/adressnachweis',
  summary: 'Confirm the address by its code; holds for an hour',
  caller: 'recipient',
  query: ofReferral,
  body: givenCode,
  answer: addressProof,
  errors: ['recipient-token-invalid', 'code-wrong', 'code-over'],
})
