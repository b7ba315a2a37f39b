import pg from 'pg'

export const benchAgency = { id: '00000000-0000-4000-8000-00000000a001', number: 'BENCH-1' }
const otherAgency = '00000000-0000-4000-8000-00000000a002'
const uuid = (kind: string, i: string) => `md5('${kind}' || (${i}))::uuid`

/**
 * Fills the tenant `bgv` with so many orders, nine of ten of one agency with 40 employees, over three years, eight products, every state
 * and eleven amounts; names as they are spread in a telephone book's first letters. The rows of the report are filled like the
 * migration fills them: what they tell of is there as well, so that a page reads its people and products.
 */
export async function fillReports(ownerUrl: string, orders: number): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const accounts = Math.ceil(orders / 4)
  const series = `generate_series(0, ${orders - 1}) as i`
  const account = uuid('account', `i % ${accounts}`)
  const agency = (i: string) =>
    `(case when ${i} % 10 < 9 then '${benchAgency.id}' else '${otherAgency}' end)::uuid`
  const employee = (i: string) => uuid('employee', `(${i} / 7) % 40`)
  const day = `(current_date - (i::bigint * 7919 % 1000)::int)`
  const state = `(array['reported','confirmed','released','released','released','cancelled'])[1 + (i::bigint * 31 / 7 % 6)::int]`
  try {
    await client.query(`set session_replication_role = replica; select set_tenant('bgv')`)
    await client.query(`
      insert into agencies (tenant, agency_id, number, name, email, state, created_at)
      values ('bgv', '${benchAgency.id}', '${benchAgency.number}', 'Messagentur', 'mess@bench.example', 'active', now()),
        ('bgv', '${otherAgency}', 'BENCH-2', 'Messagentur 2', 'mess2@bench.example', 'active', now())`)
    await client.query(`
      insert into agency_users (tenant, user_id, agency_id, role, email, first_name, last_name, employee_number, language, created_at, confirmed_at)
      select 'bgv', ${uuid('employee', 'i')}, '${benchAgency.id}', case when i = 0 then 'owner' else 'employee' end,
        'mess' || i || '@bench.example', 'Runa', 'Messner', 'E' || i, 'de', now(), now() from generate_series(0, 39) as i`)
    await client.query(`
      insert into accounts (tenant, account_id, email, first_name, last_name, language, confirmed_at, referrer_hash, created_at,
        agency_id, agency_user_id)
      select 'bgv', ${uuid('account', 'i')}, 'bulk' || i || '@bench.example', (array['Anna','Bernd','Clara','Dirk'])[1 + i % 4],
        (array['Schulte','Meier','Köhler','Becker','Hofmann','Wagner','Richter','Fuchs','Lange','Gruber','Nowak','Peters','Engel',
          'Jansen','Vogt','Urban','Ziegler','Adler'])[1 + (i / 4) % 18] || chr(97 + i / 72 % 26) || chr(97 + i / 1872 % 26),
        'de', now(), 'hash' || i, now(), ${agency('i')}, ${employee('i')}
      from generate_series(0, ${accounts - 1}) as i`)
    const productIds = (
      await client.query<{ product_id: string }>(
        `select product_id from products where tenant = 'bgv' order by product_id`,
      )
    ).rows.map(({ product_id }) => `'${product_id}'`)
    const product = `(array[${productIds.join()}])[1 + (i / 3) % ${productIds.length}]`
    await client.query(`
      insert into referrals (tenant, number, code, account_id, owned_at, first_name, product_id, channel, share, terms_version, state,
        created_at, created_on, valid_until, agency_id, agency_user_id)
      select 'bgv', 'R' || lpad(i::text, 15, '0'), 'C' || i, ${account}, now(), 'Anna', ${product}, 'wa', 100, 'bench', 'accepted',
        now(), ${day}, ${day} + 60, ${agency('i')}, ${employee('i')} from ${series}`)
    await client.query(`
      insert into recipients (tenant, number, referral_number, state, salutation, first_name, last_name, email, language, channel,
        created_at, created_on, confirmed_at, delete_on)
      select 'bgv', 'P' || lpad(i::text, 15, '0'), 'R' || lpad(i::text, 15, '0'), 'confirmed', 'Frau', 'Runa', 'Rundweg',
        'runa' || i || '@bench.example', 'de', 'wa', now(), ${day}, now(), ${day} + 84 from ${series}`)
    await client.query(`
      insert into orders (tenant, number, external_number, referral_number, recipient_number, product_id, contract_on, state, source,
        channel, reported_at)
      select 'bgv', upper(substr(md5('order' || i), 1, 16)), 'V-' || i, 'R' || lpad(i::text, 15, '0'), 'P' || lpad(i::text, 15, '0'),
        ${product}, ${day}, ${state}, 'bench', 'wa', now() from ${series}`)
    await client.query('analyze')
    // Indexes are built over all rows at once: one by one takes minutes.
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes where indexname like 'report\\_rows\\_by%'`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    await client.query(`
      with names as materialized (
        select account_id, fold_name(first_name, last_name) as name from accounts where tenant = 'bgv')
      insert into report_rows (tenant, kind, row_id, agency_id, employee, product, state, day, name, cents)
      select 'bgv', 'orders', o.number, r.agency_id, r.agency_user_id::text, o.product_id, o.state, o.contract_on,
        names.name, 1000 * (1 + abs(hashtext(o.number)) % 11)
      from orders o join referrals r on r.tenant = 'bgv' and r.number = o.referral_number
        join names on names.account_id = r.account_id
      where o.tenant = 'bgv'`)
    for (const { definition } of indexes) await client.query(definition)
    await client.query(`
      insert into report_counts (tenant, kind, agency_id, axis, bucket, employee, product, state, count, cents)
      select tenant, kind, agency_id, axis, bucket, employee, product, state, count(*), sum(cents)
      from report_rows cross join lateral (values ('all', ''), ('month', to_char(day, 'YYYY-MM')), ('name', left(name, 1)),
        ('cents', lpad(cents::text, 12, '0'))) as axes (axis, bucket)
      group by tenant, kind, agency_id, axis, bucket, employee, product, state`)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}
