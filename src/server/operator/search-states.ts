import { referralLabels } from '../../domain/referral.ts'
import { rewardLabels } from '../../domain/reward.ts'
import { orderLabels } from '../order/order-labels.ts'
import type { FoundPerson } from './search-people-store.ts'
import type { FoundNumber } from './search-store.ts'

const company = {
  registered: 'Registriert',
  active: 'Aktiv',
  inactive: 'Inaktiv',
  closed: 'Geschlossen',
}

/** Wire labels of what a search finds. */
const labels: Record<
  FoundPerson['source'] | FoundNumber['kind'] | 'agency',
  Record<string, string>
> = {
  account: { new: 'Neu', active: 'Aktiv', blocked: 'Gesperrt' },
  contact: { accepted: 'Angenommen', confirmed: 'Bestaetigt' },
  'agency-user': { new: 'Neu', active: 'Aktiv', left: 'Ausgeschieden' },
  'sales-partner': company,
  invited: { invited: 'Eingeladen' },
  agency: company,
  referral: referralLabels,
  order: { ...orderLabels, unmatched: 'PasstZuNiemandem' },
  reward: rewardLabels,
  payout: {
    'in-transit': 'Unterwegs',
    paid: 'Ausgezahlt',
    rejected: 'Abgewiesen',
    returned: 'Zurueckgekommen',
  },
  invoice: {
    open: 'Offen',
    settled: 'Ausgeglichen',
    'in-transit': 'Unterwegs',
    paid: 'Gezahlt',
  },
}

export const stateLabel = (kind: keyof typeof labels, state: string): string | null =>
  labels[kind][state] ?? null
