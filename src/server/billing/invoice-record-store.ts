import { sql } from 'kysely'
import type { DocumentKind } from '../../domain/invoice.ts'
import type { Tx } from '../db/connection.ts'

// An invoice's or credit's lines and history.

export type InvoiceLine = {
  event: 'released' | 'cancelled' | 'expired'
  happened_on: string
  order_number: string
  external_number: string | null
  first_name: string | null // of the referrer, if account and claim exist
  last_name: string | null
  beneficiary: 'referrer' | 'recipient'
  reward_cents: number
  fee_cents: number
}

/** A document's lines, in order. */
export async function listInvoiceLines(
  tx: Tx,
  tenant: string,
  invoiceId: string,
  limit: number,
): Promise<InvoiceLine[]> {
  const { rows } = await sql<InvoiceLine>`
    select l.event, l.happened_on, l.order_number, o.external_number, w.beneficiary, l.reward_cents, l.fee_cents,
      case when r.owned_at is not null and a.deleted_at is null then a.first_name end as first_name,
      case when r.owned_at is not null and a.deleted_at is null then a.last_name end as last_name
    from invoice_lines l
      join orders o on o.tenant = ${tenant} and o.number = l.order_number
      join rewards w on w.tenant = ${tenant} and w.reward_id = l.reward_id
      join referrals r on r.tenant = ${tenant} and r.number = l.referral_number
      join accounts a on a.tenant = ${tenant} and a.account_id = r.account_id
    where l.tenant = ${tenant} and l.invoice_id = ${invoiceId}::uuid
    order by l.position limit ${limit}`.execute(tx)
  return rows
}

export type InvoiceFact = {
  what: 'written' | 'corrected' | 'paid' | 'taken-back' | 'reminded'
  at: Temporal.Instant
  actor: 'operator' | 'system' | null
  number: string | null // of the correcting document
  paid_on: string | null
}

/** Times of writing, correction and payment; a reverted mark is in the log only. */
export async function listInvoiceFacts(
  tx: Tx,
  tenant: string,
  invoiceId: string,
): Promise<InvoiceFact[]> {
  const who = sql`case when l.actor_kind in ('operator', 'system') then l.actor_kind end`
  const { rows } = await sql<InvoiceFact>`
    select 'written' as what, i.created_at as at, ${who} as actor, null as number, null::date as paid_on
    from invoices i
      left join audit_log l on l.tenant = ${tenant} and l.subject_kind = 'invoice' and l.subject_id = ${invoiceId}
        and l.action = i.kind || '-written'
    where i.tenant = ${tenant} and i.invoice_id = ${invoiceId}::uuid
    union all
    select distinct 'corrected', c.created_at, null, c.number, null::date
    from invoice_lines x join invoices c on c.tenant = ${tenant} and c.invoice_id = x.invoice_id
    where x.tenant = ${tenant} and x.corrects = ${invoiceId}::uuid
    union all
    select 'reminded', reminded_at, 'system', null, null::date from invoice_reminders
    where tenant = ${tenant} and invoice_id = ${invoiceId}::uuid
    union all
    select case l.action when 'invoice-paid' then 'paid' else 'taken-back' end, l.at, ${who}, null, coalesce(l.details -> 'after' ->> 'paidOn',
      l.details -> 'before' ->> 'paidOn', l.details ->> 'paidOn')::date
    from audit_log l
    where l.tenant = ${tenant} and l.subject_kind = 'invoice' and l.subject_id = ${invoiceId}
      and l.action in ('invoice-paid', 'invoice-payment-taken-back')`.execute(tx)
  return rows
}

/** Correcting and corrected documents. */
export async function listRelatedInvoices(
  tx: Tx,
  tenant: string,
  invoiceId: string,
): Promise<{ id: string; number: string; kind: DocumentKind; total_cents: number }[]> {
  const { rows } = await sql<{
    id: string
    number: string
    kind: DocumentKind
    total_cents: number
  }>`
    select distinct i.invoice_id as id, i.number, i.kind, i.total_cents, i.created_at
    from invoice_lines l
      join invoices i on i.tenant = ${tenant}
        and i.invoice_id = case when l.invoice_id = ${invoiceId}::uuid then l.corrects else l.invoice_id end
    where l.tenant = ${tenant} and (l.invoice_id = ${invoiceId}::uuid or l.corrects = ${invoiceId}::uuid)
    order by i.created_at, i.number`.execute(tx)
  return rows.map(({ id, number, kind, total_cents }) => ({ id, number, kind, total_cents }))
}

/** Corrections among these documents, both ways. */
export async function listCorrections(tx: Tx, tenant: string, invoiceIds: string[]) {
  const { rows } = await sql<{
    creditId: string
    credit: string
    invoiceId: string
    number: string
  }>`
    select distinct l.invoice_id as "creditId", c.number as credit, l.corrects as "invoiceId", i.number
    from invoice_lines l
      join invoices c on c.tenant = ${tenant} and c.invoice_id = l.invoice_id
      join invoices i on i.tenant = ${tenant} and i.invoice_id = l.corrects
    where l.tenant = ${tenant} and (l.invoice_id = any (${invoiceIds}::uuid[]) or l.corrects = any (${invoiceIds}::uuid[]))
    order by i.number, c.number`.execute(tx)
  return rows
}

/** First names for costs by referrer; none for deleted accounts. */
export async function listReferrers(tx: Tx, tenant: string, accountIds: string[]) {
  return tx
    .selectFrom('accounts')
    .select(['account_id', 'first_name', 'last_name', 'deleted_at'])
    .where('tenant', '=', tenant)
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute()
}
