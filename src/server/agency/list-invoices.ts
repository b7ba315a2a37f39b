import type { z } from 'zod'
import { listInvoices as endpoint, type invoiceStatus } from '../../contract/agentur-rechnungen.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { isAddressed } from './build-invoice.ts'
import { listStatedInvoices, sumInvoices, type InvoiceState } from './invoice-payment-store.ts'
import { listCorrected } from './invoice-store.ts'
import { agencyUserOf } from './session.ts'
import { findAgency } from './store.ts'

const defaultPageSize = 24 // two years of invoices

type Status = z.output<typeof invoiceStatus>
export const invoiceLabels: Record<InvoiceState, Status> = {
  open: 'offen',
  overdue: 'ueberfaellig',
  paid: 'bezahlt',
}

/** What is asked for is open: both what is overdue and what is not yet. */
export const statesOf = (status: Status | undefined): InvoiceState[] =>
  status === undefined
    ? []
    : status === 'offen'
      ? ['open', 'overdue']
      : status === 'ueberfaellig'
        ? ['overdue']
        : ['paid']

export const listInvoices = serve(endpoint, async (call) => {
  const { tenant, caller, query, today, transaction } = call
  const { agencyId } = agencyUserOf(caller)
  const { page = 1, pageSize = defaultPageSize } = query
  const states = statesOf(query.status)
  const part = { states, limit: pageSize, offset: (page - 1) * pageSize }
  const { code } = tenant
  return transaction(async (tx) => {
    const [agency, rows, asked, all] = await together([
      () => findAgency(tx, code, agencyId),
      () => listStatedInvoices(tx, code, agencyId, today, part),
      () => sumInvoices(tx, code, agencyId, today, states),
      () => sumInvoices(tx, code, agencyId, today, []),
    ])
    const credits = rows.filter(({ kind }) => kind === 'credit').map((row) => row.invoice_id)
    const corrected = await listCorrected(tx, code, credits)
    return {
      invoices: rows.map((row) => ({
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
        status: invoiceLabels[row.state],
        paidOn: row.paid_on,
        corrects: corrected
          .filter(({ invoiceId }) => invoiceId === row.invoice_id)
          .map(({ number }) => number),
      })),
      hasNext: page * pageSize < asked.count,
      pageCount: Math.ceil(asked.count / pageSize),
      totalCount: asked.count,
      cents: asked.cents,
      openCents: all.openCents,
      overdueCount: all.overdueCount,
      overdueCents: all.overdueCents,
      addressMissing: agency !== undefined && !isAddressed(agency),
    }
  })
})
