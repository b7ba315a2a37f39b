import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { cents, count, date, flag, text } from './fields.ts'
import { bankData, ofReward, openedReward, rewardStatus } from './praemierung.ts'
import { referralStatus } from './empfehlen.ts'
import { refusedFields } from './refusal.ts'
import { shape } from './shape.ts'

const empty = z.strictObject({})

// Progress, what it waits for, and until when.
const way = {
  step: ['Schritt', z.string()],
  steps: [
    'Schritte',
    z.array(shape({ name: ['Name', z.string()], doneOn: ['ErledigtAm', date.nullable()] })),
  ],
  waitsFor: ['WartetAuf', z.string()],
  nextOn: ['NaechsterTermin', date.optional()],
} as const

export const maskedBankData = shape({
  holder: ['Kontoinhaber', z.string()],
  iban: ['Iban', z.string()], // masked: DE89 **** **** **** **** 00
  bic: ['Bic', z.string().optional()],
})

export const showBankData = endpoint({
  name: 'showBankData',
  method: 'GET',
  path: '/empfehler/bankdaten',
  summary: "The referrer's bank account, masked",
  caller: 'referrer-or-reward',
  query: ofReward, // that reward, whoever is logged in
  answer: maskedBankData.nullable(),
  errors: ['session-missing', 'reward-token-invalid'],
})

export const saveBankData = endpoint({
  name: 'saveBankData',
  method: 'PUT',
  path: '/empfehler/bankdaten',
  summary:
    "Store the referrer's bank account; a change is told by mail. With the token of a reward that waits, the first account alone",
  caller: 'referrer-or-reward',
  query: ofReward, // that reward, whoever is logged in
  asksPassword: true,
  body: bankData,
  answer: maskedBankData,
  errors: [
    'session-missing',
    'iban-invalid',
    'bank-data-not-saved',
    'address-unconfirmed',
    'not-authorised',
    'login-first',
    'blocked-general',
    'blocked-single',
    'too-many-requests',
  ],
})

export const deleteBankData = endpoint({
  name: 'deleteBankData',
  method: 'DELETE',
  path: '/empfehler/bankdaten',
  summary: "Delete the referrer's stored bank account",
  caller: 'referrer',
  asksPassword: true,
  answer: empty,
  errors: ['session-missing', 'not-authorised'],
})

export const listOwnReferrals = endpoint({
  name: 'listOwnReferrals',
  method: 'GET',
  path: '/empfehler/empfehlungen',
  summary:
    "The referrer's referrals, newest first, each with its recipients' steps and what they wait for",
  caller: 'referrer',
  // Includes rewards without referral as lines of their own: no number, no recipients, `goodwill` set.
  query: shape({ goodwill: ['kulanz', z.enum(['1']).optional()] }),
  answer: z.array(
    shape({
      number: ['Empfehlungsnummer', z.string()],
      hex: ['Hex', z.string()],
      code: ['Empfehlungscode', z.string()],
      product: ['Produkt', z.string()],
      status: ['Status', referralStatus],
      createdOn: ['ErstelltAm', date],
      validUntil: ['GueltigBis', date],
      clicks: ['Klicks', count],
      link: ['Empfehlungslink', z.string()],
      recipients: [
        'Empfaenger',
        z.array(
          shape({
            initials: ['Kuerzel', z.string()],
            ...way, // of the newest uncancelled contract, or towards one
            // Every contract, newest first.
            contracts: [
              'Vertraege',
              z
                .array(
                  shape({
                    product: ['Produkt', z.string()], // the ordered product, which may differ from the recommended
                    contractOn: ['Vertragsdatum', date],
                    cents: ['WertCent', cents.optional()], // the own reward, once released
                    ...way,
                    ...refusedFields, // absent: nobody refused it
                    // A cancellation's effect on the own reward.
                    cancellation: [
                      'Storno',
                      shape({
                        cancelledOn: ['StorniertAm', date],
                        reward: ['Praemie', z.enum(['keine', 'entfallen', 'zurueckgefordert'])],
                      }).optional(),
                    ],
                  }),
                )
                .optional(),
            ],
          }),
        ),
      ],
      reward: [
        'Praemie',
        shape({
          cents: ['WertCent', cents], // sum of own rewards in that state, or one order's expected earnings
          status: ['Status', z.string().nullable()],
          dueOn: ['FaelligAm', date.nullable()],
          id: ['PraemierungId', z.string().nullable()],
          claimedBack: ['Zurueckgefordert', flag.optional()],
        }),
      ],
      // The own rewards, newest first.
      rewards: [
        'Praemierungen',
        z
          .array(
            shape({
              id: ['Id', z.string()],
              cents: ['WertCent', cents],
              status: ['Status', rewardStatus],
              dueOn: ['FaelligAm', date.nullable()],
              expectedOn: ['VoraussichtlichAm', date.optional()], // in the account; absent if the bank is late
              claimedBack: ['Zurueckgefordert', flag.optional()], // its contract was cancelled after payment
              expiresOn: ['VerfuegbarBis', date.nullable()],
              // Why the bank returned the last payment.
              payoutProblem: ['Rueckweisungsgrund', z.string().optional()],
              // The ordered product, which may differ from the recommended one.
              product: ['Produkt', z.string().optional()],
              ...refusedFields,
            }),
          )
          .optional(),
      ],
      // Expected earnings of confirmed, unreleased contracts.
      expectedCents: ['ErwartetCent', cents.optional()],
      goodwill: ['Kulanz', flag.optional()],
    }),
  ),
  errors: ['session-missing'],
})

export const resendRewardMail = endpoint({
  name: 'resendRewardMail',
  method: 'GET',
  path: '/empfehler/praemierungmail/:id',
  summary: "Send the mail of one's own reward again (limited)",
  caller: 'referrer',
  params: shape({ id: ['id', text] }),
  answer: empty,
  errors: ['session-missing', 'not-found', 'too-many-requests'],
})

export const openOwnReward = endpoint({
  name: 'openOwnReward',
  method: 'POST',
  path: '/empfehler/praemierung/:id',
  summary: "The token of one's own reward, to collect it without a mail",
  caller: 'referrer',
  asksPassword: true,
  params: shape({ id: ['id', text] }),
  answer: openedReward,
  status: 201,
  errors: ['session-missing', 'not-found', 'not-authorised', 'too-many-requests'],
})

export const showReferralBanner = endpoint({
  name: 'showReferralBanner',
  method: 'GET',
  path: '/empfehler/empfehlungen/showbanner/BannerTEZuTP',
  summary:
    'Whether the referrer should see the banner to the other programme: has referrals in one (TP) and none in the other (DP)',
  caller: 'referrer',
  answer: shape({ show: ['Anzeigen', flag] }),
  errors: ['session-missing'],
})
