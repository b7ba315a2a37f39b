-- How a tenant's product feed stands, for all processes together: what it was when it last answered, since when it fails, and who
-- fetches it now. The catalogue itself stands in its own tables, which are the last good copy.
create table product_feeds (
  tenant text primary key references tenants,
  address text not null, -- the state below is that of this address
  etag text,
  fetched_at timestamptz, -- the last answer that was taken, or was still the same
  rows integer,
  due_at timestamptz not null, -- not asked before
  failures integer not null default 0 check (failures >= 0),
  failed_at timestamptz,
  last_error text,
  held_rows integer, -- so many rows had an answer that waits for an operator's word
  lease_id uuid,
  lease_until timestamptz,
  check ((lease_id is null) = (lease_until is null))
);

-- Pictures that a tenant keeps here, beside those of its content service; served in the sizes that pages ask for.
create table pictures (
  tenant text not null references tenants,
  picture_id text not null check (picture_id ~ '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$'),
  bytes bytea not null check (length(bytes) between 1 and 10485760),
  updated_at timestamptz not null,
  primary key (tenant, picture_id)
);

do $$
declare
  t text;
begin
  foreach t in array array['product_feeds', 'pictures'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I using (tenant = current_setting(''app.tenant'', true)) '
      'with check (tenant = current_setting(''app.tenant'', true))', t);
  end loop;
end $$;
grant select, insert, update on product_feeds to zuspruch_app;
grant select, insert, update on pictures to zuspruch_app;
