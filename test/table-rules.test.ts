import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { distribution, onTenantsNode } from '../src/server/db/distribution.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'
import { read, roomOf, sources } from './helpers/sources.ts'

// The rules of tables: who writes them, and what every one has.

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Tables that belong to no tenant: the demo clock's offset, the keys of SECRET_KEY, and the migration tool's own. */
const shared = ['clock', 'secret_keys', 'kysely_migration', 'kysely_migration_lock']

/** The room whose stores write a table; nobody else does. */
const owners: Record<string, string> = {
  base: 'audit_heads audit_log claim_files claims consent_proofs consent_texts consents idempotency_keys objections person_notes rate_limits secret_keys selection_items selections tenant_secrets tokens',
  access: 'passkeys',
  jobs: 'outbox',
  gateways: 'content_copies content_entries',
  tenant: 'tenant_pictures tenants',
  tracking: 'event_counts funnel_closed funnel_days',
  mail: 'mails',
  reports: 'report_counts report_deltas report_lists report_rows report_steps',
  account: 'accounts goodwill_requests invitations',
  catalogue:
    'agent_tokens agents bonus_plans campaigns fixed_line_products mobile_offers product_feeds products reward_options',
  referral: 'deletion_counts clicks ended_referrals recipients referrals',
  order:
    'commission_plans commission_postings order_decisions orders partner_orders unmatched_orders',
  reward:
    'bank_accounts clawbacks ledger_postings payee_checks repayments review_cases review_questions reward_bank_data rewards voucher_alarms voucher_orders vouchers',
  content: 'pictures',
  agency: 'agencies agency_users',
  team: 'operator_grants operator_passkeys operator_views operator_visits operators presences',
  'sales-partner': 'sales_partners',
  billing:
    'invoice_counters invoice_lines invoice_payments invoice_reminders invoice_runs invoice_set_offs invoices papers partner_note_counters partner_note_lines partner_note_postings partner_note_runs partner_notes',
  payout:
    'bank_books bank_files bank_line_bookings bank_line_payouts bank_lines payout_account_changes payout_approval_flags payout_approvals payout_batches payout_proposal_items payout_proposals payouts',
  books: 'books_checks books_files books_month_waits books_months books_sums',
  operator:
    'bank_uploads operator_notices order_import_errors order_imports seller_figures seller_norms',
  demo: 'clock',
}
const otherWriters: Record<string, { tables: string[]; why: string }> = {
  'src/server/referral/recipient-store.ts': {
    tables: ['orders'],
    why: 'a merged entry hands its orders over in the same step; referral is a room below order',
  },
  'src/server/base/sealed-store.ts': {
    tables: [
      'bank_accounts',
      'bank_lines',
      'bank_uploads',
      'payout_batches',
      'payouts',
      'reward_bank_data',
      'sales_partners',
      'vouchers',
    ],
    why: 'a new key seals every encrypted value anew, as the owner of the tables',
  },
  'src/server/demo/history-store.ts': {
    tables: ['accounts', 'invitations', 'referrals', 'recipients'],
    why: 'past rows of the demo, with days that no call of their owners takes',
  },
}
/** Whose statements hold for several tables, which they name in an object of their own. */
const forSeveral = ['src/server/base/sealed-store.ts', 'src/server/billing/document-store.ts']

/** What a text writes: tables in statements of SQL and of Kysely, and the tables of database functions that it calls. */
function writesOf(text: string, functions: ReadonlyMap<string, readonly string[]>): string[] {
  const statement =
    /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)|\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/gi
  const direct = [...text.matchAll(statement)].map(([, plain, built]) => plain ?? built ?? '')
  const called = [...functions].filter(([name]) => new RegExp(`\\b${name}\\(`).test(text))
  return [...direct, ...called.flatMap(([, tables]) => tables)]
}
const computed =
  /\b(insert\s+into|update|delete\s+from|merge\s+into)\s+\$\{|\.(insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]/i

test('one room owns a table and writes it in its own stores', async () => {
  const { rows: found } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not like 'kysely%' order by 1`)
  const tables = found.map(({ name }) => name)
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([room, names]) =>
      names.split(' ').map((name) => [name, room] as const),
    ),
  )
  expect([...ownerOf.keys()].toSorted()).toEqual(tables.toSorted())

  const { rows: bodies } = await client.query<{ name: string; body: string }>(`
    select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`)
  const written = (text: string, functions: ReadonlyMap<string, string[]>) =>
    writesOf(text, functions).filter((name) => ownerOf.has(name))
  const functions = new Map(
    bodies
      .map(({ name, body }) => [name, written(body, new Map())] as const)
      .filter(([, names]) => names.length > 0),
  )
  expect(functions.get('move_unowned_referrals')).toEqual(['referrals'])
  const planted = `tx.updateTable('accounts'), sql\`delete from tokens\`, sql\`select confirm_reported_order(\``
  expect(written(planted, functions)).toEqual(['accounts', 'tokens', 'orders'])
  for (const one of ['.insertInto(table)', 'update ${sql.id(table)} set'])
    expect(one).toMatch(computed)

  const writes = sources
    .filter((file) => !file.startsWith('src/server/db/'))
    .flatMap((file) => {
      const text = read(file)
      const named = forSeveral.includes(file)
        ? [...ownerOf.keys()].filter((name) => new RegExp(`\\b${name}: \\{|: '${name}'`).test(text))
        : []
      return [...new Set([...written(text, functions), ...named])].map((table) => ({ file, table }))
    })
  const isOwn = ({ file, table }: (typeof writes)[number]) =>
    roomOf(file, 'server') === ownerOf.get(table) && /(^|[/-])store\.ts$/.test(file)
  const others = writes.filter((one) => !isOwn(one))
  expect(others.map(({ file, table }) => `${file}: ${table}`).toSorted()).toEqual(
    Object.entries(otherWriters)
      .flatMap(([file, known]) => known.tables.map((table) => `${file}: ${table}`))
      .toSorted(),
  )
  // What a trigger of one of the room's tables writes comes by the statements that write that one.
  const { rows: triggers } = await client.query<{ name: string; on: string }>(`
    select distinct proname as name, relname as on from pg_trigger
      join pg_proc on pg_proc.oid = tgfoid join pg_class on pg_class.oid = tgrelid where not tgisinternal`)
  const byTrigger = triggers.flatMap(({ name, on }) =>
    (functions.get(name) ?? []).filter((table) => ownerOf.get(table) === ownerOf.get(on)),
  )
  const ownWrites = new Set([...writes.filter(isOwn).map(({ table }) => table), ...byTrigger])
  expect(tables.filter((table) => !ownWrites.has(table))).toEqual([])
  const isComputed = (file: string) =>
    !file.startsWith('src/server/db/') && computed.test(read(file))
  expect(sources.filter(isComputed).toSorted()).toEqual(forSeveral)
})

test('every table has tenant first in every key and index, and row security that the app role cannot bypass', async () => {
  const { rows: tables } = await client.query<{
    name: string
    secured: boolean
    forced: boolean
    policies: number
  }>(`
    select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policies p where p.tablename = c.relname) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')`)
  const own = tables.filter(({ name }) => !shared.includes(name))
  expect(own.length).toBeGreaterThan(20)
  for (const table of own)
    expect([table.name, table.secured, table.forced, table.policies > 0]).toEqual([
      table.name,
      true,
      true,
      true,
    ])
  // Citus copies a restrictive one to its nodes as a permissive one (0235).
  const { rows: restrictive } = await client.query(
    `select from pg_policies where permissive <> 'PERMISSIVE'`,
  )
  expect(restrictive).toEqual([])
  const { rows: keys } = await client.query<{ name: string; first: string }>(
    `
    select i.indexrelid::regclass::text as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where n.nspname = 'public' and not (c.relname = any($1))`,
    [shared],
  )
  expect(keys.filter(({ first }) => first !== 'tenant')).toEqual([])
  const { rows: foreign } = await client.query<{ name: string; first: string; rule: string }>(`
    select conname as name, a.attname as first, confdeltype as rule
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  expect(foreign.filter(({ first, rule }) => first !== 'tenant' || rule === 'n')).toEqual([])
})

test('every table has its place on a database of several nodes, with a tenant on the tenant’s node, and every function that works with the owner’s rights too', async () => {
  const { rows } = await client.query<{ name: string; of_tenant: boolean }>(`
    select relname as name, exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'tenant' and not attisdropped) as of_tenant
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)
  const named = (ofTenant: boolean) =>
    rows.filter((one) => one.of_tenant === ofTenant).map(({ name }) => name)
  const { byTenant, everywhere, onCoordinator } = distribution
  expect(byTenant).toEqual(named(true))
  expect([...everywhere, ...onCoordinator].toSorted()).toEqual(named(false))

  // They see what the caller's transaction has written only on the node where it was written.
  const { rows: functions } = await client.query<{ name: string; first: string }>(`
    select proname as name, coalesce(proargnames[1], '') as first from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and prorettype <> 'trigger'::regtype order by 1`)
  const elsewhere = {
    list_tenants: 'reads the codes of all tenants, on every node',
    analyse_grown: 'tells the planner of one node',
  }
  expect(functions.filter(({ name }) => !(name in elsewhere)).map(({ name }) => name)).toEqual(
    onTenantsNode,
  )
  for (const { name, first } of functions.filter((one) => onTenantsNode.includes(one.name)))
    expect([name, first]).toEqual([name, expect.stringMatching(/^(of_tenant|asked)$/)])
})

test('the app role owns nothing, is no superuser, cannot bypass row security, and the ledger and the audit log only grow', async () => {
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  try {
    const { rows } = await app.query(`select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
      (select count(*)::int from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace) as owns
      from pg_roles where rolname = current_user`)
    expect(rows[0]).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      owns: 0,
    })
    for (const table of ['ledger_postings', 'audit_log', 'clicks']) {
      await expect(app.query(`update ${table} set tenant = tenant`)).rejects.toThrow(
        /permission denied/,
      )
      await expect(app.query(`delete from ${table}`)).rejects.toThrow(/permission denied/)
    }
  } finally {
    await app.end()
  }
})

test('no column is a serial number, and no index is built on an operator that row security cannot use', async () => {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and (column_default like 'nextval%' or data_type in ('numeric', 'USER-DEFINED'))
      and not (table_name = any($1))`,
    [shared],
  )
  expect(rows).toEqual([])
})

// Until here migrations ran before the schema knew of several nodes.
const lastBefore = '0227'

/** What a distributed database refuses of a migration, in its statements without comments. */
function refusedIn(text: string): string[] {
  const plain = text.replace(/--.*$/gm, '')
  const outside = plain.replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, '$body$')
  const statements = outside.split(';').map((one) => one.trim())
  const refused: string[] = []
  for (const one of statements) {
    const altered = /^alter table (?:if exists |only )?\w+\s+([\s\S]*)$/i.exec(one)?.[1]
    if (altered !== undefined) {
      const actions = altered.match(/\b(add|drop|alter)\s+(column|constraint)\b/gi) ?? []
      if (actions.length > 1) refused.push('two changes in one alter table')
      if (/\badd\s+(?!column\b|constraint\b)/i.test(altered))
        refused.push('add without column or constraint and its name')
      if (/\badd\s+column\b[\s\S]*\b(check|references|unique|primary key)\b/i.test(altered))
        refused.push('a constraint within add column')
    }
    if (/^create table\b/i.test(one) && /\breferences\b/i.test(one))
      refused.push('references within create table')
    if (/^create policy\b/i.test(one) && /\bselect\b/i.test(one.replace(/for select/i, '')))
      refused.push('a subquery in a policy')
    if (/^create policy\b/i.test(one) && /\bas restrictive\b/i.test(one))
      refused.push('a restrictive policy')
  }
  if (/\binsert\s+into\s+\w+\s*(\([^)]*\))?\s*select\b/i.test(plain))
    refused.push('insert with select')
  return refused
}

test('a migration runs on a database of several nodes as well', () => {
  const files = globSync('src/server/db/migrations/*.sql').filter(
    (file) => basename(file) > lastBefore && !basename(file).startsWith(lastBefore),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(
    files.flatMap((file) => refusedIn(read(file)).map((what) => `${basename(file)}: ${what}`)),
  ).toEqual([])
  expect(
    [
      'alter table orders add x int check (x > 0);',
      'alter table orders add column x int check (x > 0);',
      'alter table orders add column x int, add constraint orders_x check (x > 0);',
      'alter table orders add check (number <> $$a$$);',
      'create table y (tenant text not null references tenants);',
      'create policy z on orders using (exists (select from accounts));',
      'create policy z on orders as restrictive for delete using (true);',
      'insert into orders (tenant) select tenant from accounts;',
    ].map((text) => refusedIn(text).length > 0),
  ).toEqual(Array.from({ length: 8 }, () => true))
})
