import type { ReportName } from '../../contract/agentur-berichte.ts'
import type { Subject } from '../../domain/abilities.ts'
import { referralLabels } from '../../domain/referral.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import { orderLabels } from '../order/order-labels.ts'

const refusedLabel = 'NichtAnerkannt' // elsewhere on the wire `Storniert` with a reason beside it

/** Which rows a list of the wire shows. */
export const kindOf: Record<ReportName, ReportKind> = {
  auftraege: 'orders',
  empfehlungen: 'referrals',
  leads: 'leads',
  empfehler: 'recommenders',
  praemien: 'rewards',
}

/** What one has to be allowed to read to see a list, its file and its rows. */
export const neededFor: Record<ReportName, Subject> = {
  auftraege: 'order-report',
  empfehlungen: 'recommender-report',
  leads: 'recommender-report',
  empfehler: 'recommender-report',
  praemien: 'rewards',
}

/** Status labels on the wire, by the states of each kind of row. */
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
    claimed: 'Zurueckgefordert', // paid, but its order was cancelled after
  },
  referrals: referralLabels,
  leads: { accepted: 'Angenommen', confirmed: 'Bestaetigt', withdrawn: 'Zurueckgezogen' },
  recommenders: { new: 'Neu', active: 'Aktiv' },
}

/** The state behind a label of the wire; undefined where the list has no such label. */
export const stateOf = (kind: ReportKind, label: string): string | undefined =>
  Object.entries(reportLabels[kind]).find(([, said]) => said === label)?.[0]
