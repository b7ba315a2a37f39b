import type { Localised } from '../../domain/tenant.ts'
import type { CommissionState, ListedOrder } from './list-store.ts'

// The words of exported lists; the pages have the same (web/texts/salesPartner.json).

export const orderWords: Record<ListedOrder['state'], Localised> = {
  confirmed: { de: 'bestätigt', en: 'confirmed' },
  released: { de: 'freigegeben', en: 'released' },
  cancelled: { de: 'storniert', en: 'cancelled' },
}

export const commissionWords: Record<CommissionState, Localised> = {
  promised: { de: 'vorgemerkt', en: 'promised' },
  released: { de: 'verdient', en: 'earned' },
  billed: { de: 'abgerechnet', en: 'billed' },
  cancelled: { de: 'storniert', en: 'cancelled' },
  'taken-back': { de: 'zurückgenommen', en: 'taken back' },
}

export const csvHead = {
  contractOn: { de: 'Vertrag vom', en: 'Contract of' },
  externalNumber: { de: 'Auftrag', en: 'Order' },
  number: { de: 'Kennung', en: 'Id' },
  product: { de: 'Tarif', en: 'Tariff' },
  order: { de: 'Stand', en: 'State' },
  commission: { de: 'Stand', en: 'State' },
  releasableOn: { de: 'Verdient ab', en: 'Earned from' },
  note: { de: 'Gutschrift', en: 'Credit note' },
  cents: { de: 'Provision in Euro, netto', en: 'Commission in euros, net' },
} as const satisfies Record<string, Localised>
export type CsvColumn = keyof typeof csvHead
