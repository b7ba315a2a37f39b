-- A tenant's content by entry: schemas and fields as in src/contract/inhalt-datei.ts.
create table content_entries (
  tenant text not null references tenants,
  schema text not null check (schema in ('faq', 'category', 'footnote', 'page', 'teaser', 'text', 'mail')),
  entry_id text not null,
  position int not null,
  data jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant, schema, entry_id)
);
call tenant_only('content_entries');
grant select, insert, update, delete on content_entries to zuspruch_app;

-- The last good copy from a tenant's content service; one per source, so that connecting another service takes nothing from the one in use.
create table content_copies (
  tenant text not null references tenants,
  source text not null,
  entries jsonb not null,
  stamp text not null,
  fetched_at timestamptz not null,
  checked_at timestamptz not null, -- real time of the last request, so that one of many processes asks
  primary key (tenant, source)
);
call tenant_only('content_copies');
grant select, insert, update, delete on content_copies to zuspruch_app;

-- Pictures that a tenant keeps here, beside those of its content service; served in the sizes that pages ask for.
create table pictures (
  tenant text not null references tenants,
  picture_id text not null check (picture_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'),
  bytes bytea not null check (length(bytes) between 1 and 10485760),
  updated_at timestamptz not null,
  primary key (tenant, picture_id)
);
call tenant_only('pictures');
grant select, insert, update on pictures to zuspruch_app;
