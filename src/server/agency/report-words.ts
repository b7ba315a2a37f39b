import type { ReportName } from '../../contract/agentur-berichte.ts'
import type { Subject } from '../../domain/abilities.ts'
import { referralLabels } from '../../domain/referral.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import { orderLabels } from '../order/order-labels.ts'

const refusedLabel = 'NichtAnerkannt' // elsewhere on the wire `Storniert` with a reason

/** Row kind of each wire list. */
export const kindOf: Record<ReportName, ReportKind> = {
  auftraege: 'orders',
  empfehlungen: 'referrals',
  leads: 'leads',
  empfehler: 'recommenders',
  praemien: 'rewards',
}

/** Permission for a list, its file and rows. */
export const neededFor: Record<ReportName, Subject> = {
  auftraege: 'order-report',
  empfehlungen: 'recommender-report',
  leads: 'recommender-report',
  empfehler: 'recommender-report',
  praemien: 'rewards',
}

/** Wire labels by state, per kind. */
export const reportLabels: Record<ReportKind, Record<string, string>> = {
  orders: { ...orderLabels, refused: refusedLabel },
  rewards: {
    open: 'Offen',
    provided: 'Bereitgestellt',
    collected: 'Abgeholt',
    paid: 'Ausgezahlt',
    cancelled: 'Storniert',
    refused: refusedLabel,
    expired: 'Abgelaufen',
    claimed: 'Zurueckgefordert', // paid, but the order was cancelled later
  },
  referrals: referralLabels,
  leads: { accepted: 'Angenommen', confirmed: 'Bestaetigt', withdrawn: 'Zurueckgezogen' },
  recommenders: { new: 'Neu', active: 'Aktiv' },
}

/** The state of a wire label; undefined if unknown. */
export const stateOf = (kind: ReportKind, label: string): string | undefined =>
  Object.entries(reportLabels[kind]).find(([, said]) => said === label)?.[0]
