import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, date, flag, instant, payeeName, text } from './fields.ts'
import { rewardOption } from './praemie.ts'
import { refusedFields } from './refusal.ts'
import { shape } from './shape.ts'

export const rewardStatus = z.enum([
  'Offen',
  'Bereitgestellt',
  'Ausgezahlt',
  'Abgeholt',
  'Storniert',
  'Abgelaufen',
])

/** What somebody paid back by transfer, as their own data file says it. */
export const ownRepayment = shape({
  rewardId: ['PraemierungId', z.string()],
  cents: ['BetragCent', cents],
  paidOn: ['Am', date],
  reference: ['Referenz', z.string().nullable()], // as the bank’s statement said; forgotten after the tenant’s years
  bookedAt: ['GebuchtAm', instant],
  undoneAt: ['ZurueckgenommenAm', instant.nullable()], // a wrong booking: that much is owed again
})

export const bankData = shape({
  holder: ['Kontoinhaber', payeeName],
  iban: ['Iban', z.string().trim().min(5).max(50)],
  bic: ['Bic', z.string().trim().max(11).optional()],
})

export const rewardView = shape({
  id: ['Id', z.string()],
  status: ['Status', rewardStatus],
  cents: ['WertCent', cents],
  amount: ['Wert', z.string()],
  beneficiary: ['Beguenstigter', z.enum(['Empfehler', 'Empfaenger'])],
  options: ['Auswahl', z.array(rewardOption)],
  chosen: ['Praemie', rewardOption.optional()],
  bankData: [
    'Bankdaten',
    shape({
      holder: ['Kontoinhaber', z.string()],
      maskedIban: ['IbanMaskiert', z.string()],
    }).optional(),
  ],
  dueOn: ['FaelligAm', date.optional()],
  // Expected arrival of cash, if collected today; absent if the bank is late.
  expectedOn: ['VoraussichtlichAm', date.optional()],
  held: ['InPruefung', flag.optional()], // the reason is for the reviewer
  // Its contract was cancelled after payment.
  claimedBack: ['Zurueckgefordert', flag.optional()],
  ...refusedFields, // beside `Storniert`: refused, not cancelled
  hasCodes: ['CodesAnzeigbar', flag.optional()], // `showVoucherCodes`, by this token
  referralNumber: ['Empfehlungsnummer', z.string().optional()],
  expiresOn: ['VerfuegbarBis', date.optional()],
  payoutProblem: ['Rueckweisungsgrund', z.string().optional()],
  asksHolder: ['Kontofrage', flag.optional()], // the bank spells the holder otherwise: the page HolderQuestion
  productTitle: ['Produkt', z.string().optional()],
  goodwill: ['Kulanz', flag.optional()], // by support, without contract
  setOffCents: ['VerrechnetCent', cents.optional()], // with money that was to be paid back; `WertCent` is without it
  // Links can be forwarded or planted, so the owner is shown beside the account form.
  owner: [
    'Inhaber',
    shape({
      firstName: ['Vorname', z.string()],
      maskedEmail: ['EmailMaskiert', z.string()],
    }).optional(),
  ],
})

/** Selects a reward among several that are open in this browser; default: the one opened last. A token opens no other. */
export const ofReward = shape({ rewardId: ['praemierung', z.uuid().optional()] })

/** A token for the reward's pages, and whether its owner is asked for the holder's name first. */
export const openedReward = shape({
  token: ['Token', z.string()],
  validUntil: ['TokenGueltigBis', instant],
  asksHolder: ['Kontofrage', flag],
})

/** Whether whoever came by a mailed link alone has shown that they read the mailbox now. */
export const addressProof = shape({
  confirmed: ['Bestaetigt', flag], // also where none is needed: after a log-in
  waitsForCode: ['CodeVerschickt', flag],
  maskedEmail: ['EmailMaskiert', z.string()],
})
export const givenCode = shape({ code: ['Code', z.string().max(40)] })

export const showReward = endpoint({
  name: 'showReward',
  method: 'GET',
  path: '/praemierung',
  summary: 'The reward that the token opens',
  caller: 'reward',
  query: shape({
    details: ['details', z.string().max(20).optional()],
    rewardId: ['praemierung', z.uuid().optional()],
  }),
  answer: rewardView,
  errors: ['reward-token-invalid'],
})

export const collectReward = endpoint({
  name: 'collectReward',
  method: 'PUT',
  path: '/praemierung',
  summary: 'Choose how to take the reward, with bank data for cash; once',
  caller: 'reward',
  query: ofReward,
  body: shape({
    optionId: ['PraemieId', text],
    bankData: ['Bankdaten', bankData.optional()],
  }),
  answer: rewardView,
  errors: [
    'reward-token-invalid',
    'reward-collected',
    'iban-invalid',
    'address-unconfirmed',
    'no-voucher-left',
    'not-found',
    'blocked-general',
    'blocked-single',
  ],
})

export const showRewardProof = endpoint({
  name: 'showRewardProof',
  method: 'GET',
  path: '/praemierung/adressnachweis',
  summary:
    'Whether the owner’s address is confirmed in this browser (cookie `zs_address`), as an account for cash needs it where the token came by mail',
  caller: 'reward',
  query: ofReward,
  answer: addressProof,
  errors: ['reward-token-invalid'],
})

export const sendRewardCode = endpoint({
  name: 'sendRewardCode',
  method: 'POST',
  path: '/praemierung/adressnachweis',
  summary: 'Mail the owner a code of 6 digits: 15 minutes, 5 tries, for this browser',
  caller: 'reward',
  query: ofReward,
  answer: addressProof,
  errors: ['reward-token-invalid', 'too-many-requests'],
})

export const confirmRewardAddress = endpoint({
  name: 'confirmRewardAddress',
  method: 'PUT',
  path: '/praemierung/adressnachweis',
  summary: 'Confirm the address by its code; holds for an hour',
  caller: 'reward',
  query: ofReward,
  body: givenCode,
  answer: addressProof,
  errors: ['reward-token-invalid', 'code-wrong', 'code-over'],
})

export const showVoucherCodes = endpoint({
  name: 'showVoucherCodes',
  method: 'POST',
  path: '/praemierung/gutscheincodes',
  summary:
    'The codes of a reward taken as a voucher, and keeps when they were first shown; by the link of the mail that has them, or from a session by password',
  caller: 'reward',
  query: ofReward,
  answer: shape({
    codes: [
      'Codes', // as their mail lists them
      z.array(
        shape({
          code: ['Code', z.string()],
          amount: ['Wert', z.string()],
          expiresOn: ['GueltigBis', date.nullable()],
        }),
      ),
    ],
  }),
  errors: ['reward-token-invalid', 'not-found', 'blocked-general', 'blocked-single'],
})

export const showHolderQuestion = endpoint({
  name: 'showHolderQuestion',
  method: 'GET',
  path: '/praemierung/kontoinhaber',
  summary:
    'The owner of the reward’s account as their bank spells them, for them alone to confirm; null where nothing is asked',
  caller: 'reward',
  query: ofReward,
  answer: shape({
    question: [
      'Frage',
      shape({
        bankSpells: ['BankSchreibt', z.string()],
        holder: ['Kontoinhaber', z.string()],
        maskedIban: ['IbanMaskiert', z.string()],
        amount: ['Wert', z.string()],
      }).nullable(),
    ],
    isPayable: ['WirdUeberwiesen', flag], // what the question was about, or another account, was given
  }),
  errors: ['reward-token-invalid'],
})

export const confirmHolder = endpoint({
  name: 'confirmHolder',
  method: 'PUT',
  path: '/praemierung/kontoinhaber',
  summary: 'Uses the name as the bank spells it; the reward is paid with the next payout',
  caller: 'reward',
  query: ofReward,
  body: shape({ bankSpells: ['BankSchreibt', z.string().max(140)] }),
  errors: [
    'reward-token-invalid',
    'reward-collected',
    'changed-meanwhile',
    'not-found',
    'blocked-general',
    'blocked-single',
  ],
})

export const showRewardBanner = endpoint({
  name: 'showRewardBanner',
  method: 'GET',
  path: '/praemierung/showbanner/BannerTEZuTP',
  summary:
    'The same for the referrer whose reward the token opens; never for the reward of a contact',
  caller: 'reward',
  query: ofReward,
  answer: shape({ show: ['Anzeigen', flag] }),
  errors: ['reward-token-invalid'],
})
