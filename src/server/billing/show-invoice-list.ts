import { showInvoiceList as endpoint } from '../../contract/agentur-rechnungen.ts'
import { invoiceWords } from '../../contract/state-words.ts'
import { toCsvCell } from '../../domain/csv.ts'
import type { DocumentKind } from '../../domain/invoice.ts'
import { say, type Said } from '../../domain/say.ts'
import type { Locale } from '../../domain/tenant.ts'
import { serve } from '../serve.ts'
import { listStatedInvoices, type StatedInvoice } from './invoice-payment-store.ts'
import { askedFor, invoiceLabels, openOf } from './list-invoices.ts'
import { listCorrections } from './invoice-record-store.ts'
import { agencyUserOf } from '../agency/session.ts'

const head: Said[] = [
  { de: 'Nummer', en: 'Number' },
  { de: 'Monat', en: 'Month' },
  { de: 'Datum', en: 'Date' },
  { de: 'Fällig am', en: 'Due on' },
  { de: 'Prämien in Euro', bonus: { de: 'Boni in Euro' }, en: 'Rewards in euros' },
  { de: 'Servicegebühr in Euro', en: 'Service fee in euros' },
  { de: 'Umsatzsteuer in Euro', en: 'VAT in euros' },
  { de: 'Gesamt in Euro', en: 'Total in euros' },
  { de: 'Status', en: 'Status' },
  { de: 'Bezahlt am', en: 'Paid on' },
  { de: 'Art', en: 'Kind' },
  { de: 'Berichtigt', en: 'Corrects' },
  { de: 'Offen in Euro', en: 'Open in euros' },
]

const kinds: Record<DocumentKind, Record<Locale, string>> = {
  invoice: { de: 'Rechnung', en: 'Invoice' },
  credit: { de: 'Rechnungskorrektur', en: 'Invoice correction' },
  'self-billed': { de: 'Gutschrift', en: 'Credit note' },
}

const most = 10_000 // two documents a month for four hundred years

/** The list's documents, all pages, as a file in the page's wording and signs. */
export const showInvoiceList = serve(endpoint, async (call) => {
  const { tenant, today, locale, query, transaction } = call
  const { agencyId } = agencyUserOf(call.caller)
  const { rows, corrections } = await transaction(async (tx) => {
    const part = { ...askedFor(query), limit: most, offset: 0 }
    const found = await listStatedInvoices(tx, tenant.code, agencyId, today, part)
    const ids = found.map((row) => row.invoice_id)
    return { rows: found, corrections: await listCorrections(tx, tenant.code, ids) }
  })
  const numbers = Map.groupBy(corrections, ({ creditId }) => creditId)
  const lines = [
    head.map((cell) => say(cell, call)),
    ...rows.map((row) => [
      ...cellsOf(row, locale),
      (numbers.get(row.invoice_id) ?? []).map(({ number }) => number).join(', '),
      euros(row, openOf(row), locale),
    ]),
  ]
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="rechnungen-${today.toString()}.csv"`)
    .type('text/csv; charset=utf-8')
  // The BOM lets spreadsheets read umlauts.
  await call.reply.send(
    `\ufeff${lines.map((cells) => `${cells.map(toCsvCell).join(';')}\r\n`).join('')}`,
  )
  return undefined
})

function euros({ kind }: StatedInvoice, cents: number, locale: Locale): string {
  const signed = ((kind === 'credit' ? 0 - cents : cents) / 100).toFixed(2)
  return locale === 'de' ? signed.replace('.', ',') : signed
}

function cellsOf(row: StatedInvoice, locale: Locale): string[] {
  return [
    row.number,
    row.month,
    row.issued_on,
    row.kind === 'credit' ? '' : row.due_on,
    euros(row, row.reward_cents, locale),
    euros(row, row.fee_cents, locale),
    euros(row, row.vat_cents, locale),
    euros(row, row.total_cents, locale),
    invoiceWords[invoiceLabels[row.state]][locale],
    row.paid_on ?? '',
    kinds[row.kind][locale],
  ]
}
