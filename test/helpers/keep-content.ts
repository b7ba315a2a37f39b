import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { withDatabase } from './database.ts'

export type KeptContent = {
  restore: () => Promise<void>
  /** Whether tables, triggers, functions or rights are others than before; `restore` gives rows alone. */
  isAltered: () => Promise<boolean>
  end: () => Promise<void>
}

/**
 * Keeps the rows of all tables of a database, to write back what changed since. Connections stay, and so does what they know of tables:
 * a copy of the whole database instead took each test half a second of both cores. `kept`: a
 * schema that `keepIn` made before.
 */
export async function keepContent(ownerUrl: string, kept?: string): Promise<KeptContent> {
  const nodes = inject('database').nodes?.map((node) =>
    withDatabase(node, new URL(ownerUrl).pathname.slice(1)),
  ) ?? [ownerUrl]
  const name = kept ?? `kept_content_${randomBytes(4).toString('hex')}`
  if (!kept) for (const node of nodes) await keepIn(node, name)
  const clients = await Promise.all(nodes.map(open))
  const { rows } = await clients[0]!.query<{ latest: string }>(latestAlteration)
  return {
    restore: async () => {
      for (const client of clients) await client.query(`select ${name}.restore()`)
    },
    isAltered: async () => {
      // A file that made its database anew has ended this connection.
      const now = await clients[0]!.query<{ latest: string }>(latestAlteration).catch(() => null)
      return now?.rows[0]?.latest !== rows[0]?.latest
    },
    end: async () => {
      for (const client of clients) await client.end()
    },
  }
}

/** In the template with the demo tenants. */
export const keptInDemo = 'kept_content_first'

/** Copies all rows to a schema. */
export async function keepIn(url: string, schema: string): Promise<void> {
  const client = await open(url)
  await client.query(keep.replaceAll('kept_content.', `${schema}.`).replace('{schema}', schema))
  await client.end()
}

// On a node of several, its parts of the tables are seen and written as plain ones; elsewhere nobody reads these settings.
const settings = [
  'citus.override_table_visibility=off',
  'citus.enable_manual_changes_to_shards=on',
  'citus.enable_ddl_propagation=off',
]

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    options: settings.map((one) => `-c ${one}`).join(' '),
  })
  // Whoever drops the database ends this connection, too.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

const catalogs = ['pg_class', 'pg_attribute', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_policy']
const latestOf = (catalog: string) => `select max(xmin::text::bigint) as at from ${catalog}`
const latestAlteration = `select max(at) as latest from (${catalogs.map(latestOf).join(' union all ')}) found`

// `mark`: the transaction that wrote all rows last, as far as is known; what came later changed something.
const keep = `
create schema {schema};
create table kept_content.tables (name regclass primary key, columns text not null, rows bigint not null, mark bigint not null);
create table kept_content.sequences (name regclass primary key, at bigint not null, was_used boolean not null);

create table kept_content.spread (name oid primary key);
do $$ begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'insert into kept_content.spread select logicalrelid from pg_dist_partition';
  end if;
end $$;

do $$ declare one record; found bigint; begin
  for one in
    select c.oid::regclass as name, (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class c
    where relkind = 'r' and not exists (select from kept_content.spread where name = c.oid) and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and relnamespace::regnamespace::text not like 'kept_content_%'
  loop
    execute format('select count(*) from %s', one.name) into found;
    insert into kept_content.tables values (one.name, one.columns, found, pg_current_xact_id()::text::bigint);
    if found > 0 then
      execute format('create table kept_content.%I as select %s from %s', one.name::oid, one.columns, one.name);
    end if;
  end loop;
  for one in select oid::regclass as name from pg_class where relkind = 'S' and relnamespace <> 'pg_catalog'::regnamespace loop
    execute format('insert into kept_content.sequences select %L::regclass, last_value, is_called from %s', one.name, one.name);
  end loop;
end $$;

create function kept_content.restore() returns void language plpgsql set session_replication_role = replica set lock_timeout = '30s' as $$
declare one record; has_changed boolean;
begin
  for one in select * from kept_content.tables loop
    if one.rows = 0 then
      continue when pg_relation_size(one.name) = 0;
      execute format('delete from %s', one.name);
      continue;
    end if;
    execute format(
      'select count(*) <> %s or coalesce(max(xmin::text::bigint) > %s, false) from %s', one.rows, one.mark, one.name
    ) into has_changed;
    continue when not has_changed;
    execute format('delete from %s', one.name);
    execute format(
      'insert into %s (%s) overriding system value select * from kept_content.%I', one.name, one.columns, one.name::oid
    );
    update kept_content.tables set mark = pg_current_xact_id()::text::bigint where name = one.name;
  end loop;
  for one in select * from kept_content.sequences loop
    perform setval(one.name, one.at, one.was_used);
  end loop;
end $$;
`
