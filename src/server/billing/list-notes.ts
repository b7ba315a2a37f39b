import * as contract from '../../contract/verkaufspartner-listen.ts'
import { localDate } from '../../domain/dates.ts'
import { together } from '../db/together.ts'
import { pagesOf, partOf } from '../sales-partner/lists.ts'
import { partnerOf } from '../sales-partner/session.ts'
import { serve } from '../serve.ts'
import { listNotesOf, sumNotesOf, type ListedNote } from './note-list-store.ts'

export const noteView = (row: ListedNote) => ({
  id: row.note_id,
  kind: row.kind,
  number: row.number,
  month: row.month,
  issuedOn: row.issued_on,
  dueOn: row.due_on,
  netCents: row.net_cents,
  vatCents: row.vat_cents,
  totalCents: row.total_cents,
  corrects: row.corrects,
  payment: row.payment,
  paymentOn: row.paid_at ? localDate(row.paid_at).toString() : row.execution_on,
})

export const listPartnerNotes = serve(contract.listPartnerNotes, async (call) => {
  const { tenant, body } = call
  const { partnerId } = partnerOf(call.caller)
  const filter = body.filter ?? {}
  const asked = { ...partOf(body), column: body.orderBy ?? 'Datum', filter } as const
  const [rows, sums] = await call.transaction((tx) =>
    together([
      () => listNotesOf(tx, tenant.code, partnerId, asked),
      () => sumNotesOf(tx, tenant.code, partnerId, filter),
    ]),
  )
  return {
    rows: rows.map(noteView),
    ...pagesOf(body, sums.count),
    sums: {
      netCents: sums.net,
      vatCents: sums.vat,
      totalCents: sums.total,
      openCents: sums.open,
    },
  }
})
