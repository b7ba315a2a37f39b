import { listInvoices as endpoint } from '../../contract/agentur-rechnungen.ts'
import type { DocumentKind } from '../../domain/invoice.ts'
import { together } from '../db/together.ts'
import { serve } from '../serve.ts'
import { isAddressed } from './build-invoice.ts'
import { countInvoices, listCorrected, listInvoices as findInvoices } from './invoice-store.ts'
import { agencyUserOf } from './session.ts'
import { findAgency } from './store.ts'

const defaultPageSize = 24 // two years of invoices

export const listInvoices = serve(endpoint, async ({ tenant, caller, query, transaction }) => {
  const { agencyId } = agencyUserOf(caller)
  const { page = 1, pageSize = defaultPageSize } = query
  const part = { limit: pageSize, offset: (page - 1) * pageSize }
  return transaction(async (tx) => {
    const [agency, rows, totalCount] = await together([
      () => findAgency(tx, tenant.code, agencyId),
      () => findInvoices(tx, tenant.code, agencyId, part),
      () => countInvoices(tx, tenant.code, agencyId),
    ])
    const credits = rows.filter(({ kind }) => kind === 'credit').map((row) => row.invoice_id)
    const corrected = await listCorrected(tx, tenant.code, credits)
    return {
      invoices: rows.map((row) => ({
        id: row.invoice_id,
        kind: row.kind as DocumentKind,
        number: row.number,
        month: row.month,
        issuedOn: row.issued_on,
        dueOn: row.due_on,
        rewardCents: row.reward_cents,
        feeCents: row.fee_cents,
        vatCents: row.vat_cents,
        totalCents: row.total_cents,
        corrects: corrected
          .filter(({ invoiceId }) => invoiceId === row.invoice_id)
          .map(({ number }) => number),
      })),
      hasNext: page * pageSize < totalCount,
      pageCount: Math.ceil(totalCount / pageSize),
      totalCount,
      addressMissing: agency !== undefined && !isAddressed(agency),
    }
  })
})
