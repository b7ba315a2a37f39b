import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type AuditChain = {
  rows: number
  head: string // hash of the last row, in hex: kept elsewhere, it proves that nothing before it was changed
  problems: string[]
}

// As audit_text() of the database writes them; read as text, so that it can be compared without it.
const columns = [
  'tenant',
  'number',
  'audit_id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_role',
  'session_id',
  'support',
  'action',
  'subject_kind',
  'subject_id',
  'details',
  'reason',
  'request_id',
] as const
type Row = Record<(typeof columns)[number], string | null> & { hash: string }

const selected = sql.join(
  columns.map((name) =>
    name === 'at'
      ? sql`(extract(epoch from at) * 1000000)::bigint::text as at`
      : sql`${sql.ref(name)}::text as ${sql.ref(name)}`,
  ),
)
const atOnce = 5_000

/**
 * Follows the hashes of a tenant's audit log from its first row, without the database's own functions. Each row that is missing,
 * changed or out of its order is named once; after it the rows are compared with what it claims to be.
 */
export async function followAuditChain(tx: Tx, tenant: string): Promise<AuditChain> {
  const problems: string[] = []
  let [number, hash] = [0, '']
  for (;;) {
    const { rows } = await sql<Row>`
      select ${selected}, encode(hash, 'hex') as hash from audit_log
      where tenant = ${tenant} and number > ${number} order by audit_log.number limit ${atOnce}`.execute(
      tx,
    )
    for (const row of rows) {
      const found = Number(row.number)
      if (found !== number + 1) problems.push(missing(number + 1, found - 1))
      else if (hashOf(hash, row) !== row.hash)
        problems.push(`Row ${found} (${row.audit_id}) was changed, or is not in its order.`)
      number = found
      hash = row.hash
    }
    if (rows.length < atOnce) break
  }
  const head = await sql<{ number: number; hash: string }>`
    select number, encode(hash, 'hex') as hash from audit_heads where tenant = ${tenant}`.execute(
    tx,
  )
  const last = head.rows[0] ?? { number: 0, hash: '' }
  if (last.number > number) problems.push(missing(number + 1, last.number))
  else if (last.number < number || last.hash !== hash)
    problems.push(`The log’s head is not its last row, ${number}.`)
  return { rows: number, head: hash, problems }
}

const missing = (from: number, to: number) =>
  from === to ? `Row ${from} is missing.` : `Rows ${from} to ${to} are missing.`

/** `before`: the hash of the row before, in hex. */
function hashOf(before: string, row: Row): string {
  const text = columns
    .map((name) => row[name])
    .map((part) => (part === null ? '-:,' : `${Buffer.byteLength(part)}:${part},`))
    .join('')
  return createHash('sha256').update(before, 'hex').update(text).digest('hex')
}
