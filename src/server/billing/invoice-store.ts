import { sql } from 'kysely'
import type { DocumentKind, Month, VatGroup } from '../../domain/invoice.ts'
import type { Tx } from '../db/connection.ts'

/** A reward of an agency's referrals, with its words in the ledger and on documents so far. */
export type LedgerReward = {
  rewardId: string
  cents: number
  orderNumber: string
  externalNumber: string | null // the provider's number of the order, by which the lists name it
  referralNumber: string
  accountId: string | null // null where the referral is not the account's own yet
  beneficiary: string
  releasedAt: Temporal.Instant
  endEvent: string | null
  endAt: Temporal.Instant | null
  billedIn: string | null // invoice id
  billedNumber: string | null
  billedRewardCents: number | null
  billedFeeCents: number | null
  billedVatPercent: number | null
  credited: boolean
}

// What takes a reward out of the programme for good (domain/ledger.ts): the first of them counts.
const endings = [
  'cancelled-open',
  'cancelled-provided',
  'cancelled-collected',
  'claim-bank',
  'claim-voucher',
  'expired',
]

/**
 * Rewards of an agency that a run up to `before` may have to bill or credit: released before then, and not yet billed, or ended and not yet
 * credited. When something happened is read from the ledger, so that every line of a document has its postings there.
 */
export async function listOpenRewards(
  tx: Tx,
  tenant: string,
  agencyId: string,
  before: Temporal.Instant,
): Promise<LedgerReward[]> {
  const { rows } = await sql<LedgerReward>`
    select rewards.reward_id as "rewardId", rewards.cents, rewards.order_number as "orderNumber",
      orders.external_number as "externalNumber", rewards.referral_number as "referralNumber", rewards.beneficiary,
      case when referrals.owned_at is not null then referrals.account_id end as "accountId",
      created.at as "releasedAt", ended.event as "endEvent", ended.at as "endAt",
      billed.invoice_id as "billedIn", invoices.number as "billedNumber", billed.reward_cents as "billedRewardCents",
      billed.fee_cents as "billedFeeCents", billed.vat_percent as "billedVatPercent",
      credited.reward_id is not null as credited
    from referrals
      join rewards on rewards.tenant = ${tenant} and rewards.referral_number = referrals.number
        and rewards.order_number is not null
      join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
      join ledger_postings created on created.tenant = ${tenant} and created.reward_id = rewards.reward_id
        and created.event_key = 'created' and created.account = 'committed'
      left join lateral (
        select event, at from ledger_postings
        where tenant = ${tenant} and reward_id = rewards.reward_id and event = any (${endings}) and cents > 0
        order by at limit 1) ended on true
      left join invoice_lines billed on billed.tenant = ${tenant} and billed.reward_id = rewards.reward_id
        and billed.side = 'billed'
      left join invoices on invoices.tenant = ${tenant} and invoices.invoice_id = billed.invoice_id
      left join invoice_lines credited on credited.tenant = ${tenant} and credited.reward_id = rewards.reward_id
        and credited.side = 'credited'
    where referrals.tenant = ${tenant} and referrals.agency_id = ${agencyId} and created.at < ${before.toString()}
      and (billed.reward_id is null or (ended.at is not null and credited.reward_id is null))
    order by created.at, rewards.reward_id`.execute(tx)
  return rows
}

/** Agencies that have rewards at all; the others need no run. */
export async function listBilledAgencies(tx: Tx, tenant: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select agency_id as id from agencies
    where tenant = ${tenant} and exists (
      select from referrals join rewards on rewards.tenant = ${tenant} and rewards.referral_number = referrals.number
      where referrals.tenant = ${tenant} and referrals.agency_id = agencies.agency_id)
    order by number`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Locks the row of an agency's numbers in a year until the transaction ends, and answers the last that was given. One run follows the
 * other, and a number that was drawn by a transaction that failed was never drawn.
 */
export async function lockCounter(
  tx: Tx,
  tenant: string,
  agencyId: string,
  year: number,
): Promise<number> {
  await tx
    .insertInto('invoice_counters')
    .values({ tenant, agency_id: agencyId, year, last: 0 })
    .onConflict((conflict) => conflict.columns(['tenant', 'agency_id', 'year']).doNothing())
    .execute()
  const row = await tx
    .selectFrom('invoice_counters')
    .select('last')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .where('year', '=', year)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return row.last
}

export async function moveCounter(
  tx: Tx,
  tenant: string,
  agencyId: string,
  year: number,
  last: number,
): Promise<void> {
  await tx
    .updateTable('invoice_counters')
    .set({ last })
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .where('year', '=', year)
    .execute()
}

/** The kinds of document that an agency has for a month already. */
export async function listKinds(
  tx: Tx,
  tenant: string,
  agencyId: string,
  month: Month,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('invoices')
    .select('kind')
    .where('tenant', '=', tenant)
    .where('agency_id', '=', agencyId)
    .where('month', '=', month)
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Fees of invoices by rate, as billed and as credited by now. */
export async function sumFees(tx: Tx, tenant: string, invoiceIds: string[]) {
  const { rows } = await sql<{
    invoiceId: string
    number: string
    issuedOn: string
    percent: number
    billed: number
    credited: number
  }>`
    select invoices.invoice_id as "invoiceId", invoices.number, invoices.issued_on as "issuedOn",
      billed.vat_percent as percent, sum(billed.fee_cents)::bigint as billed,
      coalesce(sum(credited.fee_cents), 0)::bigint as credited
    from invoices
      join invoice_lines billed on billed.tenant = ${tenant} and billed.invoice_id = invoices.invoice_id
      left join invoice_lines credited on credited.tenant = ${tenant} and credited.reward_id = billed.reward_id
        and credited.side = 'credited'
    where invoices.tenant = ${tenant} and invoices.invoice_id = any (${invoiceIds}::uuid[])
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

export type NewInvoice = {
  invoiceId: string
  agencyId: string
  kind: DocumentKind
  month: Month
  year: number
  place: number
  number: string
  issuedOn: Temporal.PlainDate
  dueOn: Temporal.PlainDate
  rewardCents: number
  feeCents: number
  vat: VatGroup[]
  vatCents: number
  totalCents: number
  pdf: Buffer
  pdfHash: string
  xml: string
  at: Temporal.Instant
  by: string
}

export type NewLine = {
  side: 'billed' | 'credited'
  rewardId: string
  event: 'released' | 'cancelled' | 'expired'
  happenedOn: string // ISO date
  orderNumber: string
  referralNumber: string
  rewardCents: number
  feeCents: number
  vatPercent: number
  corrects: string | null
}

export async function insertInvoice(
  tx: Tx,
  tenant: string,
  invoice: NewInvoice,
  lines: NewLine[],
): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({
      tenant,
      invoice_id: invoice.invoiceId,
      agency_id: invoice.agencyId,
      kind: invoice.kind,
      month: invoice.month,
      year: invoice.year,
      place: invoice.place,
      number: invoice.number,
      issued_on: invoice.issuedOn.toString(),
      due_on: invoice.dueOn.toString(),
      reward_cents: invoice.rewardCents,
      fee_cents: invoice.feeCents,
      vat: JSON.stringify(invoice.vat),
      vat_cents: invoice.vatCents,
      total_cents: invoice.totalCents,
      pdf: invoice.pdf,
      pdf_hash: invoice.pdfHash,
      xml: invoice.xml,
      created_at: invoice.at.toString(),
      created_by: invoice.by,
    })
    .execute()
  // A statement takes 65,535 parameters; twelve a row.
  for (let at = 0; at < lines.length; at += 1000) {
    const rows = lines.slice(at, at + 1000).map((line, index) => ({
      tenant,
      invoice_id: invoice.invoiceId,
      position: at + index + 1,
      side: line.side,
      reward_id: line.rewardId,
      event: line.event,
      happened_on: line.happenedOn,
      order_number: line.orderNumber,
      referral_number: line.referralNumber,
      reward_cents: line.rewardCents,
      fee_cents: line.feeCents,
      vat_percent: line.vatPercent,
      corrects: line.corrects,
    }))
    await tx.insertInto('invoice_lines').values(rows).execute()
  }
}

/** Which of these documents correct which, both ways. */
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

/** Its files; by id within an agency, or by number for operators. */
export async function findInvoiceFiles(
  tx: Tx,
  tenant: string,
  which: { agencyId: string; invoiceId: string } | { number: string },
) {
  return tx
    .selectFrom('invoices')
    .select(['number', 'kind', 'pdf', 'pdf_hash', 'xml'])
    .where('tenant', '=', tenant)
    .$if('number' in which, (query) =>
      query.where('number', '=', 'number' in which ? which.number : ''),
    )
    .$if('agencyId' in which, (query) =>
      'agencyId' in which
        ? query.where('agency_id', '=', which.agencyId).where('invoice_id', '=', which.invoiceId)
        : query,
    )
    .executeTakeFirst()
}

/** False when this day's run was done, by whichever process. */
export async function isRunDue(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
): Promise<boolean> {
  const row = await tx
    .selectFrom('invoice_runs')
    .select('ran_on')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row === undefined || row.ran_on < today.toString()
}

export async function markRun(tx: Tx, tenant: string, today: Temporal.PlainDate): Promise<void> {
  await tx
    .insertInto('invoice_runs')
    .values({ tenant, ran_on: today.toString() })
    .onConflict((conflict) =>
      conflict.columns(['tenant']).doUpdateSet((eb) => ({ ran_on: eb.ref('excluded.ran_on') })),
    )
    .execute()
}

/** First names of referrers, for the costs by referrer; who deleted the account has none. */
export async function listReferrers(tx: Tx, tenant: string, accountIds: string[]) {
  return tx
    .selectFrom('accounts')
    .select(['account_id', 'first_name', 'last_name', 'deleted_at'])
    .where('tenant', '=', tenant)
    .where('account_id', '=', sql<string>`any(${accountIds}::uuid[])`)
    .execute()
}
