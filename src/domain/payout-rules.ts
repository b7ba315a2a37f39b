// Amounts are cents.

/** A tenant's rules for payouts. */
export type PayoutRules = {
  proposeCents: number // the most in one proposal; the rest stays for the next
  aloneCents: number // above it, two people approve
  preparerCents: number | null // the most that a preparer proposes; null: as the tenant
  approverCents: number | null // the most that an approver approves alone within a day; null: as the tenant
  schedule: PayoutSchedule | null
  aloneReason: string | null // why nobody else need approve; counts only where nobody else could
  instant: boolean // SEPA instant credit transfers
  latinNames: boolean // the bank takes all of EPC's Latin letters
  filePayments: number // what the bank takes in one file
  fileCents: number
}
/** Nobody is alone until those who could approve have been gone for that long: who ends their rights pays nothing by it. */
export const aloneAfterHours = 7 * 24

export type PayoutSchedule = { weekday: number; hour: number; leastCents: number } // Monday is 1

export const defaultPayoutRules: PayoutRules = {
  proposeCents: 50_000_000,
  aloneCents: 1_000_000,
  preparerCents: null,
  approverCents: null,
  schedule: null,
  aloneReason: null,
  instant: false,
  latinNames: false,
  filePayments: 5_000,
  fileCents: 99_999_999_999,
}

/** As a tenant file has them; null or missing: the default. */
export type StoredPayoutRules = {
  [
    Name in
      | 'proposeCents'
      | 'aloneCents'
      | 'preparerCents'
      | 'approverCents'
      | 'filePayments'
      | 'fileCents'
  ]?: number | null | undefined
} & {
  weekday?: number | null | undefined // null: no schedule
  hour?: number | null | undefined
  leastCents?: number | null | undefined
  aloneReason?: string | null | undefined
  instant?: boolean | undefined
  latinNames?: boolean | undefined
}

const scheduledHour = 9

export function readPayoutRules(stored: StoredPayoutRules): PayoutRules {
  const { weekday = null, hour, leastCents } = stored
  const rules = defaultPayoutRules
  return {
    proposeCents: stored.proposeCents ?? rules.proposeCents,
    aloneCents: stored.aloneCents ?? rules.aloneCents,
    preparerCents: stored.preparerCents ?? rules.preparerCents,
    approverCents: stored.approverCents ?? rules.approverCents,
    schedule:
      weekday === null
        ? null
        : { weekday, hour: hour ?? scheduledHour, leastCents: leastCents ?? 0 },
    aloneReason: stored.aloneReason ?? null,
    instant: stored.instant ?? rules.instant,
    latinNames: stored.latinNames ?? rules.latinNames,
    filePayments: stored.filePayments ?? rules.filePayments,
    fileCents: stored.fileCents ?? rules.fileCents,
  }
}
