import { sql } from 'kysely'
import { sumTaxedRewards, type Month, type PaperKind, type Totals } from '../../domain/invoice.ts'
import type { Tx } from '../db/connection.ts'
import type { DB } from '../db/tables.ts'
import type { DraftLine, TaxedSum } from './draft-document.ts'
import type { LedgerCommission, LedgerReward } from './entry-store.ts'
import { restateInvoices, restateNotes } from './paper-store.ts'

// Agencies' invoices and partners' credit notes share a table layout; the differences are here.

type Tables = {
  documents: keyof DB
  id: string
  party: string
  lines: keyof DB
  entry: string // billed once and credited once per line
  taxed: readonly string[] // what of a line bears VAT
  sums: readonly (readonly [ofLines: string, ofDocument: string])[]
  counters: keyof DB
  runs: 'invoice_runs' | 'partner_note_runs'
  amountsOf(totals: Totals, lines: readonly DraftLine[]): object
  entryOf(line: DraftLine): object
}

export const tables = {
  invoices: {
    documents: 'invoices',
    id: 'invoice_id',
    party: 'agency_id',
    lines: 'invoice_lines',
    entry: 'reward_id',
    taxed: ['fee_cents', 'taxed_reward_cents'],
    sums: [
      ['reward_cents', 'reward_cents'],
      ['taxed_reward_cents', 'taxed_reward_cents'],
      ['fee_cents', 'fee_cents'],
    ],
    counters: 'invoice_counters',
    runs: 'invoice_runs',
    amountsOf: ({ rewardCents, feeCents, vat }, lines) => ({
      reward_cents: rewardCents,
      fee_cents: feeCents,
      taxed_reward_cents: sumTaxedRewards(lines),
      vat: JSON.stringify(vat),
    }),
    entryOf: (line: DraftLine<LedgerReward>) => ({
      reward_id: line.rewardId,
      event: line.event,
      order_number: line.orderNumber,
      referral_number: line.referralNumber,
      reward_cents: line.rewardCents,
      fee_cents: line.feeCents,
      taxed_reward_cents: line.taxesReward ? line.rewardCents : 0,
    }),
  },
  notes: {
    documents: 'partner_notes',
    id: 'note_id',
    party: 'partner_id',
    lines: 'partner_note_lines',
    entry: 'order_number',
    taxed: ['cents'],
    sums: [['cents', 'net_cents']],
    counters: 'partner_note_counters',
    runs: 'partner_note_runs',
    amountsOf: ({ netCents }) => ({ net_cents: netCents }),
    entryOf: (line: DraftLine<LedgerCommission>) => ({
      order_number: line.orderNumber,
      cents: line.feeCents,
    }),
  },
} as const satisfies Record<string, Tables>

export type KindName = keyof typeof tables
export const kindNames = Object.keys(tables) as KindName[]
const tablesOf = (kind: KindName): Tables => tables[kind]

const insertRows = (tx: Tx, table: keyof DB, rows: object[]) =>
  tx
    .insertInto(table)
    .values(rows as never)
    .execute()

/** Locks a party's number sequence of a year and returns the last number. Serialises runs; a rollback draws no number. */
export async function lockCounter(
  tx: Tx,
  tenant: string,
  kind: KindName,
  partyId: string,
  year: number,
): Promise<number> {
  const { counters, party } = tablesOf(kind)
  const of = sql`tenant = ${tenant} and ${sql.id(party)} = ${partyId} and year = ${year}`
  await sql`insert into ${sql.id(counters)} (tenant, ${sql.id(party)}, year, last)
    values (${tenant}, ${partyId}, ${year}, 0) on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ last: number }>`
    select last from ${sql.id(counters)} where ${of} for update`.execute(tx)
  return rows[0]!.last
}

export async function moveCounter(
  tx: Tx,
  tenant: string,
  kind: KindName,
  partyId: string,
  year: number,
  last: number,
): Promise<void> {
  const { counters, party } = tablesOf(kind)
  await sql`update ${sql.id(counters)} set last = ${last}
    where tenant = ${tenant} and ${sql.id(party)} = ${partyId} and year = ${year}`.execute(tx)
}

/** A party's existing documents of a month. */
export async function listPapers(
  tx: Tx,
  tenant: string,
  kind: KindName,
  partyId: string,
  month: Month,
): Promise<string[]> {
  const { documents, party } = tablesOf(kind)
  const { rows } = await sql<{ kind: string }>`
    select kind from ${sql.id(documents)}
    where tenant = ${tenant} and ${sql.id(party)} = ${partyId} and month = ${month}`.execute(tx)
  return rows.map((row) => row.kind)
}

export async function sumTaxed(
  tx: Tx,
  tenant: string,
  kind: KindName,
  ids: string[],
): Promise<TaxedSum[]> {
  const { documents, lines, id, entry, taxed } = tablesOf(kind)
  const taxedOf = (line: string) =>
    sql.join(
      taxed.map((column) => sql.ref(`${line}.${column}`)),
      sql` + `,
    )
  const { rows } = await sql<TaxedSum>`
    select d.${sql.id(id)} as id, d.number, d.issued_on as "issuedOn", billed.vat_percent as percent,
      sum(${taxedOf('billed')})::bigint as billed, coalesce(sum(${taxedOf('credited')}), 0)::bigint as credited
    from ${sql.id(documents)} d
      join ${sql.id(lines)} billed on billed.tenant = ${tenant} and billed.${sql.id(id)} = d.${sql.id(id)}
        and billed.side = 'billed'
      left join ${sql.id(lines)} credited on credited.tenant = ${tenant}
        and credited.${sql.id(entry)} = billed.${sql.id(entry)} and credited.side = 'credited'
    where d.tenant = ${tenant} and d.${sql.id(id)} = any (${ids}::uuid[])
    group by 1, 2, 3, 4`.execute(tx)
  return rows
}

export type NewDocument = {
  id: string
  partyId: string
  paper: PaperKind
  month: Month
  place: number
  number: string
  issuedOn: Temporal.PlainDate
  dueOn: Temporal.PlainDate
  totals: Totals
  pdf: Buffer
  pdfHash: string
  xml: string
  at: Temporal.Instant
  by: string
}

export async function insertDocument(
  tx: Tx,
  tenant: string,
  kind: KindName,
  made: NewDocument,
  drafted: readonly DraftLine[],
): Promise<void> {
  const { documents, lines, id, party, amountsOf, entryOf } = tablesOf(kind)
  await insertRows(tx, documents, [
    {
      tenant,
      [id]: made.id,
      [party]: made.partyId,
      kind: made.paper,
      month: made.month,
      year: made.issuedOn.year,
      place: made.place,
      number: made.number,
      issued_on: made.issuedOn.toString(),
      due_on: made.dueOn.toString(),
      ...amountsOf(made.totals, drafted),
      vat_cents: made.totals.vatCents,
      total_cents: made.totals.totalCents,
      pdf: made.pdf,
      pdf_hash: made.pdfHash,
      xml: made.xml,
      created_at: made.at.toString(),
      created_by: made.by,
    },
  ])
  // A statement takes 65,535 parameters; thirteen per row.
  for (let from = 0; from < drafted.length; from += 1000) {
    const rows = drafted.slice(from, from + 1000).map((line, index) => ({
      tenant,
      [id]: made.id,
      position: from + index + 1,
      side: line.side,
      happened_on: line.happenedOn,
      vat_percent: line.vatPercent,
      corrects: line.corrects,
      ...entryOf(line),
    }))
    await insertRows(tx, lines, rows)
  }
  if (kind === 'invoices') await restateInvoices(tx, tenant, made.partyId)
  else await restateNotes(tx, tenant, [made.partyId])
}

export type DocumentFiles = {
  number: string
  kind: PaperKind
  pdf: Buffer
  pdf_hash: string
  xml: string
}

/** Its files; by id within a party, or by number for operators. */
export async function findFiles(
  tx: Tx,
  tenant: string,
  kind: KindName,
  which: { partyId: string; id: string } | { number: string },
): Promise<DocumentFiles | undefined> {
  const { documents, id, party } = tablesOf(kind)
  const { rows } = await sql<DocumentFiles>`
    select number, kind, pdf, pdf_hash, xml from ${sql.id(documents)}
    where tenant = ${tenant} and ${
      'number' in which
        ? sql`number = ${which.number}`
        : sql`${sql.id(party)} = ${which.partyId} and ${sql.id(id)} = ${which.id}`
    }`.execute(tx)
  return rows[0]
}

/** False if the day's run is done. */
export async function isRunDue(
  tx: Tx,
  tenant: string,
  kind: KindName,
  today: Temporal.PlainDate,
): Promise<boolean> {
  const row = await tx
    .selectFrom(tables[kind].runs)
    .select('ran_on')
    .where('tenant', '=', tenant)
    .executeTakeFirst()
  return row === undefined || row.ran_on < today.toString()
}

export async function markRun(
  tx: Tx,
  tenant: string,
  kind: KindName,
  today: Temporal.PlainDate,
): Promise<void> {
  await tx
    .insertInto(tables[kind].runs)
    .values({ tenant, ran_on: today.toString() })
    .onConflict((conflict) =>
      conflict.columns(['tenant']).doUpdateSet((eb) => ({ ran_on: eb.ref('excluded.ran_on') })),
    )
    .execute()
}
