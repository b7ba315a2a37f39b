import { sql, type RawBuilder } from 'kysely'

/**
 * Unpaid credits that exactly take back one unpaid invoice settle it and themselves. A payment on either side reopens the other. What was
 * set off otherwise is settled by that alone.
 */
const settled = (tenant: string, agencyId: string | null) => sql`
  with single as (
    select l.invoice_id as credit_id, (array_agg(l.corrects))[1] as corrected
    from invoices c
      join invoice_lines l on l.tenant = ${tenant} and l.invoice_id = c.invoice_id
      left join invoice_payments p on p.tenant = ${tenant} and p.invoice_id = c.invoice_id
    where c.tenant = ${tenant} and ${ofAgency(sql`c`, agencyId)} and c.kind = 'credit' and p.invoice_id is null
      and ${isWhole(tenant, sql`c`)}
    group by l.invoice_id having count(distinct l.corrects) = 1
  ), whole as (
    select i.invoice_id
    from single s
      join invoices c on c.tenant = ${tenant} and c.invoice_id = s.credit_id
      join invoices i on i.tenant = ${tenant} and i.invoice_id = s.corrected
      left join invoice_payments p on p.tenant = ${tenant} and p.invoice_id = i.invoice_id
    where p.invoice_id is null and ${isWhole(tenant, sql`i`)}
    group by i.invoice_id, i.total_cents having sum(c.total_cents) = i.total_cents
  )
  select invoice_id from whole
  union all select s.credit_id from single s join whole w on w.invoice_id = s.corrected`

const isWhole = (
  tenant: string,
  table: RawBuilder<unknown>,
) => sql`not exists (select from invoice_set_offs x
      where x.tenant = ${tenant} and ${table}.invoice_id in (x.invoice_id, x.credit_id))`

/** What of each document was set off. */
const setOff = (tenant: string) => sql`
  select invoice_id, sum(cents)::bigint as cents from (
    select invoice_id, cents from invoice_set_offs where tenant = ${tenant}
    union all select credit_id, cents from invoice_set_offs where tenant = ${tenant}) sides
  group by invoice_id`

const ofAgency = (table: RawBuilder<unknown>, agencyId: string | null) =>
  agencyId === null ? sql`true` : sql`${table}.agency_id = ${agencyId}::uuid`

/** An agency's documents with their state; null: all agencies'. */
export const stated = (tenant: string, agencyId: string | null, today: Temporal.PlainDate) => sql`
  select i.invoice_id, i.agency_id, i.kind, i.month, i.number, i.issued_on, i.due_on, i.reward_cents, i.fee_cents, i.vat_cents, i.total_cents,
    i.year, i.place, i.created_at, p.paid_on, p.reference,
    case when i.kind = 'credit' then -i.total_cents else i.total_cents end as signed_cents,
    case when i.kind = 'credit' then -1 else 1 end * (i.total_cents - coalesce(o.cents, 0)) as open_cents,
    case when p.invoice_id is not null then 'paid'
      when s.invoice_id is not null or o.cents = i.total_cents then 'settled'
      when i.kind = 'invoice' and i.due_on < ${today.toString()}::date then 'overdue' else 'open' end as state
  from invoices i
    left join invoice_payments p on p.tenant = ${tenant} and p.invoice_id = i.invoice_id
    left join (${settled(tenant, agencyId)}) s on s.invoice_id = i.invoice_id
    left join (${setOff(tenant)}) o on o.invoice_id = i.invoice_id
  where i.tenant = ${tenant} and ${ofAgency(sql`i`, agencyId)}`
