import type { Localised } from '../../domain/tenant.ts'

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
