import type { Account, RewardEvent } from '../domain/ledger.ts'
import type { Locale, Localised } from '../domain/tenant.ts'

// What the ledger's accounts and events are called where people read them.

export const accountWords: Record<Account, Localised> = {
  programme: { de: 'Programm', en: 'Programme' },
  committed: { de: 'Zugesagt', en: 'Committed' },
  payable: { de: 'Zu zahlen', en: 'Payable' },
  'in-transit': { de: 'Bei der Bank', en: 'At the bank' },
  'paid-bank': { de: 'Überwiesen', en: 'Paid by transfer' },
  'paid-voucher': { de: 'Als Gutschein gegeben', en: 'Paid by voucher' },
  cancelled: { de: 'Storniert', en: 'Cancelled' },
  expired: { de: 'Verfallen', en: 'Expired' },
  claims: { de: 'Rückforderungen', en: 'Clawbacks' },
  'set-off': { de: 'Verrechnet', en: 'Set off' },
  'written-off': { de: 'Verzichtet', en: 'Written off' },
}

export const eventWords: Record<RewardEvent, Localised> = {
  created: { de: 'Entstanden', en: 'Made' },
  provided: { de: 'Bereitgestellt', en: 'Provided' },
  'collected-voucher-paid': { de: 'Gutschein ausgegeben', en: 'Voucher handed over' },
  'claimed-for-payout': { de: 'Zur Auszahlung genommen', en: 'Taken for a payout' },
  settled: { de: 'Von der Bank gebucht', en: 'Booked by the bank' },
  'settled-undone': { de: 'Buchungstag berichtigt', en: 'Booking day corrected' },
  rejected: { de: 'Von der Bank abgewiesen', en: 'Rejected by the bank' },
  returned: { de: 'Von der Bank zurückgegeben', en: 'Returned by the bank' },
  expired: { de: 'Verfallen', en: 'Expired' },
  'expired-open': { de: 'Verfallen, nicht übernommen', en: 'Expired, not claimed' },
  'cancelled-open': { de: 'Storniert', en: 'Cancelled' },
  'cancelled-provided': { de: 'Storniert', en: 'Cancelled' },
  'cancelled-collected': { de: 'Storniert', en: 'Cancelled' },
  'claim-bank': { de: 'Zurückgefordert', en: 'Claimed back' },
  'claim-voucher': { de: 'Zurückgefordert', en: 'Claimed back' },
  'claim-recovered': { de: 'Zurückgekommen', en: 'Came back' },
  'claim-repaid': { de: 'Zurückgezahlt', en: 'Paid back' },
  'repayment-undone': { de: 'Rückzahlung zurückgenommen', en: 'Repayment taken back' },
  'claim-written-off': { de: 'Auf Rückzahlung verzichtet', en: 'Repayment written off' },
  'set-off': { de: 'Mit Rückforderung verrechnet', en: 'Set off against a clawback' },
  'claim-set-off': { de: 'Durch Verrechnung beglichen', en: 'Set off by a reward' },
  'set-off-undone': { de: 'Verrechnung aufgehoben', en: 'Set-off undone' },
  'claim-again': { de: 'Wieder zurückgefordert', en: 'Claimed back again' },
}

/** A code without a word is shown as it is. */
const wordIn = (words: Record<string, Localised>) => (code: string, locale: Locale) =>
  Object.hasOwn(words, code) ? words[code]![locale] : code

export const accountWord = wordIn(accountWords)
export const eventWord = wordIn(eventWords)
