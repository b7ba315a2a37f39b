import pg from 'pg'

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g

/** The ids that are anywhere in a tenant's tables. */
export const idsIn = (tables: Record<string, unknown[]>): Set<string> =>
  new Set(JSON.stringify(tables).match(uuid))

/**
 * What is in each table of a tenant, without the ids, numbers and hashes that no two runs have alike: an order is called by the provider's number.
 * @param known ids that are the same in all runs; by default all that nothing else is known of
 */
export async function readTables(
  url: string,
  code: string,
  known?: ReadonlySet<string>,
): Promise<Record<string, string[]>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'tenant' and t.table_type = 'BASE TABLE' order by 1`,
    )
    await client.query(`select set_config('app.tenant', $1, false)`, [code])
    const { rows: named } = await client.query<{ id: string; key: string }>(
      `select reward_id::text as id, order_number || ' ' || beneficiary as key from rewards where tenant = $1 and order_number is not null
       union all select number, external_number from orders where tenant = $1 and external_number is not null
       union all select number, external_number from partner_orders where tenant = $1
       union all select line_id::text, external_number from unmatched_orders where tenant = $1`,
      [code],
    )
    const names = new Map(named.map(({ id, key }) => [id, key]))
    const nameOf = (id: string) => names.get(id) ?? (known?.has(id) === false ? 'new' : id)
    const read: Record<string, string[]> = {}
    for (const { name } of tables) {
      const { rows } =
        name === 'report_deltas'
          ? await client.query<{ row: string }>(
              `select row(kind, agency_id, employee, product, state, day, name, amount, channel, tally, sum(count))::text as row
               from report_deltas where tenant = $1 group by kind, agency_id, employee, product, state, day, name, amount, channel, tally
               having sum(count) <> 0`,
              [code],
            )
          : await client.query<{ row: string }>(
              `select (to_jsonb(t) - '{audit_id,number_of_row,hash,mail_id,token_id,outbox_id,posting_id,head}'::text[]
                - case when $2 in ('audit_log', 'audit_heads') then 'number' when $2 = 'outbox' then 'created_at' else '' end)::text as row
               from ${name} t where tenant = $1`,
              [code, name],
            )
      read[name] = rows
        .map(({ row }) =>
          row
            .replaceAll(uuid, nameOf)
            .replaceAll(/\b[0-9A-Z]{16}\b/g, (number) => names.get(number) ?? number)
            .replaceAll(/"(mailId|id)": ?"[0-9a-f-]{36}"/g, '"$1": "new"'),
        )
        .toSorted()
    }
    return read
  } finally {
    await client.end()
  }
}
