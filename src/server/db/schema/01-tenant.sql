-- Every tenant's table has the tenant first in its primary key, its unique keys and its foreign keys, and a row-security policy.
-- Text with CHECK instead of enums, bigint cents: only leakproof operators use an index under row security.

do $$ begin
  if not exists (select from pg_roles where rolname = 'zuspruch_app') then
    create role zuspruch_app nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
end $$;
grant usage on schema public to zuspruch_app;
-- The start checks that no migration is missing.
grant select on kysely_migration to zuspruch_app;

create function set_tenant(code text) returns void language plpgsql as $$
begin
  -- SET LOCAL, not set_config: only this form is passed on to the other nodes of a distributed database.
  execute format('set local app.tenant = %L', code);
end $$;

-- For every table with a tenant: nobody, not even the owner, sees or writes rows of another tenant than the transaction's.
create procedure tenant_only(of_table regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', of_table);
  execute format($policy$create policy tenant_only on %s
    using (tenant = current_setting('app.tenant', true)) with check (tenant = current_setting('app.tenant', true))$policy$, of_table);
end $$;

create table tenants (
  tenant text primary key check (tenant ~ '^[a-z][a-z0-9-]{1,30}$'),
  config jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
call tenant_only('tenants');
-- The host name decides the tenant, so the list is readable before a tenant is known.
create policy tenants_readable on tenants for select using (true);
grant select, insert, update on tenants to zuspruch_app;

-- Logo and pictures from a tenant's file, decoded and written anew. Named by their content, so that nodes may cache them forever.
create table tenant_pictures (
  tenant text not null references tenants,
  name text collate "C" not null check (name ~ '^[0-9a-f]{24}\.(png|webp)$'),
  bytes bytea not null check (length(bytes) between 1 and 614400),
  width int not null check (width > 0),
  height int not null check (height > 0),
  added_at timestamptz not null,
  unused_since timestamptz, -- null: in use, or not looked at yet; deleted 90 days later
  primary key (tenant, name)
);
call tenant_only('tenant_pictures');
grant select, insert, delete, update (unused_since) on tenant_pictures to zuspruch_app;

-- Secrets for a tenant's external services (content service, product feed, ...), encrypted with SECRET_KEY.
create table tenant_secrets (
  tenant text not null references tenants,
  name text not null check (name ~ '^[a-z][a-z-]{1,40}$'),
  sealed text not null,
  updated_at timestamptz not null,
  primary key (tenant, name)
);
call tenant_only('tenant_secrets');
grant select, insert, update on tenant_secrets to zuspruch_app;
