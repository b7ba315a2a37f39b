import pg from 'pg'
import { foldReports } from '../src/server/reports/fold-reports.ts'
import type { BenchDatabase } from './bench-database.ts'
import { makeDeps } from './make-deps.ts'

export const benchAgency = { id: '00000000-0000-4000-8000-00000000a001', number: 'BENCH-1' }
const otherAgency = '00000000-0000-4000-8000-00000000a002'
const uuid = (kind: string, i: string) => `md5('${kind}' || (${i}))::uuid`

// Four first names, eighteen last names and two letters: that many distinct names.
const names = 4 * 18 * 26 * 26
const firstName = `(array['Anna','Bernd','Clara','Dirk'])[1 + i % 4]`
const lastName = `(array['Schulte','Meier','Köhler','Becker','Hofmann','Wagner','Richter','Fuchs','Lange','Gruber','Nowak','Peters','Engel',
  'Jansen','Vogt','Urban','Ziegler','Adler'])[1 + (i / 4) % 18] || chr(97 + i / 72 % 26) || chr(97 + i / 1872 % 26)`

/**
 * Fills tenant `bgv` with orders, nine tenths of one agency with 40 employees: three years, eight products, all states, eleven amounts,
 * initials spread as in a phone book, plus the rows that reports join. The sweep sums. Parallel connections and late indexes save minutes.
 */
export async function fillReports({ ownerUrl, appUrl }: BenchDatabase, orders: number) {
  const accounts = Math.ceil(orders / 4)
  const series = `generate_series(0, ${orders - 1}) as i`
  const agency = (i: string) =>
    `(case when ${i} % 10 < 9 then '${benchAgency.id}' else '${otherAgency}' end)::uuid`
  const employee = (i: string) => uuid('employee', `(${i} / 7) % 40`)
  const day = `(current_date - (i::bigint * 7919 % 1000)::int)`
  const state = `(array['reported','confirmed','released','released','released','cancelled'])[1 + (i::bigint * 31 / 7 % 6)::int]`
  const number = `upper(substr(md5('order' || i), 1, 16))`
  await run(ownerUrl, [
    `insert into agencies (tenant, agency_id, number, name, email, state, created_at)
      values ('bgv', '${benchAgency.id}', '${benchAgency.number}', 'Messagentur', 'mess@bench.example', 'active', now()),
        ('bgv', '${otherAgency}', 'BENCH-2', 'Messagentur 2', 'mess2@bench.example', 'active', now())`,
    `insert into agency_users (tenant, user_id, agency_id, role, email, first_name, last_name, employee_number, language, created_at, confirmed_at)
      select 'bgv', ${uuid('employee', 'i')}, '${benchAgency.id}', case when i = 0 then 'owner' else 'employee' end,
        'mess' || i || '@bench.example', 'Runa', 'Messner', 'E' || i, 'de', now(), now() from generate_series(0, 39) as i`,
  ])
  const [{ ids } = { ids: '' }] = await run<{ ids: string }>(ownerUrl, [
    `select string_agg(quote_literal(product_id), ',' order by product_id) as ids from products where tenant = 'bgv'`,
  ])
  const product = `(array[${ids}])[1 + (i / 3) % ${ids.split(',').length}]`
  const indexes = await dropIndexes(ownerUrl)
  const fillings = [
    `insert into report_rows (tenant, kind, row_id, agency_id, employee, product, state, day, name, cents, channel, tally)
      with names as materialized (
        select i as place, fold_name(${firstName}, ${lastName}) as name from generate_series(0, ${names - 1}) as i)
      select 'bgv', 'orders', ${number}, ${agency('i')}, ${employee('i')}::text, ${product}, ${state}, ${day}, names.name,
        1000 * (1 + abs(hashtext(${number})) % 11), 'wa', case ${state} when 'reported' then '' else ${state} end
      from (select i as at, i % ${accounts} % ${names} as n from ${series}) places
        join names on names.place = n cross join lateral (select at as i) as row order by 3`,
    `insert into orders (tenant, number, external_number, referral_number, recipient_number, product_id, contract_on, state, source,
        channel, reported_at)
      select 'bgv', ${number}, 'V-' || i, 'R' || lpad(i::text, 15, '0'), 'P' || lpad(i::text, 15, '0'),
        ${product}, ${day}, ${state}, 'bench', 'wa', now() from ${series} order by 2`,
    `insert into referrals (tenant, number, code, account_id, owned_at, first_name, product_id, plan, commission_cents, channel, share,
        terms_version, state, created_at, created_on, valid_until, agency_id, agency_user_id)
      select 'bgv', 'R' || lpad(i::text, 15, '0'), 'C' || i, ${uuid('account', `i % ${accounts}`)}, now(), 'Anna', ${product},
        'bench', 1000, 'wa', 100, 'bench', 'accepted', now(), ${day}, ${day} + 60, ${agency('i')}, ${employee('i')} from ${series}`,
    `insert into recipients (tenant, number, referral_number, state, salutation, first_name, last_name, email, language, channel,
        created_at, created_on, confirmed_at, delete_on)
      select 'bgv', 'P' || lpad(i::text, 15, '0'), 'R' || lpad(i::text, 15, '0'), 'confirmed', 'Frau', ${firstName}, ${lastName},
        'runa' || i || '@bench.example', 'de', 'wa', now(), ${day}, now(), ${day} + 84 from ${series}`,
    `insert into accounts (tenant, account_id, email, first_name, last_name, language, confirmed_at, referrer_hash, created_at,
        agency_id, agency_user_id)
      select 'bgv', ${uuid('account', 'i')}, 'bulk' || i || '@bench.example', ${firstName}, ${lastName},
        'de', now(), 'hash' || i, now(), ${agency('i')}, ${employee('i')} from generate_series(0, ${accounts - 1}) as i order by 2`,
  ]
  await eachAtOnce(fillings, (filling) => run(ownerUrl, [filling]))
  await eachAtOnce(indexes, (definition) => run(ownerUrl, [definition]))
  await run(ownerUrl, [
    `insert into report_counts (tenant, kind, agency_id, axis, bucket, employee, product, state, count, cents)
      select tenant, kind, agency_id, 'all', '', employee, product, state, count(*),
        sum(case when state = 'cancelled' then 0 else cents end)
      from report_rows group by tenant, kind, agency_id, employee, product, state`,
    `insert into report_lists (tenant, kind, agency_id)
      select tenant, kind, agency_id from report_counts group by 1, 2, 3 having sum(count) > 10000`,
    'vacuum analyze',
  ])
  const deps = makeDeps(appUrl, { log: 'silent' })
  await foldReports(deps, 'bgv')
  await deps.db.close()
  await run(ownerUrl, ['vacuum analyze report_counts', 'checkpoint'])
}

/** Drops the indexes of the filled tables that no constraint needs; returns the statements that restore them. */
async function dropIndexes(ownerUrl: string): Promise<string[]> {
  const rows = await run<{ name: string; definition: string }>(ownerUrl, [
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = any (array['report_rows', 'orders', 'referrals', 'recipients', 'accounts']::regclass[])
        and not exists (select from pg_constraint where conindid = indexrelid)
      order by indrelid::regclass::text <> 'report_rows'`,
  ])
  await run(ownerUrl, [`drop index ${rows.map(({ name }) => name).join(', ')}`])
  return rows.map(({ definition }) => definition)
}

/** Somewhat more workers than processors: filling also waits for the disk. */
async function eachAtOnce(all: readonly string[], work: (one: string) => Promise<unknown>) {
  const left = [...all]
  const next = async (): Promise<void> => {
    const one = left.shift()
    if (one === undefined) return
    await work(one)
    return next()
  }
  await Promise.all([next(), next(), next()])
}

/** Foreign keys go unchecked, as the data fits by construction; commits do not wait for the disk. */
async function run<T>(url: string, statements: string[]): Promise<T[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
        set maintenance_work_mem = '256MB'; set max_parallel_maintenance_workers = 0; select set_tenant('bgv')`,
    )
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows as T[]
  } finally {
    await client.end()
  }
}
