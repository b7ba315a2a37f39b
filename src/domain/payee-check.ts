// Verification of payee (Regulation (EU) 2024/886): before a transfer leaves, the payee's bank compares the name with the account.

export const payeeResults = ['match', 'close', 'none', 'impossible'] as const
export type PayeeResult = (typeof payeeResults)[number]

// ISO 20022 ExternalPaymentTransactionStatus1Code and ...GroupStatus1Code.
const results = new Map<string, PayeeResult>([
  ['RCVC', 'match'],
  ['RVMC', 'close'],
  ['RVNM', 'none'],
  ['RVNA', 'impossible'],
])

/** Of a file or block alone: its payments differ (RVCM), or not all were asked about (RVNC). */
const mixed = ['RVCM', 'RVNC']

/** A whole's word that tells nothing of one payment. */
export const tellsOfNone = (code: string) => mixed.includes(code)

export const payeeResult = (code: string): PayeeResult | undefined => results.get(code)

/** Whether a status tells of the check of payees, and not of the order. */
export const isPayeeCheck = (code: string) => results.has(code) || mixed.includes(code)

/** What becomes of a payment whose order was cancelled after the check, by our own reasons (bank-reasons.ts); null: it is due again. */
export function reasonAfterCheck(
  check: { result: PayeeResult; bank_spells: string | null } | undefined,
): 'payee-no-match' | 'payee-close-match' | null {
  if (check?.result === 'close' && check.bank_spells !== null) return 'payee-close-match'
  return check?.result === 'close' || check?.result === 'none' ? 'payee-no-match' : null
}
