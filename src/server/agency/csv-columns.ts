import type { z } from 'zod'
import type { ReportName, reportRow } from '../../contract/agentur-berichte.ts'
import type { Said } from '../../domain/say.ts'

type Row = z.output<typeof reportRow>
type Unwritten = 'orders' | 'isReleasable' | 'decision' | 'counts'
type Column = Exclude<keyof Row, Unwritten> | 'lostCents'

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
    'lostCents',
    'expectedCents',
    'feeCents',
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
    'lostCents',
    'employee',
  ],
  empfehlungen: ['day', 'id', 'referrer', 'product', 'status', 'employee'],
  leads: ['day', 'id', 'number', 'contact', 'referrer', 'product', 'status', 'employee'],
  empfehler: ['day', 'id', 'referrer', 'status', 'employee'],
}

export const csvHead: Record<Column, Said> = {
  day: { de: 'Datum', en: 'Date' },
  id: { de: 'Kennung', en: 'Id' },
  number: { de: 'Nummer', en: 'Number' },
  referrer: { de: 'Empfehler', en: 'Referrer' },
  contact: { de: 'Kontakt', en: 'Contact' },
  beneficiary: { de: 'Art', en: 'Kind' },
  product: { de: 'Produkt', en: 'Product' },
  status: { de: 'Status', en: 'Status' },
  refusal: { de: 'Grund', en: 'Reason' },
  // The first sums up to the page's total; the second is struck through there.
  cents: { de: 'Prämie in Euro', bonus: { de: 'Bonus in Euro' }, en: 'Reward in euros' },
  lostCents: { de: 'Entfallen in Euro', en: 'Lost in euros' },
  expectedCents: { de: 'Erwartet in Euro', en: 'Expected in euros' },
  feeCents: { de: 'Gebühr netto in Euro', en: 'Net fee in euros' },
  employee: { de: 'Mitarbeiter', en: 'Employee' },
}

/** A row in the file; valid and lost amounts have their own columns. */
export function csvRow(row: Row): Record<Column, string | number | null> {
  const { cents, counts } = row
  return {
    ...row,
    cents: cents !== null && !counts ? 0 : cents,
    lostCents: cents === null ? null : counts ? 0 : cents,
  }
}
