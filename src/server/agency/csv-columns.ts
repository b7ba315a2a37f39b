import type { z } from 'zod'
import type { ReportName, reportRow } from '../../contract/agentur-berichte.ts'
import type { Locale } from '../../domain/tenant.ts'

type Column = Exclude<
  keyof z.output<typeof reportRow>,
  'orders' | 'isReleasable' | 'decision' | 'expectedCents' | 'feeCents'
>

export const csvColumns: Record<ReportName, readonly Column[]> = {
  auftraege: [
    'day',
    'id',
    'number',
    'referrer',
    'product',
    'status',
    'refusal',
    'cents',
    'employee',
  ],
  praemien: [
    'day',
    'id',
    'number',
    'referrer',
    'beneficiary',
    'product',
    'status',
    'refusal',
    'cents',
    'employee',
  ],
  empfehlungen: ['day', 'id', 'referrer', 'product', 'status', 'employee'],
  leads: ['day', 'id', 'number', 'contact', 'referrer', 'product', 'status', 'employee'],
  empfehler: ['day', 'id', 'referrer', 'status', 'employee'],
}

export const csvHead: Record<Column, Record<Locale, string>> = {
  day: { de: 'Datum', en: 'Date' },
  id: { de: 'Kennung', en: 'Id' },
  number: { de: 'Nummer', en: 'Number' },
  referrer: { de: 'Empfehler', en: 'Referrer' },
  contact: { de: 'Kontakt', en: 'Contact' },
  beneficiary: { de: 'Begünstigt', en: 'Beneficiary' },
  product: { de: 'Produkt', en: 'Product' },
  status: { de: 'Status', en: 'Status' },
  refusal: { de: 'Grund', en: 'Reason' },
  cents: { de: 'Prämie in Euro', en: 'Reward in euros' },
  employee: { de: 'Mitarbeiter', en: 'Employee' },
}
