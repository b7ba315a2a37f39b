-- Content of a tenant, entry by entry: schema and fields as src/contract/inhalt-datei.ts says.
create table content_entries (
  tenant text not null references tenants,
  schema text not null check (schema in ('faq', 'category', 'footnote', 'page', 'teaser', 'text', 'mail')),
  entry_id text not null,
  position int not null,
  data jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant, schema, entry_id)
);

-- The last good copy of what a tenant's content service said. `source` is the service it came from: a copy of another one is none.
-- `checked_at` (real time) is when somebody began to ask anew, so that of many processes one does.
create table content_copies (
  tenant text not null references tenants,
  source text not null,
  entries jsonb not null,
  stamp text not null,
  fetched_at timestamptz not null,
  checked_at timestamptz not null,
  primary key (tenant)
);

do $$
declare
  t text;
begin
  foreach t in array array['content_entries', 'content_copies'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert, update, delete on content_entries, content_copies to zuspruch_app;
