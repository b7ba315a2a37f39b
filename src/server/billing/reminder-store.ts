import { sql } from 'kysely'
import type { SentReminder } from '../../domain/invoice-reminder.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { lockPapers } from './paper-store.ts'
import { stated } from './stated-invoice-store.ts'

export type OverdueInvoice = { invoice_id: string; agency_id: string; due_on: string }

/**
 * Overdue invoices that have steps left, the oldest first. While a line of the bank's statement may be one's payment, it is left out: somebody
 * decides about the line first.
 */
export async function listOverdueInvoices(
  tx: Tx,
  tenant: string,
  { dueBefore, steps }: { dueBefore: Temporal.PlainDate; steps: number },
): Promise<OverdueInvoice[]> {
  const { rows } = await sql<OverdueInvoice>`
    select ${keepsPlan} paper_id as invoice_id, party_id as agency_id, due_on from papers
    where tenant = ${tenant} and party_kind = 'agency' and kind = 'invoice' and state = 'open'
      and due_on <= ${dueBefore.toString()}
      and (select count(*) from invoice_reminders
        where tenant = ${tenant} and invoice_id = papers.paper_id) < ${steps}
      and not exists (select from bank_lines
        where tenant = ${tenant} and kind is null and likely_kind = 'invoice' and likely_id = papers.number)
    order by due_on, paper_id`.execute(tx)
  return rows
}

export type RemindedInvoice = {
  number: string
  issued_on: string
  due_on: string
  open_cents: number
  agency_name: string
  email: string
  sent: SentReminder[]
  open_again_on: string | null // the bank took its payment back
}

/** One of them as it is now, with its agency's documents locked, so that no payment comes between; undefined: it is not overdue any more. */
export async function lockOverdueInvoice(
  tx: Tx,
  tenant: string,
  { invoice_id: id, agency_id: agencyId }: OverdueInvoice,
  today: Temporal.PlainDate,
): Promise<RemindedInvoice | undefined> {
  await lockPapers(tx, tenant, agencyId)
  const { rows } = await sql<RemindedInvoice>`
    select invoices.number, invoices.issued_on, invoices.due_on, invoices.open_cents, agencies.name as agency_name, agencies.email,
      coalesce((select jsonb_agg(jsonb_build_object('step', step, 'on', reminded_on) order by step) from invoice_reminders
        where tenant = ${tenant} and invoice_id = ${id}::uuid), '[]') as sent,
      (select (max(reversal.decided_at) at time zone 'Europe/Berlin')::date from bank_lines credit
          join bank_lines reversal on reversal.tenant = ${tenant} and reversal.kind = 'reversal' and reversal.subject = credit.line_id::text
        where credit.tenant = ${tenant} and credit.kind = 'invoice' and credit.subject = invoices.number) as open_again_on
    from (${stated(tenant, agencyId, today)}) as invoices
      join agencies on agencies.tenant = ${tenant} and agencies.agency_id = invoices.agency_id
    where invoices.invoice_id = ${id}::uuid and invoices.state = 'overdue' and invoices.open_cents > 0`.execute(
    tx,
  )
  return rows[0]
}

/** False: it was reminded of in this step already. */
export async function insertReminder(
  tx: Tx,
  tenant: string,
  made: {
    invoiceId: string
    step: number
    cents: number
    on: Temporal.PlainDate
    at: Temporal.Instant
  },
): Promise<boolean> {
  const inserted = await sql`
    insert into invoice_reminders (tenant, invoice_id, step, cents, reminded_on, reminded_at)
    values (${tenant}, ${made.invoiceId}::uuid, ${made.step}, ${made.cents}, ${made.on.toString()}, ${made.at.toString()})
    on conflict do nothing`.execute(tx)
  return inserted.numAffectedRows === 1n
}

/** Open invoices of agencies by number, with what of each is owed. */
export async function listOpenInvoices(
  tx: Tx,
  tenant: string,
): Promise<{ number: string; cents: number }[]> {
  const { rows } = await sql<{ number: string; cents: number }>`
    select number, cents - coalesce((select sum(off.cents) from invoice_set_offs off
      where off.tenant = ${tenant} and off.invoice_id = papers.paper_id), 0)::bigint as cents
    from papers
    where tenant = ${tenant} and party_kind = 'agency' and kind = 'invoice' and state = 'open' order by number`.execute(
    tx,
  )
  return rows
}

/** An invoice's reminders, the first one first. */
export const listReminders = (
  tx: Tx,
  tenant: string,
  invoiceId: string,
): Promise<{ day: string; cents: number }[]> =>
  tx
    .selectFrom('invoice_reminders')
    .select(['reminded_on as day', 'cents'])
    .where('tenant', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .orderBy('step')
    .execute()
