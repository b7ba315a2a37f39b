import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { stated } from './stated-invoice-store.ts'

// Documents as operators list them: who writes a document or a payment restates its party's rows here.

/** Before all due days: what is overdue is asked when it is read. */
const noDay = Temporal.PlainDate.from('1970-01-01')

/** Locks a party's rows in one order, before its payments, so that each sees what the other did. */
export async function lockPapers(tx: Tx, tenant: string, partyId: string): Promise<void> {
  await sql`select from papers where tenant = ${tenant} and party_id = ${partyId} order by paper_id for no key update`.execute(
    tx,
  )
}

const columns = sql`(tenant, paper_id, party_kind, party_id, kind, number, month, issued_on, due_on, cents, state, paid_on)`
const restating = sql`
  on conflict (tenant, paper_id) do update
    set state = excluded.state, paid_on = excluded.paid_on, version = papers.version + 1
    where (papers.state, papers.paid_on) is distinct from (excluded.state, excluded.paid_on)`

export async function restateInvoices(tx: Tx, tenant: string, agencyId: string): Promise<void> {
  await lockPapers(tx, tenant, agencyId)
  await sql`
    insert into papers ${columns}
    select ${tenant}, invoice_id, 'agency', agency_id, kind, number, month, issued_on, due_on, signed_cents, state, paid_on
    from (${stated(tenant, agencyId, noDay)}) as invoices ${restating}`.execute(tx)
}

/** Their rows are locked by whoever pays or writes for them (lockPartner). */
export async function restateNotes(
  tx: Tx,
  tenant: string,
  partnerIds: readonly string[],
): Promise<void> {
  await sql`
    insert into papers ${columns}
    select ${tenant}, note_id, 'sales-partner', partner_id, kind, number, month, issued_on, due_on,
      case kind when 'self-billed' then total_cents else -total_cents end,
      case when paid_at is not null then 'paid' when payout_id is not null then 'in-transit' else 'open' end,
      (paid_at at time zone 'Europe/Berlin')::date
    from partner_notes where tenant = ${tenant} and partner_id = any (${[...partnerIds]}::uuid[])
    order by note_id ${restating}`.execute(tx)
}
