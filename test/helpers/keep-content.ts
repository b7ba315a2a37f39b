import { randomBytes } from 'node:crypto'
import pg from 'pg'

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
  const client = new pg.Client({ connectionString: ownerUrl })
  // Whoever drops the database ends this connection, too.
  client.on('error', () => undefined)
  await client.connect()
  const schema = kept ?? (await keepIn(client, randomBytes(4).toString('hex')))
  const { rows } = await client.query<{ latest: string }>(latestAlteration)
  return {
    restore: async () => {
      await client.query(`select ${schema}.restore()`)
    },
    isAltered: async () => {
      // A file that made its database anew has ended this connection.
      const now = await client.query<{ latest: string }>(latestAlteration).catch(() => null)
      return now?.rows[0]?.latest !== rows[0]?.latest
    },
    end: () => client.end(),
  }
}

/** In the template with the demo tenants. */
export const keptInDemo = 'first'

/** Copies all rows to a schema, whose name it returns. */
export async function keepIn(client: pg.Client, name: string): Promise<string> {
  const schema = `kept_content_${name}`
  await client.query(keep.replaceAll('kept_content.', `${schema}.`).replace('{schema}', schema))
  return schema
}

const catalogs = ['pg_class', 'pg_attribute', 'pg_proc', 'pg_trigger', 'pg_constraint', 'pg_policy']
const latestOf = (catalog: string) => `select max(xmin::text::bigint) as at from ${catalog}`
const latestAlteration = `select max(at) as latest from (${catalogs.map(latestOf).join(' union all ')}) found`

// `mark`: the transaction that wrote all rows last, as far as is known; what came later changed something.
const keep = `
create schema {schema};
create table kept_content.tables (name regclass primary key, columns text not null, rows bigint not null, mark bigint not null);
create table kept_content.sequences (name regclass primary key, at bigint not null, was_used boolean not null);

do $$ declare one record; found bigint; begin
  for one in
    select c.oid::regclass as name, (
      select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as columns
    from pg_class c
    where relkind = 'r' and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) and relnamespace::regnamespace::text not like 'kept_content_%'
  loop
    execute format('select count(*) from %s', one.name) into found;
    insert into kept_content.tables values (one.name, one.columns, found, pg_current_xact_id()::text::bigint);
    if found > 0 then
      execute format('create table kept_content.%I as select %s from %s', one.name::oid, one.columns, one.name);
    end if;
  end loop;
  for one in select oid::regclass as name from pg_class where relkind = 'S' loop
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
