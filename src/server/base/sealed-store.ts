import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Columns with encrypted values. `id` is the primary key after the tenant. */
export const sealedColumns = {
  tenant_secrets: { id: ['name'], sealed: 'sealed', hash: null },
  bank_accounts: { id: ['account_id'], sealed: 'iban_encrypted', hash: 'iban_hash' },
  reward_bank_data: { id: ['reward_id'], sealed: 'iban_encrypted', hash: 'iban_hash' },
  bank_lines: { id: ['line_id'], sealed: 'words_encrypted', hash: null },
  bank_uploads: { id: ['upload_id'], sealed: 'content_encrypted', hash: null },
  payouts: { id: ['payout_id'], sealed: 'iban_encrypted', hash: null },
  payout_batches: { id: ['batch_id'], sealed: 'file_encrypted', hash: null },
  sales_partners: { id: ['partner_id'], sealed: 'iban_encrypted', hash: null },
  vouchers: { id: ['voucher_id'], sealed: 'code_encrypted', hash: 'code_hash' },
  idempotency_keys: { id: ['caller', 'endpoint', 'key'], sealed: 'answer_encrypted', hash: null },
} as const
export type SealedTable = keyof typeof sealedColumns
export const sealedTables = Object.keys(sealedColumns) as SealedTable[]

export type SealedRow = { id: string[]; sealed: string; option: string | null }

/** Long ones are bytes, to be read in parts: of the same characters. */
const inBytes: readonly SealedTable[] = ['payout_batches']

const textOf = (table: SealedTable) => {
  const column = sql.ref(sealedColumns[table].sealed)
  return inBytes.includes(table) ? sql`convert_from(${column}, 'UTF8')` : column
}

/** What a value begins with: format and key. */
const markOf = (table: SealedTable) => {
  const column = sql.ref(sealedColumns[table].sealed)
  const start = inBytes.includes(table)
    ? sql`convert_from(substring(${column} from 1 for 64), 'UTF8')`
    : column
  return sql`split_part(${start}, '.', 1)`
}

/** A tenant's sealed values per mark (seal-formats.ts). */
export async function countSealed(
  tx: Tx,
  tenant: string,
  table: SealedTable,
): Promise<{ mark: string; count: number }[]> {
  const { sealed } = sealedColumns[table]
  const { rows } = await sql<{ mark: string; count: number }>`
    select ${markOf(table)} as mark, count(*) from ${sql.table(table)}
    where tenant = ${tenant} and ${sql.ref(sealed)} is not null group by 1 order by 1`.execute(tx)
  return rows
}

/** The next rows after `after` that begin with another mark, locked for the transaction. @param newest the mark of new values */
export async function lockForeignRows(
  tx: Tx,
  tenant: string,
  table: SealedTable,
  { newest, after, limit }: { newest: string; after: string[] | null; limit: number },
): Promise<SealedRow[]> {
  const { id, sealed } = sealedColumns[table]
  const key = sql.join(id.map((column) => sql`${sql.ref(column)}::text collate "C"`))
  const option = table === 'vouchers' ? sql`option_id` : sql`null`
  const behind = after ? sql`and (${key}) > (${sql.join(after)})` : sql``
  const { rows } = await sql<SealedRow>`
    select array[${key}] as id, ${textOf(table)} as sealed, ${option} as option from ${sql.table(table)}
    where tenant = ${tenant} and ${sql.ref(sealed)} is not null and ${markOf(table)} <> ${newest} ${behind}
    order by ${key} limit ${limit} for no key update`.execute(tx)
  return rows
}

export type ResealedRow = { id: string[]; sealed: string; hash: string | null; end: string | null }

/** Tables that keep the last four characters of the sealed IBAN. */
export const withEnd: readonly SealedTable[] = [
  'bank_accounts',
  'reward_bank_data',
  'sales_partners',
]

export async function saveSealed(
  tx: Tx,
  tenant: string,
  table: SealedTable,
  rows: ResealedRow[],
): Promise<void> {
  const { id, sealed, hash } = sealedColumns[table]
  const same = sql.join(
    id.map((column, at) => sql`${sql.ref(column)}::text = row.id ->> ${sql.lit(at)}`),
    sql` and `,
  )
  await sql`
    update ${sql.table(table)} set ${sql.ref(sealed)} = ${inBytes.includes(table) ? sql`convert_to(row.sealed, 'UTF8')` : sql`row.sealed`}
      ${hash ? sql`, ${sql.ref(hash)} = row.hash` : sql``} ${withEnd.includes(table) ? sql`, iban_end = row."end"` : sql``}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id jsonb, sealed text, hash text, "end" text)
    where tenant = ${tenant} and ${same}`.execute(tx)
}
