import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../src/server/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts'

// Migrations after a database was distributed, in each style that test/table-rules.test.ts allows.

const source = join(import.meta.dirname, '../../src/server/db')
let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await createTestDatabase('demo')
  folder = mkdtempSync(join(tmpdir(), 'zuspruch-migrations-'))
  for (const name of ['schema', 'migrations'])
    cpSync(join(source, name), join(folder, name), { recursive: true })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const later = `
create table later_notes (
  tenant text not null,
  note_id uuid not null default uuidv7(),
  account_id uuid not null,
  kind text not null check (kind in ('one', 'two')),
  said text not null,
  said_key text generated always as (name_key(said)) stored,
  version int not null default 1,
  primary key (tenant, note_id)
);
call tenant_only('later_notes');
alter table later_notes add constraint later_notes_tenant foreign key (tenant) references tenants;
alter table later_notes add constraint later_notes_account foreign key (tenant, account_id) references accounts on delete cascade;
create index later_notes_by_account on later_notes (tenant, account_id);
create unique index later_notes_once on later_notes (tenant, account_id) where kind = 'one';
create trigger later_notes_version before update on later_notes for each row execute function count_version();
grant select, insert, delete, update (said) on later_notes to zuspruch_app;

alter table mails add column later_on date;
alter table mails add column later_state text not null default 'new';
alter table mails add constraint mails_later_state check (later_state in ('new', 'old'));
alter table mails alter column later_on set default '2026-01-01';
create index mails_by_later on mails (tenant, later_on) where later_on is not null;
alter table order_imports drop constraint order_imports_tenant_fkey;

do $$
declare
  of_tenant text;
begin
  for of_tenant in select tenant from tenants loop
    perform set_tenant(of_tenant);
    update accounts set first_name = first_name || ' ' where tenant = of_tenant;
    update accounts set first_name = trim(first_name) where tenant = of_tenant;
  end loop;
end $$;

create function say_later(of_tenant text) returns bigint language sql stable set search_path = public, pg_temp as $$
  select count(*) from later_notes where tenant = of_tenant
$$;
create or replace view later_view with (security_invoker = true) as select tenant, note_id from later_notes;
grant select on later_view to zuspruch_app;
`

test('a migration in each allowed style runs on a distributed database, whose new table is beside the others', async () => {
  writeFileSync(join(folder, 'migrations/9001-later.sql'), later)
  await migrate(database.ownerUrl, { folder: folder })
  await migrate(database.ownerUrl, { folder: folder })
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  const { rows: placed } = await app.query(`
    select distinct colocationid = (select colocationid from pg_dist_partition where logicalrelid = 'tenants'::regclass) as beside
    from pg_dist_partition where logicalrelid = 'later_notes'::regclass`)
  expect(placed).toEqual([{ beside: true }])
  await app.query('begin')
  await app.query(`select set_tenant('bgv')`)
  const account = await app.query<{ id: string }>(
    `select account_id as id from accounts where tenant = 'bgv' limit 1`,
  )
  const { rows } = await app.query(
    `insert into later_notes (tenant, account_id, kind, said) values ('bgv', $1, 'one', 'Grüße') returning version, said_key`,
    [account.rows[0]!.id],
  )
  expect(rows[0]).toMatchObject({ version: 1 })
  const changed = await app.query(
    `update later_notes set said = 'Neu' where tenant = 'bgv' returning version`,
  )
  expect(changed.rows).toEqual([{ version: 2 }])
  const said = await app.query(`select say_later('bgv') as many`)
  expect(said.rows).toEqual([{ many: '1' }])
  await app.query('rollback')
  // Row security holds for the new table, too.
  await app.query('begin')
  await app.query(`select set_tenant('telko')`)
  const other = await app.query(`select from later_notes`)
  expect(other.rowCount).toBe(0)
  await app.query('rollback')
  await app.end()
})
