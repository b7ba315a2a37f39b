import type { z } from 'zod'
import {
  listInvoices as endpoint,
  type invoice,
  type invoiceStatus,
} from '../../contract/agentur-rechnungen.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { isAddressed } from './agency-invoices.ts'
import {
  listStatedInvoices,
  sumInvoices,
  type InvoiceFilter,
  type InvoiceOrder,
  type InvoiceState,
  type StatedInvoice,
} from './invoice-payment-store.ts'
import { listCorrections } from './invoice-record-store.ts'
import { agencyUserOf } from '../agency/session.ts'
import { findAgency } from '../agency/store.ts'

const defaultPageSize = 24 // two years of invoices

type Status = z.output<typeof invoiceStatus>
export const invoiceLabels: Record<InvoiceState, Status> = {
  open: 'offen',
  overdue: 'ueberfaellig',
  settled: 'ausgeglichen',
  paid: 'bezahlt',
}

/** Open includes overdue. */
const statesOf: Record<Status, InvoiceState[]> = {
  offen: ['open', 'overdue'],
  ueberfaellig: ['overdue'],
  ausgeglichen: ['settled'],
  bezahlt: ['paid'],
}

/** Query of a list and its file. */
export function askedFor(query: {
  orderBy?: InvoiceOrder | undefined
  descending?: 'true' | 'false' | undefined
  status?: Status | Status[] | undefined
  search?: string | undefined
}): InvoiceFilter & { orderBy: InvoiceOrder; descending: boolean } {
  const { orderBy, descending, status, search = '' } = query
  return {
    orderBy: orderBy ?? 'Datum',
    descending: descending ? descending === 'true' : orderBy === undefined,
    states: [status ?? []].flat().flatMap((one) => statesOf[one]),
    search,
  }
}

/** What of a document is still open, unsigned as its total. */
export const openOf = ({ state, open_cents: cents }: StatedInvoice): number =>
  state === 'open' || state === 'overdue' ? Math.abs(cents) : 0

/** A document on the wire. */
export const invoiceView = (
  row: StatedInvoice,
  corrections: Awaited<ReturnType<typeof listCorrections>>,
): z.output<typeof invoice> => ({
  id: row.invoice_id,
  kind: row.kind,
  number: row.number,
  month: row.month,
  issuedOn: row.issued_on,
  dueOn: row.due_on,
  rewardCents: row.reward_cents,
  feeCents: row.fee_cents,
  vatCents: row.vat_cents,
  totalCents: row.total_cents,
  openCents: openOf(row),
  status: invoiceLabels[row.state],
  paidOn: row.paid_on,
  corrects: corrections
    .filter(({ creditId }) => creditId === row.invoice_id)
    .map(({ number }) => number),
  correctedBy: corrections
    .filter(({ invoiceId }) => invoiceId === row.invoice_id)
    .map(({ credit }) => credit),
})

export const listInvoices = serve(endpoint, async (call) => {
  const { tenant, caller, query, today, transaction } = call
  const { agencyId } = agencyUserOf(caller)
  const { page = 1, pageSize = defaultPageSize } = query
  const asked = askedFor(query)
  const part = { ...asked, limit: pageSize, offset: (page - 1) * pageSize }
  const { code } = tenant
  return transaction(async (tx) => {
    const [agency, rows, shown, all] = await together([
      () => findAgency(tx, code, agencyId),
      () => listStatedInvoices(tx, code, agencyId, today, part),
      () => sumInvoices(tx, code, agencyId, today, asked),
      () => sumInvoices(tx, code, agencyId, today, { states: [], search: '' }),
    ])
    const corrections = await listCorrections(
      tx,
      code,
      rows.map((row) => row.invoice_id),
    )
    return {
      invoices: rows.map((row) => invoiceView(row, corrections)),
      hasNext: page * pageSize < shown.count,
      pageCount: Math.ceil(shown.count / pageSize),
      totalCount: shown.count,
      cents: shown.cents,
      openCents: all.openCents,
      overdueCount: all.overdueCount,
      overdueCents: all.overdueCents,
      taxesRewards: tenant.vatModel === 'own',
      addressMissing: agency !== undefined && !isAddressed(agency),
    }
  })
})
