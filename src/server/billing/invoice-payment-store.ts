import { sql, type RawBuilder } from 'kysely'
import type { invoiceOrders } from '../../contract/agentur-rechnungen.ts'
import type { DocumentKind } from '../../domain/invoice.ts'
import type { Tx } from '../db/connection.ts'
import { restateInvoices } from './paper-store.ts'
import { stated } from './stated-invoice-store.ts'

// A document's payment state. Credits are negative here and never overdue.

export type InvoiceState = 'open' | 'overdue' | 'settled' | 'paid'

export type StatedInvoice = {
  invoice_id: string
  kind: DocumentKind
  month: string
  number: string
  issued_on: string
  due_on: string
  reward_cents: number
  fee_cents: number
  vat_cents: number
  total_cents: number
  signed_cents: number
  open_cents: number // without what was set off
  state: InvoiceState
  paid_on: string | null
  reference: string | null
}

export type InvoiceSums = {
  count: number
  cents: number
  openCents: number // total owed, overdue or not
  overdueCount: number
  overdueCents: number
}

export type InvoiceFilter = { states: readonly InvoiceState[]; search: string }
export type InvoiceOrder = (typeof invoiceOrders)[number]

/** The search matches part of a number in any case, or of the corrected document's number. */
const meant = (tenant: string, { states, search }: InvoiceFilter) => sql`
  ${states.length === 0 ? sql`true` : sql`state = any (${[...states]}::text[])`}
  and (${search} = '' or strpos(lower(number), lower(${search})) > 0 or exists (
    select from invoice_lines l join invoices c on c.tenant = ${tenant} and c.invoice_id = l.corrects
    where l.tenant = ${tenant} and l.invoice_id = invoices.invoice_id and strpos(lower(c.number), lower(${search})) > 0))`

const orders: Record<InvoiceOrder, RawBuilder<unknown>> = {
  Datum: sql`issued_on`,
  Nummer: sql`year`, // and its sequence number, as below
  Monat: sql`month`,
  FaelligAm: sql`case when kind <> 'credit' then due_on end`,
  Gesamt: sql`signed_cents`,
  Status: sql`array_position(array['overdue', 'open', 'settled', 'paid'], state)`,
}

export async function listStatedInvoices(
  tx: Tx,
  tenant: string,
  agencyId: string,
  today: Temporal.PlainDate,
  query: InvoiceFilter & {
    orderBy: InvoiceOrder
    descending: boolean
    limit: number
    offset: number
  },
): Promise<StatedInvoice[]> {
  const way = query.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<StatedInvoice>`
    select * from (${stated(tenant, agencyId, today)}) as invoices where ${meant(tenant, query)}
    order by ${orders[query.orderBy]} ${way} nulls last, year ${way}, place ${way}
    limit ${query.limit} offset ${query.offset}`.execute(tx)
  return rows
}

export async function findStatedInvoice(
  tx: Tx,
  tenant: string,
  agencyId: string,
  today: Temporal.PlainDate,
  invoiceId: string,
): Promise<StatedInvoice | undefined> {
  const { rows } = await sql<StatedInvoice>`
    select * from (${stated(tenant, agencyId, today)}) as invoices where invoice_id = ${invoiceId}::uuid`.execute(
    tx,
  )
  return rows[0]
}

/** Of the filtered documents. */
export async function sumInvoices(
  tx: Tx,
  tenant: string,
  agencyId: string,
  today: Temporal.PlainDate,
  filter: InvoiceFilter,
): Promise<InvoiceSums> {
  const { rows } = await sql<InvoiceSums>`
    select count(*) as count, coalesce(sum(signed_cents), 0)::bigint as cents,
      coalesce(sum(open_cents) filter (where state in ('open', 'overdue')), 0)::bigint as "openCents",
      count(*) filter (where state = 'overdue') as "overdueCount",
      coalesce(sum(open_cents) filter (where state = 'overdue'), 0)::bigint as "overdueCents"
    from (${stated(tenant, agencyId, today)}) as invoices where ${meant(tenant, filter)}`.execute(
    tx,
  )
  return rows[0]!
}

/** The newest of all agencies, for operators. */
export async function listNewestInvoices(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<(StatedInvoice & { agency_number: string })[]> {
  const { rows } = await sql<StatedInvoice & { agency_number: string }>`
    select i.*, a.number as agency_number
    from (${stated(tenant, null, today)}) as i
      join agencies a on a.tenant = ${tenant} and a.agency_id = i.agency_id
    order by i.created_at desc, i.year desc, i.place desc limit ${limit}`.execute(tx)
  return rows
}

/** The document with its payment. */
export async function findPayable(tx: Tx, tenant: string, number: string) {
  const { rows } = await sql<{
    invoice_id: string
    agency_id: string
    issued_on: string
    total_cents: number
    open_cents: number // without what was set off
    kind: DocumentKind
    paid_on: string | null
    reference: string | null
  }>`
    select i.invoice_id, i.agency_id, i.issued_on, i.total_cents, i.kind,
      i.total_cents - coalesce((select sum(cents) from invoice_set_offs
        where tenant = ${tenant} and i.invoice_id in (invoice_id, credit_id)), 0)::bigint as open_cents, p.paid_on, p.reference
    from invoices i left join invoice_payments p on p.tenant = ${tenant} and p.invoice_id = i.invoice_id
    where i.tenant = ${tenant} and i.number = ${number}`.execute(tx)
  return rows[0]
}

/** False if marked already, also in parallel. */
export async function insertPayment(
  tx: Tx,
  tenant: string,
  payment: {
    invoiceId: string
    agencyId: string
    paidOn: string
    reference: string | null
    at: Temporal.Instant
    by: string
  },
): Promise<boolean> {
  const result = await tx
    .insertInto('invoice_payments')
    .values({
      tenant,
      invoice_id: payment.invoiceId,
      paid_on: payment.paidOn,
      reference: payment.reference,
      marked_at: payment.at.toString(),
      marked_by: payment.by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (result.numInsertedOrUpdatedRows !== 1n) return false
  await restateInvoices(tx, tenant, payment.agencyId)
  return true
}

export async function deletePayment(
  tx: Tx,
  tenant: string,
  { invoiceId, agencyId }: { invoiceId: string; agencyId: string },
): Promise<boolean> {
  const result = await tx
    .deleteFrom('invoice_payments')
    .where('tenant', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  if (result.numDeletedRows !== 1n) return false
  await restateInvoices(tx, tenant, agencyId)
  return true
}
