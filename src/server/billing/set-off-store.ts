import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { lockPapers, restateInvoices } from './paper-store.ts'
import { stated } from './stated-invoice-store.ts'

// Corrections of an agency are set off against its next invoices (755).

export type OpenCredit = { id: string; number: string; issuedOn: string; cents: number }

/** What is left of an agency's corrections, the oldest first. Locks its documents before a payment or another run can. */
export async function lockOpenCredits(
  tx: Tx,
  tenant: string,
  agencyId: string,
): Promise<OpenCredit[]> {
  await lockPapers(tx, tenant, agencyId)
  const { rows } = await sql<OpenCredit>`
    select invoice_id as id, number, issued_on as "issuedOn", -open_cents as cents
    from (${stated(tenant, agencyId, noDay)}) as invoices
    where kind = 'credit' and state = 'open' order by issued_on, year, place`.execute(tx)
  return rows
}

// Only corrections are asked for, which are never overdue.
const noDay = Temporal.PlainDate.from('1970-01-01')

export async function insertSetOffs(
  tx: Tx,
  tenant: string,
  agencyId: string,
  { invoiceId, credits, at }: { invoiceId: string; credits: OpenCredit[]; at: Temporal.Instant },
): Promise<void> {
  if (credits.length === 0) return
  await tx
    .insertInto('invoice_set_offs')
    .values(
      credits.map(({ id, cents }) => ({
        tenant,
        invoice_id: invoiceId,
        credit_id: id,
        cents,
        set_off_at: at.toString(),
      })),
    )
    .execute()
  await restateInvoices(tx, tenant, agencyId)
}

/** What is still open of a row of `papers`: without what was set off, 0 once it is over; of corrections negative. */
export const openOf = (tenant: string, row: RawBuilder<unknown>) => sql`
  case when ${row}.state in ('open', 'in-transit') then ${row}.cents - sign(${row}.cents)::bigint * coalesce((
    select sum(sides.cents) from (
      select cents from invoice_set_offs where tenant = ${tenant} and invoice_id = ${row}.paper_id
      union all select cents from invoice_set_offs where tenant = ${tenant} and credit_id = ${row}.paper_id) sides), 0)::bigint
  else 0 end`

/** What a document was set off with, the oldest first. */
export async function listSetOffs(
  tx: Tx,
  tenant: string,
  invoiceId: string,
): Promise<{ id: string; number: string; cents: number }[]> {
  const { rows } = await sql<{ id: string; number: string; cents: number }>`
    select other.invoice_id as id, other.number, sides.cents from (
      select credit_id as id, cents, set_off_at from invoice_set_offs where tenant = ${tenant} and invoice_id = ${invoiceId}::uuid
      union all
      select invoice_id, cents, set_off_at from invoice_set_offs where tenant = ${tenant} and credit_id = ${invoiceId}::uuid) sides
      join invoices other on other.tenant = ${tenant} and other.invoice_id = sides.id
    order by sides.set_off_at, other.number`.execute(tx)
  return rows
}

/** The day, and the other documents, of what a document was set off with in full; undefined: something of it is owed. */
export async function findWholeSetOff(
  tx: Tx,
  tenant: string,
  invoiceId: string,
): Promise<{ day: string; numbers: string } | undefined> {
  const { rows } = await sql<{ day: string; numbers: string }>`
    select max(set_off_at at time zone 'Europe/Berlin')::date as day, string_agg(other.number, ', ' order by other.number) as numbers
    from invoice_set_offs s
      join invoices i on i.tenant = ${tenant} and i.invoice_id = ${invoiceId}::uuid
      join invoices other on other.tenant = ${tenant}
        and other.invoice_id = case when s.invoice_id = i.invoice_id then s.credit_id else s.invoice_id end
    where s.tenant = ${tenant} and i.invoice_id in (s.invoice_id, s.credit_id)
    group by i.total_cents having sum(s.cents) = i.total_cents`.execute(tx)
  return rows[0]
}
